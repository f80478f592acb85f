import { calls } from '@qingzhou/contract/calls'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import InstalmentListScreen from './instalment-list-screen.tsx'
import LoanDetailScreen from './loan-detail-screen.tsx'

let network: Awaited<ReturnType<typeof connectNetwork>>

const no = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

beforeAll(async () => {
  network = await connectNetwork()
})
afterEach(() => {
  cleanup()
  window.location.hash = ''
})
afterAll(() => vi.unstubAllGlobals())

function open(query: string) {
  window.location.hash = `#/repay/showRepayList?${query}`
  return openScreen(<InstalmentListScreen />)
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

  it('shows the plan of a quote with its coupon and service fee', async () => {
    const requests: object[] = []
    network.answer(calls.loans.quote, loansShapes.quote, (terms) => {
      requests.push(terms)
      return quote
    })
    open('loanAmount=5000.00&instalment=12&repayMethod=equal-instalments&couponId=COUPON-1')
    const plan = await screen.findByRole('table', { name: '还款计划' })
    for (const figure of ['432.88', '含费用 3.00', '已优惠 20.00']) {
      expect(plan.textContent).toContain(figure)
    }
    await screen.findByText(/应还已扣除优惠/)
    expect(requests).toEqual([
      {
        loanAmount: fen(5000_00n),
        instalment: 12,
        repayMethod: 'equal-instalments',
        couponId: 'COUPON-1',
      },
    ])
  })

  it.each([
    '',
    'loanAmount=0&instalment=12&repayMethod=equal-instalments',
    'loanAmount=5000&instalment=-1&repayMethod=equal-instalments',
    'loanAmount=5000&instalment=12&repayMethod=%3Cscript%3E',
    'loanAmount=1e9&instalment=12&repayMethod=equal-instalments',
  ])('names a link without a plan as incomplete (%s)', async (query) => {
    open(query)
    await screen.findByText('没有找到这份计划')
  })
})

describe('one draw in detail', () => {
  it('names the coupon and what it has given', async () => {
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
  loanIdentityDto: { agreementFields: {}, isUnionLoan: false },
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
