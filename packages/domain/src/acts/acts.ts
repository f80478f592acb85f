import { unreachable } from '#assert.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import type { Loan } from '#loans/loan.ts'
import { ZERO, type Money } from '#money/money.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { granted, type Outcome } from '#refusal.ts'
import type { Settlement } from '#repayment/allocation.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { repayInFull, repayInPart, type Keep } from '#repayment/early-repayment.ts'
import { grantForbearance, type ForbearanceTerms } from '#repayment/forbearance.ts'
import { receivePayment, repayThrough } from '#repayment/repay.ts'
import { convertedBill } from '#restructure/bill-conversion.ts'
import { defaultPlan } from '#restructure/plan-default.ts'
import { waiveAmount, type Waivable } from '#waiver/waive-amount.ts'
import { payWithWaiver, type WaiverOffer } from '#waiver/waiver.ts'

/** What is done to a loan on a day, with its parameters: from its acts alone a loan can be rebuilt. */
export type LoanAct = { readonly on: LocalDate } & (
  | { readonly do: 'pay' | 'settle'; readonly amount: Money }
  | { readonly do: 'pay-through'; readonly amount: Money; readonly through: number }
  | { readonly do: 'repay-part'; readonly amount: Money; readonly keep?: Keep }
  | {
      readonly do: 'pay-with-waiver'
      readonly amount: Money
      readonly offer: WaiverOffer
      readonly orderedOn?: LocalDate
    }
  /** No money: `waived` is given up of a charge that is due. */
  | { readonly do: 'waive-amount'; readonly part: Waivable; readonly waived: Money }
  | { readonly do: 'defer'; readonly days: number }
  | { readonly do: 'forbear'; readonly days: number; readonly asked?: ForbearanceTerms }
  /** The day of the act is the last one at the old rate. */
  | { readonly do: 'cut-rate'; readonly annualRatePpm: bigint }
  /** The bill that was converted, and the amount that the new loan took over. */
  | { readonly do: 'convert-bill'; readonly n: number; readonly amount: Money }
  | { readonly do: 'default' }
)

/** Applies an act to a loan. */
export function applyAct(loan: Loan, act: LoanAct): Outcome<Settlement> {
  const { on: today } = act
  switch (act.do) {
    case 'pay':
      return receivePayment(loan, { amount: act.amount, today })
    case 'settle':
      return repayInFull(loan, { amount: act.amount, today })
    case 'pay-through':
      return repayThrough(loan, { amount: act.amount, through: act.through, today })
    case 'repay-part':
      return repayInPart(loan, { amount: act.amount, today, ...(act.keep && { keep: act.keep }) })
    case 'pay-with-waiver': {
      const { amount, offer, orderedOn = today } = act
      return payWithWaiver(loan, { amount, offer, orderedOn, today })
    }
    case 'waive-amount':
      return withoutPayment(waiveAmount(loan, { part: act.part, waived: act.waived, today }))
    case 'defer':
      return settlementOf(deferInstalment(loan, { days: act.days, today }))
    case 'forbear': {
      const { days, asked } = act
      return withoutPayment(grantForbearance(loan, { days, today, ...(asked && { asked }) }))
    }
    case 'cut-rate': {
      const { annualRatePpm } = act
      return withoutPayment(cutRate(loan, { annualRatePpm, from: addDays(today, 1), today }))
    }
    case 'convert-bill':
      return granted(convertedBill(loan, { n: act.n, amount: act.amount, today }))
    case 'default':
      return settlementOf(defaultPlan(loan, today))
    default:
      return unreachable(act)
  }
}

function settlementOf(outcome: Outcome<Loan>): Outcome<Settlement> {
  return outcome.ok ? granted({ loan: outcome.value, allocations: [], overpaid: ZERO }) : outcome
}

function withoutPayment(outcome: Outcome<{ loan: Loan; overpaid: Money }>): Outcome<Settlement> {
  return outcome.ok ? granted({ ...outcome.value, allocations: [] }) : outcome
}
