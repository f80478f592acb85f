import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import DeferralScreen from './deferral-screen.tsx'
import type { DeferralOffers } from './deferral-queries.ts'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'

const { deferralOffer, defer } = calls.repayment

const network = connectNetworkForFile()
let deferrals: Input<typeof repaymentShapes.defer>[]

const calm: DeferralOffers['loans'][number] = {
  loan: loanOf('CALM'),
  instalment: instalmentOf('CALM', 6),
  daysMax: 30,
  deferralsLeft: 2,
}
const late: DeferralOffers['loans'][number] = {
  loan: loanOf('LATE', { purposeName: '装修', state: 'overdue' }),
  daysMax: 0,
  deferralsLeft: 2,
  refusal: '逾期超过 3 天，不能延期',
}

function offer(...loans: DeferralOffers['loans']) {
  network.answer(deferralOffer, repaymentShapes.deferralOffer, ({ loanNo, days }) => ({
    today: localDate('2026-11-15'),
    loans,
    quote: loanNo === undefined || days === undefined ? undefined : quoteOf(loanNo, days),
  }))
}

const quoteOf = (loanNo: string, days: number) => ({
  loanNo,
  n: 6,
  days,
  dueDate: localDate('2026-11-20'),
  newDueDate: localDate(`2026-12-0${days === 15 ? 5 : 1}`),
  amount: fen(1079_82n),
  newAmount: fen(1079_82n + BigInt(days)),
  cost: fen(BigInt(days)),
  before: [instalmentOf(loanNo, 6)],
  after: [instalmentOf(loanNo, 6, { amount: fen(1079_82n + BigInt(days)) })],
  validOn: localDate('2026-11-15'),
  quoteId: `quote-of-${days}-days`,
})

function answerDeferral() {
  network.answer(defer, repaymentShapes.defer, (request) => {
    deferrals.push(request)
    const { newDueDate, newAmount, cost } = quoteOf(request.loanNo, request.days)
    return { newDueDate, newAmount, cost }
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function askFor15Days() {
  await userEvent.click(await button('15 天'))
  await screen.findByText('1,079.97')
  await userEvent.click(await screen.findByRole('checkbox'))
  await userEvent.type(screen.getByLabelText('短信验证码'), '12345')
  await userEvent.click(await button('申请延期 15 天'))
}

describe('deferral of an instalment', () => {
  beforeEach(() => {
    localStorage.clear()
    deferrals = []
    offer(calm, late)
    answerDeferral()
    network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, () => ({
      agreements: [
        {
          code: 'deferral',
          version: '2026.11',
          title: '延期还款协议',
          isSeparate: false,
          blocks: [],
        },
      ],
    }))
  })
  afterEach(cleanup)

  it('shows why a loan cannot be deferred', async () => {
    openScreen(<DeferralScreen />)
    await screen.findByText('逾期超过 3 天，不能延期')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /装修/ }).disabled).toBe(true)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /第 6\/12 期/ }).checked).toBe(true)
  })

  it('tells two loans of the same purpose and amount apart by their numbers', async () => {
    offer(calm, { ...calm, loan: loanOf('SAME'), instalment: instalmentOf('SAME', 6) })
    openScreen(<DeferralScreen />)
    await screen.findByRole('radio', { name: /借据尾号 CALM/ })
    await userEvent.click(screen.getByRole('radio', { name: /借据尾号 SAME/ }))
    await userEvent.click(await button('15 天'))
    await screen.findByText('1,079.97')
  })

  it('requires a tick of the agreement and a code', async () => {
    openScreen(<DeferralScreen />)
    await screen.findByRole('checkbox')
    await userEvent.click(await button('申请延期 7 天'))
    expect(screen.getByText('请先阅读并勾选同意')).toBeDefined()
    expect(screen.getByText('请输入短信验证码')).toBeDefined()
    expect(screen.queryByRole('button', { name: /确认延期到/ })).toBeNull()
  })

  it('opens the plans before and after, and comes back to the chosen days', async () => {
    const { places } = openScreen(<DeferralScreen />)
    await userEvent.click(await button('15 天'))
    await screen.findByText('1,079.97')
    await userEvent.click(await button('查看还款计划的变化'))
    const query = 'loanNo=CALM&days=15'
    expect(places).toEqual([`/wxChannel/delayRepay?${query}`, `/repay/repaymentPlan?${query}`])
    cleanup()
    window.location.hash = `#/wxChannel/delayRepay?${query}`
    openScreen(<DeferralScreen />)
    await button('申请延期 15 天')
    window.location.hash = ''
  })

  it('[2.134] defers once exactly as quoted, however often it is tapped', async () => {
    openScreen(<DeferralScreen />)
    await askFor15Days()
    await userEvent.dblClick(await button('确认延期到 12月5日'))
    await screen.findByText('延期成功')
    screen.getByText('剩余待还本金')
    screen.getByText('6,217.40 元')
    const plan = screen.getByRole('link', { name: '查看还款计划' })
    expect(plan.getAttribute('href')).toBe('#/repay/repayPlan?loanNo=CALM')
    expect(deferrals).toHaveLength(1)
    expect(deferrals[0]).toMatchObject({
      loanNo: 'CALM',
      days: 15,
      quoteId: 'quote-of-15-days',
      agreed: [{ code: 'deferral', version: '2026.11' }],
      dynamicCode: '12345',
    })
  })

  it('repeats the same number without an answer, even after a reload', async () => {
    openScreen(<DeferralScreen />)
    await askFor15Days()
    network.cut(defer)
    await userEvent.click(await button('确认延期到 12月5日'))
    await screen.findByRole('alert')
    const requestNo = storedDraft('deferral')['requestNo']
    cleanup()

    answerDeferral()
    openScreen(<DeferralScreen />)
    await askFor15Days()
    await userEvent.click(await button('确认延期到 12月5日'))
    await screen.findByText('延期成功')
    expect(deferrals.map((request) => request.requestNo)).toEqual([requestNo])
  })

  it('shows the refusal and uses another number for the next attempt', async () => {
    openScreen(<DeferralScreen />)
    network.answer(defer, repaymentShapes.defer, () => {
      throw new Refusal(codes.accountState, '有一笔还款正在处理，请稍后再试')
    })
    await askFor15Days()
    await userEvent.click(await button('确认延期到 12月5日'))
    await screen.findByText('有一笔还款正在处理，请稍后再试')
    await waitFor(() => expect(storedDraft('deferral')).toEqual({}))
  })

  it('lets a wrong code be typed again', async () => {
    openScreen(<DeferralScreen />)
    network.answer(defer, repaymentShapes.defer, () => {
      throw new Refusal(codes.invalidField, '短信验证码有误，您还可以输入 4 次')
    })
    await askFor15Days()
    await userEvent.click(await button('确认延期到 12月5日'))
    await screen.findByText('短信验证码有误，您还可以输入 4 次')
    answerDeferral()
    await userEvent.type(screen.getByLabelText('短信验证码'), '54321')
    await userEvent.click(await button('申请延期 15 天'))
    await userEvent.click(await button('确认延期到 12月5日'))
    await screen.findByText('延期成功')
    expect(deferrals.map(({ dynamicCode }) => dynamicCode)).toEqual(['54321'])
  })

  it('shows reasons and alternatives when nothing can be deferred', async () => {
    offer(late)
    openScreen(<DeferralScreen />)
    await screen.findByText('现在不能延期')
    expect(screen.getByText('逾期超过 3 天，不能延期')).toBeDefined()
    expect(screen.getByRole('link', { name: '去还款' })).toBeDefined()
  })
})
