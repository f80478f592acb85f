import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { orderParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { nothingOwed } from '#shared/testing/bills.ts'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PaymentResultScreen from './payment-result-screen.tsx'
import PaymentScreen from './payment-screen.tsx'

type Answer = Output<typeof repaymentShapes.payment>

let network: Awaited<ReturnType<typeof connectNetwork>>

function open(payment: Partial<Answer['payment']>, changes: Partial<Answer> = {}) {
  network.answer(calls.repayment.payment, repaymentShapes.payment, ({ paymentNo }) => ({
    payment: {
      paymentNo,
      kind: 'due' as const,
      amount: fen(1000_00n),
      overpaid: ZERO,
      paidOn: localDate('2026-11-15'),
      loanNos: ['LOAN'],
      ...payment,
    },
    allocations: [],
    ...changes,
  }))
  window.location.hash = '#/repay/detail?paymentNo=payment-1'
  openScreen(<PaymentScreen />)
}

describe('one payment', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })
  afterAll(() => vi.unstubAllGlobals())

  it('shows the app that paid', async () => {
    open({ app: 'messenger' })
    await screen.findByText('消息应用支付')
    expect(screen.queryByText('减免金额')).toBeNull()
  })

  it('[2.083] shows the waived amounts', async () => {
    const waived = { principal: ZERO, interest: fen(46_07n), penalty: fen(3_87n), fee: ZERO }
    open({ kind: 'waiver', app: 'wallet' }, { waived })
    const card = (await screen.findByText('减免金额')).closest('section')
    for (const amount of ['46.07', '3.87', '49.94']) expect(card?.textContent).toContain(amount)
  })

  it('adds up the instalments of a settlement, and lists each of them', async () => {
    const paid = { principal: fen(500_00n), interest: fen(6_00n), penalty: ZERO, fee: ZERO }
    const late = { ...paid, penalty: fen(1_50n) }
    const allocations = [
      { loanNo: 'LOAN', n: 11, parts: late },
      { loanNo: 'LOAN', n: 12, parts: paid },
    ]
    open({ kind: 'earlyFull' }, { allocations })
    const table = await screen.findByRole('table', { name: '每期已还' })
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(rows).toEqual(['第 11 期507.50含罚息 1.50500.006.00', '第 12 期506.00500.006.00'])
    const card = screen.getByText('还了 2 期').closest('section')
    expect(card?.querySelector('dl')?.textContent).toContain('已还合计¥1,013.50')
  })

  it('shows the card, and a deleted card as card', async () => {
    open({ bankName: '工商银行', lastFour: '0135' })
    await screen.findByText('工商银行（0135）')
    cleanup()
    open({})
    await screen.findByText('银行卡')
  })
})

type Result = Output<typeof repaymentShapes.result>
type PaymentWithRest = Partial<Output<typeof repaymentShapes.overview>>

/** The result of a payment, with what is left to pay. */
function openResult(result: Partial<Result>, left: PaymentWithRest = {}) {
  network.answer(calls.repayment.result, repaymentShapes.result, ({ requestNo }) => ({
    requestNo,
    state: 'paid' as const,
    amount: fen(1079_82n),
    payBy: 'card' as const,
    bankName: '江海银行',
    lastFour: '6217',
    settledLoanNos: [],
    overpaid: ZERO,
    ...result,
  }))
  network.answer(calls.repayment.overview, repaymentShapes.overview, () => ({
    ...nothingOwed,
    ...left,
  }))
  window.location.hash = `#/repay/resultRepay?${orderParam}=REPAYMENT-0001`
  openScreen(<PaymentResultScreen />)
}

const hrefOf = async (name: string | RegExp) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

describe('the result of a payment', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })
  afterAll(() => vi.unstubAllGlobals())

  it('shows what is left, when the next payment is due, and the record', async () => {
    openResult(
      { paymentNo: 'payment-1' },
      {
        principalLeft: fen(5178_20n),
        nextDueDate: localDate('2026-12-20'),
        nextAmount: fen(1079_82n),
      },
    )
    await screen.findByText('5,178.20 元')
    expect(await hrefOf(/下一还款日.*12月20日.*1,079.82 元/)).toBe('#/repay/repayPlanAll')
    expect(await hrefOf(/还款记录/)).toBe('#/repay/repayDetail?paymentNo=payment-1')
    expect(screen.queryByText('仍有逾期')).toBeNull()
    expect(screen.queryByRole('link', { name: '开具结清证明' })).toBeNull()
  })

  it('leads to the certificate after settling, and to the list after a payment of several loans', async () => {
    openResult({ settledLoanNos: ['LOAN-1'] })
    await screen.findByText('还款成功，借款已结清')
    expect(await hrefOf('开具结清证明')).toBe('#/settlement/setLoanReceipt')
    expect(await hrefOf(/还款记录/)).toBe('#/repay/repayRecord')
    expect(screen.queryByText('下一还款日')).toBeNull()
  })

  it('names an overdue rest and leads to its payment', async () => {
    openResult({}, { overdue: fen(300_00n), principalLeft: fen(300_00n) })
    expect(await hrefOf(/仍有逾期/)).toBe('#/repay/checkoutCounter')
  })
})
