import { calls } from '@qingzhou/contract/calls'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import InstalmentListScreen from './instalment-list-screen.tsx'
import LoanDetailScreen from './loan-detail-screen.tsx'

const network = connectNetworkForFile()

const no = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

afterEach(() => {
  cleanup()
  window.location.hash = ''
})

function open(query: string) {
  window.location.hash = `#/repay/showRepayList?${query}`
  return openScreen(<InstalmentListScreen />)
}

const terms = { amount: '5000.00', months: '12', method: 'equal-instalments' }

function openPlanOf(linked: Readonly<Record<string, string>>) {
  return open(new URLSearchParams(onWire(linked, termNames)).toString())
}

describe('the list of instalments', () => {
  it('shows the plan of a loan', async () => {
    network.answer(calls.repayment.plan, repaymentShapes.plan, ({ loanNo }) => ({
      loan: loanOf(loanNo),
      instalments: [instalmentOf(loanNo, 1, { due: { ...no, principal: fen(987_65n) } })],
    }))
    open('loanNo=LOAN-1')
    const plan = await screen.findByRole('table', { name: '还款计划' })
    expect(plan.textContent).toContain('987.65')
  })

  it('[2.078] shows the plan of a quote with its coupon and service fee', async () => {
    const requests: object[] = []
    network.answer(calls.loans.quote, loansShapes.quote, (asked) => {
      requests.push(asked)
      return quote
    })
    openPlanOf({ ...terms, couponNo: 'COUPON-1' })
    const plan = await screen.findByRole('table', { name: '还款计划' })
    for (const figure of ['432.88', '含费用 3.00', '已优惠 20.00']) {
      expect(plan.textContent).toContain(figure)
    }
    await screen.findByText(/应还已扣除优惠/)
    expect(requests).toEqual([
      {
        amount: fen(5000_00n),
        months: 12,
        method: 'equal-instalments',
        couponNo: 'COUPON-1',
      },
    ])
  })

  it.each([
    {},
    { ...terms, amount: '0' },
    { ...terms, months: '-1' },
    { ...terms, method: '<script>' },
    { ...terms, amount: '1e9' },
  ])('names a link without a plan as incomplete (%o)', async (linked) => {
    openPlanOf(linked)
    await screen.findByText('没有找到这份计划')
  })
})

describe('one draw in detail', () => {
  it('[2.082] names the coupon and what it has given', async () => {
    network.answer(calls.repayment.loan, repaymentShapes.loan, ({ loanNo }) => ({
      loan: loanOf(loanNo),
      borrowerName: '张三',
      idNumber: '110***********0011',
      lenderName: '轻舟消费金融有限公司',
      couponName: '20.00 元立减券',
      couponDiscount: fen(20_00n),
      charged: no,
      paid: no,
      waived: no,
      open: no,
      explained: { fee: [], penalty: [], interest: [], principal: [] },
    }))
    window.location.hash = '#/repay/borrowDetail?loanNo=LOAN-1'
    openScreen(<LoanDetailScreen />)
    await screen.findByText('20.00 元立减券')
    screen.getByText('20.00 元')
  })
})

const quote = {
  plan: [
    {
      n: 1,
      dueDate: localDate('2026-12-15'),
      principal: fen(389_88n),
      interest: fen(60_00n),
      fee: fen(3_00n),
      given: fen(20_00n),
      amount: fen(432_88n),
      balance: fen(4610_12n),
    },
  ],
  firstAmount: fen(432_88n),
  totalInterest: fen(60_00n),
  totalFees: fen(3_00n),
  totalDiscount: fen(20_00n),
  totalAmount: fen(432_88n),
  annualRate: 144_000n,
  annualCost: 144_000n,
  agreementInput: { agreementFields: {}, isUnionLoan: false },
  costSheet: {
    principal: fen(5000_00n),
    charges: [],
    total: fen(60_00n),
    annualCost: 144_000n,
    late: [],
    readSeconds: 5,
    digest: 'digest-of-a-quote',
  },
  quoteId: 'quote-of-a-test',
}
