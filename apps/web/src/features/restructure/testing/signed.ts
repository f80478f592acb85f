import type { PlanDetail, SecondQuote, SignedPlan } from '@qingzhou/contract/features/restructure'
import type { Proof } from '@qingzhou/contract/features/proofs'
import { addMonths, localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'
import type { HardshipDocument } from '#features/restructure/documents/hardship-document.tsx'
import type { ConversionOffers } from '../queries.ts'
import { quoteOf } from './plans.ts'

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
export function signedOf(changes: Partial<SignedPlan> = {}): SignedPlan {
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
  const plan = signedOf(changes)
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
export function conversionQuoteOf(months: number): SecondQuote {
  const { plan, firstAmount, totalInterest, totalFees, ...quote } = quoteOf([], months)
  const { totalGiven, totalAmount, costSheet } = quote
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
    totalGiven,
    totalAmount,
    annualRate: 144_000n,
    annualCost: 144_000n,
    costSheet,
    validOn: today,
    quoteId: `second-of-${months}-months`,
  }
}

export function documentOf(
  proof: Partial<Proof>,
  changes: Partial<HardshipDocument> = {},
): HardshipDocument {
  return {
    proof: {
      proofNo: 'PROOF-0001',
      subject: 'hardship',
      state: 'toUpload',
      loanNo: 'LATE-1',
      amount: fen(12_000_00n),
      drawnOn: localDate('2026-03-20'),
      purposeName: '日常消费',
      round: 0,
      filesCount: 0,
      ...proof,
    },
    files: [],
    ...changes,
  }
}
