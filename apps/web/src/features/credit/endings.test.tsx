import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes, type ReviewStage } from '@qingzhou/contract/features/credit'
import { loansShapes } from '@qingzhou/contract/features/loans'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { drawParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { store } from '#platform/browser/storage.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import LimitScreen from './limit-screen.tsx'
import NotGrantedScreen from './not-granted-screen.tsx'
import UnderReviewScreen from './under-review-screen.tsx'

const { credit } = calls
type Limit = Output<typeof creditShapes.limit>

const limit: Limit = {
  state: 'open',
  total: fen(50_000_00n),
  used: fen(13_206_56n),
  available: fen(36_793_44n),
  annualRate: 144_000n,
  validUntil: localDate('2027-07-22'),
}

const network = connectNetworkForFile()

const answerLimit = (changes: Partial<Limit> = {}) =>
  network.answer(credit.limit, creditShapes.limit, () => ({ ...limit, ...changes }))
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => {
  localStorage.clear()
  network.answer(credit.open, creditShapes.open, () => ({ applyNo: 'apply-2' }))
})
afterEach(cleanup)

const running: ReviewStage[] = [
  { stage: 'submission', state: 'done', since: Date.UTC(2026, 10, 15, 0, 0) },
  { stage: 'bureauReport', state: 'now', since: Date.UTC(2026, 10, 15, 0, 5) },
  { stage: 'assessment', state: 'todo' },
]

describe('the review', () => {
  it('is polled until it ends, and then continues', async () => {
    const polls = [running, running]
    network.answer(credit.progress, creditShapes.progress, () => ({
      steps: [],
      review: polls.shift(),
    }))
    const { outcomes } = openScreen(<UnderReviewScreen />)
    expect(screen.getByText('您可以离开这个页面')).toBeTruthy()
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('is polled again after a network failure', async () => {
    network.cut(credit.progress)
    const { outcomes } = openScreen(<UnderReviewScreen />)
    await waitFor(() => expect(screen.getByText('正在审核')).toBeTruthy())
    network.answer(credit.progress, creditShapes.progress, () => ({ steps: [] }))
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('[2.051] shows what is done and what is running, and since when', async () => {
    network.answer(credit.progress, creditShapes.progress, () => ({ steps: [], review: running }))
    openScreen(<UnderReviewScreen />)
    const since = await screen.findByText('2026-11-15 08:05 开始')
    expect(since.closest('li')?.textContent).toContain('查询征信报告（进行中）')
    expect(screen.getByText('提交申请').closest('li')?.textContent).toContain('已完成')
    expect(screen.getByText('综合评估').closest('li')?.textContent).toContain('待进行')
    // The time counts from the submission, not from the opening of the page.
    expect(screen.getByText(/审核时间比平时稍长/)).toBeTruthy()
  })
})

describe('rejected application', () => {
  it('[2.052] shows the server’s message', () => {
    store('controlMsg', '综合评分不足，您可在 2027 年 2 月 15 日起重新申请。')
    openScreen(<NotGrantedScreen />)
    expect(screen.getByText('综合评分不足，您可在 2027 年 2 月 15 日起重新申请。')).toBeTruthy()
  })

  it('can be opened again when the lender allows it', async () => {
    const { outcomes } = openScreen(<NotGrantedScreen />)
    await press('重新申请')
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('shows the earliest day for a new application', async () => {
    network.answer(credit.open, creditShapes.open, () => {
      throw new Refusal(codes.accountState, '您可在 2027-02-15 起重新申请')
    })
    const { outcomes } = openScreen(<NotGrantedScreen />)
    await press('重新申请')
    expect(await screen.findByText('您可在 2027-02-15 起重新申请')).toBeTruthy()
    expect(outcomes).not.toContain('stepWanted')
  })
})

describe('the limit', () => {
  it('[2.097] shows the available amount, rate and expiry', async () => {
    answerLimit()
    const { container, places } = openScreen(<LimitScreen />)
    await press('去借款')
    expect(places).toEqual(['/loan/loan'])
    const words = container.textContent
    for (const shown of ['36,793', '14.40%', '2027-07-22', '13,206.56', '50,000.00']) {
      expect(words).toContain(shown)
    }
  })

  it('shows the contact when it is frozen', async () => {
    answerLimit({ state: 'frozen' })
    const { places } = openScreen(<LimitScreen />)
    await press('额度已冻结，暂不能借款')
    expect(places).toEqual([])
    expect(screen.getByRole('link', { name: '联系客服' })).toBeTruthy()
  })

  it('shows the minimum draw when it is used up', async () => {
    answerLimit({ available: fen(499_99n) })
    openScreen(<LimitScreen />)
    expect(await screen.findByText('可用额度不足 500.00 元')).toBeTruthy()
  })

  it('offers a new application when it has expired', async () => {
    answerLimit({ state: 'expired' })
    const { outcomes } = openScreen(<LimitScreen />)
    await press('重新申请额度')
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  const due = { amount: fen(1042_42n), dueDate: localDate('2026-11-01') }

  it('shows overdue bills first, with a link to the payment', async () => {
    answerLimit({ dueSoon: { ...due, isOverdue: true, days: 14 } })
    openScreen(<LimitScreen />)
    const late = await screen.findByText('已逾期，请尽快还款')
    expect(screen.getByText('逾期 14 天')).toBeTruthy()
    const pay = screen.getByRole('link', { name: '立即还款 1,042.42 元' })
    expect(pay.getAttribute('href')).toBe(`#${routes.repayment.payInstalments.path}`)
    const below = late.compareDocumentPosition(screen.getByText('可用额度'))
    expect(below & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
    expect(screen.getByRole('button', { name: '还清逾期账单后可以借款' })).toBeTruthy()
  })

  it('shows the next bill with its link', async () => {
    answerLimit({ dueSoon: { ...due, isOverdue: false, days: 29 } })
    openScreen(<LimitScreen />)
    expect((await screen.findByText('29 天后到期')).className).toContain('chip-plain')
    const bill = screen.getByRole('link', { name: '查看账单' })
    expect(bill.getAttribute('href')).toBe(`#${routes.repayment.currentBill.path}`)
  })

  it('marks a bill that is due within days', async () => {
    answerLimit({ dueSoon: { ...due, isOverdue: false, days: 7 } })
    openScreen(<LimitScreen />)
    expect((await screen.findByText('7 天后到期')).className).toContain('chip-soon')
  })

  const openDraw = {
    drawNo: 'DRAW-0001',
    amount: fen(13_000_00n),
    state: 'verifying',
    verification: ['sms', 'face'],
    verifyBy: Date.UTC(2026, 10, 15, 6, 20),
    isPurchase: false,
  } as const

  it('shows an open draw apart from what is used, and continues it', async () => {
    answerLimit({ openDraw: { ...openDraw, verification: [...openDraw.verification] } })
    const { places } = openScreen(<LimitScreen />)
    expect(await screen.findByText('待人脸核验')).toBeTruthy()
    expect(screen.getByText('已用 206.56')).toBeTruthy()
    expect(screen.getByText(/另有 13,000.00 元为未放款的借款预留/)).toBeTruthy()
    expect(screen.getByText(/请在 14:20 前完成，超时自动取消/)).toBeTruthy()
    await press('继续借款')
    expect(places).toEqual([`/creditFace/face?${drawParam}=DRAW-0001`])
  })

  it('cancels an open draw once, however often it is tapped', async () => {
    let isOpen = true
    const cancelled: string[] = []
    network.answer(credit.limit, creditShapes.limit, () => ({
      ...limit,
      ...(isOpen && { openDraw: { ...openDraw, verification: ['sms' as const] } }),
    }))
    network.answer(calls.loans.cancel, loansShapes.cancel, ({ drawNo }) => {
      cancelled.push(drawNo)
      isOpen = false
      return { state: 'failed' as const }
    })
    openScreen(<LimitScreen />)
    await press('取消借款')
    const confirm = await screen.findByRole('button', { name: '取消借款 13,000.00 元' })
    await userEvent.dblClick(confirm)
    await waitFor(() => expect(screen.queryByText('待短信验证')).toBeNull())
    expect(cancelled).toEqual(['DRAW-0001'])
    expect(screen.getByText('已用 13,206.56')).toBeTruthy()
  })

  it('shows a draw that can no longer be cancelled with its result', async () => {
    const ordered = { ...openDraw, state: 'processing' as const, verification: [] }
    answerLimit({ openDraw: ordered })
    openScreen(<LimitScreen />)
    const result = await screen.findByRole('link', { name: '查看结果' })
    expect(result.getAttribute('href')).toBe(`#/loan/result?${drawParam}=DRAW-0001`)
    expect(screen.queryByRole('button', { name: '取消借款' })).toBeNull()
  })

  it('can be loaded again after a failure', async () => {
    network.cut(credit.limit)
    openScreen(<LimitScreen />)
    expect(await screen.findByText('额度查询失败')).toBeTruthy()
    answerLimit()
    await press('重新加载')
    expect(await screen.findByRole('button', { name: '去借款' })).toBeTruthy()
  })
})
