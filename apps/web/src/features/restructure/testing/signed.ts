import type { LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import type { Evidence } from '@qingzhou/contract/features/evidence'
import type {
  OpenPlan,
  PlanDetail,
  PlanQuote,
  BillConversionQuote,
  SignedPlan,
} from '@qingzhou/contract/features/restructure'
import { addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { ZERO, add, fen, sum } from '@qingzhou/domain/money/money'
import type { LoanBill } from '#features/restructure/choose/loan-bill.ts'
import type { HardshipDocument } from '#features/restructure/documents/hardship-document.tsx'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'
import type { ConversionOffers, PlanBills } from '../queries.ts'

/** An overdue loan; each test changes what it needs. */
function lateBill(loanNo: string, changes: Partial<LoanSummary> = {}): LoanBill {
  const loan: LoanSummary = {
    loanNo,
    productNo: '103001',
    purposeName: '日常消费',
    amount: fen(12_000_00n),
    drawnOn: localDate('2026-03-20'),
    months: 12,
    methodName: '等额本息',
    annualRate: 144_000n,
    state: 'overdue',
    next: { n: 6, dueDate: localDate('2026-09-20'), amount: fen(1079_82n), daysOverdue: 56 },
    principalLeft: fen(6000_00n),
    payoff: fen(6110_00n),
    ...changes,
  }
  const open = {
    fee: ZERO,
    penalty: fen(10_00n),
    interest: fen(100_00n),
    principal: fen(6000_00n),
  }
  return { loan, open, lender: 'consumer-finance' }
}

export const late = lateBill('LATE-1')
export const later = lateBill('LATE-2', { purposeName: '装修' })
export const calm: LoanBill = {
  ...lateBill('CALM', { purposeName: '旅游', state: 'open' }),
  refusal: '没有逾期，不需要个性化分期',
}

export function billsOf(loans: readonly LoanBill[], openPlan?: OpenPlan): PlanBills {
  return {
    today,
    monthsMin: 6,
    monthsMax: 60,
    monthsWithoutDocument: 36,
    loans: [...loans],
    openPlan,
  }
}

export function planAt(step: OpenPlan['step'], changes: Partial<OpenPlan> = {}): OpenPlan {
  return { planNo: 'PLAN-0001', step, loanNos: ['LATE-1'], months: 12, ...changes }
}

/** A quote of 6,110.00 yuan; the figures only need to differ by months. */
export function quoteOf(loanNos: readonly string[], months: number): PlanQuote {
  const plan = Array.from({ length: months }, (_, index) => ({
    n: index + 1,
    dueDate: addMonths(today, index + 1),
    principal: fen(6000_00n / BigInt(months)),
    interest: fen(BigInt(months) * 100n),
    fee: ZERO,
    given: ZERO,
    amount: add(fen(6000_00n / BigInt(months)), fen(BigInt(months) * 100n)),
    balance: ZERO,
  }))
  const totalInterest = sum(plan.map(({ interest }) => interest))
  return {
    loanNos: [...loanNos],
    months,
    amount: fen(6110_00n),
    parts: late.open,
    plan,
    firstAmount: plan[0]?.amount ?? ZERO,
    totalInterest,
    totalFees: ZERO,
    totalDiscount: ZERO,
    totalAmount: sum(plan.map(({ amount }) => amount)),
    annualRate: 86_400n,
    annualCost: 86_400n,
    saved: fen(321_00n),
    oldRate: 144_000n,
    needsDocument: months > 36,
    hasDocument: false,
    costSheet: {
      principal: fen(6110_00n),
      charges: [{ name: '利息', amount: totalInterest, chargedBy: '轻舟消费金融', how: '按月' }],
      total: totalInterest,
      annualCost: 86_400n,
      late: [{ name: '罚息', how: '合同利率的 1.5 倍' }],
      readSeconds: 0,
      digest: `digest-of-${months}-months`,
    },
    validOn: today,
    quoteId: `quote-of-${months}-months`,
  }
}

const today = localDate('2026-11-15')

export const cardOf = (cardId: string, lastFour: string) => ({
  cardId,
  bankCode: 'ABC',
  bankName: '江海银行',
  lastFour,
  singleLimit: fen(50_000_00n),
  dayLimit: fen(100_000_00n),
})

/** A plan whose second instalment is next; each test changes what it needs. */
export function newSignedPlan(changes: Partial<SignedPlan> = {}): SignedPlan {
  return {
    loanNo: 'PLAN-LOAN',
    kind: 'personalised',
    state: 'open',
    signedOn: localDate('2026-09-20'),
    amount: fen(6110_00n),
    months: 12,
    annualRate: 86_400n,
    next: instalmentOf('PLAN-LOAN', 2),
    paidCount: 1,
    paidTotal: fen(1079_82n),
    leftTotal: fen(5300_00n),
    ...changes,
  }
}

export function detailOf(changes: Partial<SignedPlan> = {}): PlanDetail {
  const plan = newSignedPlan(changes)
  const isLate = plan.state === 'overdue' || plan.state === 'broken'
  const second = isLate ? ({ state: 'overdue', daysOverdue: 26 } as const) : {}
  return {
    today,
    plan,
    instalments: Array.from({ length: plan.months }, (_, index) => {
      if (plan.state === 'settled' || index === 0) {
        return instalmentOf(plan.loanNo, index + 1, { state: 'settled', amount: ZERO })
      }
      return instalmentOf(plan.loanNo, index + 1, index === 1 ? second : {})
    }),
    from: [{ loanNo: 'OLD-1', amount: fen(6110_00n) }],
    agreements: [{ agreementNo: 'AGREEMENT-1', title: '个性化分期还款协议' }],
    card: cardOf('CARD-1', '6217'),
  }
}

export const offers: ConversionOffers = {
  today,
  months: [3, 6, 12],
  bills: [
    { loan: loanOf('LOAN-1'), bill: instalmentOf('LOAN-1', 6) },
    {
      loan: loanOf('LOAN-2', { purposeName: '装修' }),
      refusal: '账单已逾期，可以申请个性化分期',
    },
  ],
}

/** The bill of 1,079.82 yuan in instalments. */
export function conversionQuoteOf(months: number): BillConversionQuote {
  const { plan, firstAmount, totalInterest, totalFees, ...quote } = quoteOf([], months)
  const { totalDiscount, totalAmount, costSheet } = quote
  return {
    loanNo: 'LOAN-1',
    n: 6,
    dueDate: addMonths(today, 1),
    amount: fen(1079_82n),
    months,
    plan,
    firstAmount,
    totalInterest,
    totalFees,
    totalDiscount,
    totalAmount,
    annualRate: 144_000n,
    annualCost: 144_000n,
    costSheet,
    validOn: today,
    quoteId: `second-of-${months}-months`,
  }
}

export function documentOf(
  evidence: Partial<Evidence>,
  changes: Partial<HardshipDocument> = {},
): HardshipDocument {
  return {
    evidence: {
      evidenceNo: 'PROOF-0001',
      subject: 'hardship',
      state: 'toUpload',
      loanNo: 'LATE-1',
      amount: fen(12_000_00n),
      drawnOn: localDate('2026-03-20'),
      purposeName: '日常消费',
      round: 0,
      filesCount: 0,
      ...evidence,
    },
    files: [],
    ...changes,
  }
}
