import { calls } from '@qingzhou/contract/calls'
import {
  type PlanDetail,
  restructureShapes,
  type SignedPlan,
} from '@qingzhou/contract/features/restructure'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { ConvertedPlanScreen as SecondPlanScreen } from './signed-plan-screen.tsx'
import SignedPlanScreen from './signed-plan-screen.tsx'
import SignedPlansScreen from './signed-plans-screen.tsx'
import { detailOf, newSignedPlan } from '#features/restructure/testing/signed.ts'

const network = connectNetworkForFile()

function answer(plans: readonly SignedPlan[], detail?: PlanDetail) {
  network.answer(calls.restructure.signedPlans, restructureShapes.signedPlans, () => ({
    plans: [...plans],
    detail,
  }))
}

function openPlan(detail: PlanDetail) {
  answer([], detail)
  window.location.hash = '/personalize/signingDetails?loanNo=PLAN-LOAN'
  return openScreen(<SignedPlanScreen />)
}

const hrefOf = (element: HTMLElement) => element.getAttribute('href')

describe('signed plans', () => {
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.107] link to their own pages, settled ones separate', async () => {
    answer([
      newSignedPlan(),
      newSignedPlan({ loanNo: 'SECOND-LOAN', kind: 'billConversion' }),
      newSignedPlan({ loanNo: 'OLD-PLAN', state: 'settled', leftTotal: ZERO, next: undefined }),
    ])
    openScreen(<SignedPlansScreen />)
    const rows = await screen.findAllByRole('link')
    expect(rows.map(hrefOf)).toEqual([
      '#/personalize/signingDetails?loanNo=PLAN-LOAN',
      '#/personalize/subscriptionDetail2?loanNo=SECOND-LOAN',
      '#/personalize/signingDetails?loanNo=OLD-PLAN',
    ])
    screen.getByText('已结清的方案')
  })

  it('show an offer when there are none', async () => {
    answer([])
    openScreen(<SignedPlansScreen />)
    await screen.findByText('还没有签约的分期')
    screen.getByRole('link', { name: '逾期了，申请个性化分期' })
  })

  it('[2.111] show the next payment, its card and how to pay', async () => {
    openPlan(detailOf())
    await screen.findByText(/第 2 期 1,079.82 元，11月20日 到期，届时从江海银行（6217）自动扣款/)
    const pay = screen.getByRole('link', { name: '还款' })
    expect(hrefOf(pay)).toBe('#/personalize/personalizeRepay?loanNo=PLAN-LOAN')
    expect(hrefOf(screen.getByRole('link', { name: '个性化分期还款协议' }))).toBe(
      '#/repay/pdfView?agreementNo=AGREEMENT-1',
    )
  })

  it('warn an overdue customer of the plan default', async () => {
    const { next } = detailOf().plan
    openPlan(detailOf({ state: 'overdue', next: next && { ...next, daysOverdue: 26 } }))
    await screen.findByText(/已逾期 26 天。到期未还满 2 期，分期就会终止/)
    expect(screen.queryByRole('link', { name: '提前还款' })).toBeNull()
  })

  it('explain a plan default and show the contact', async () => {
    openPlan(detailOf({ state: 'broken', defaultedOn: localDate('2026-11-21') }))
    await screen.findByText('分期已于 11月21日 终止')
    screen.getByText(/现需一次还清/)
    screen.getByRole('link', { name: /协商还款/ })
    screen.getByRole('link', { name: '去还款' })
  })

  it('require nothing when settled', async () => {
    openPlan(detailOf({ state: 'settled', leftTotal: ZERO, next: undefined }))
    await screen.findByText('这份分期已经全部还清')
    expect(screen.queryByRole('link', { name: /还款$/ })).toBeNull()
  })

  it('show the instalments around the next one, and all on request', async () => {
    openPlan(detailOf())
    await screen.findByText('各期账单')
    expect(screen.queryByText(/第 7\/12 期/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '查看全部 12 期' }))
    screen.getByText(/第 12\/12 期/)
  })

  it('[2.116] show the converted bill', async () => {
    const detail = detailOf({ kind: 'billConversion', loanNo: 'SECOND-LOAN' })
    network.answer(calls.restructure.convertedPlan, restructureShapes.convertedPlan, () => ({
      ...detail,
      from: [{ loanNo: 'LOAN-0001', n: 6, amount: fen(1079_82n) }],
    }))
    window.location.hash = '/personalize/subscriptionDetail2?loanNo=SECOND-LOAN'
    openScreen(<SecondPlanScreen />)
    const bill = await screen.findByRole('link', { name: '借据（尾号 0001） 第 6 期' })
    expect(hrefOf(bill)).toBe('#/repay/loanNote?loanNo=LOAN-0001')
  })

  it('need a link that names one', async () => {
    openScreen(<SignedPlanScreen />)
    await screen.findByText('没有找到这份分期')
  })
})
