import {
  isOpen,
  partNames,
  type Instalment,
  type PartName,
  type Parts,
} from '@qingzhou/domain/loans/loan'
import type { KeptLoan } from './loan-rows.ts'

type Column<Kept> = { readonly name: string; readonly of: (kept: Kept) => unknown }

/** What was agreed when the loan was opened. */
export const signed: readonly Column<KeptLoan>[] = [
  { name: 'loan_no', of: ({ loanNo }) => loanNo },
  { name: 'origin', of: ({ origin }) => origin },
  { name: 'lender', of: ({ lender }) => lender },
  { name: 'purpose', of: ({ purpose }) => purpose },
  { name: 'coupon_no', of: ({ couponNo }) => couponNo },
  { name: 'amount_fen', of: ({ loan }) => loan.amount },
  { name: 'start_on', of: ({ loan }) => loan.start },
  { name: 'method', of: ({ loan }) => loan.method },
  { name: 'day_count', of: ({ loan }) => loan.conventions.dayCount },
  { name: 'rounding', of: ({ loan }) => loan.conventions.rounding },
  { name: 'broken_period', of: ({ loan }) => loan.conventions.brokenPeriod },
  { name: 'instalment_unit_fen', of: ({ loan }) => loan.conventions.instalmentUnit },
  { name: 'after_early_part', of: ({ loan }) => loan.conventions.afterEarlyPart },
  { name: 'late_rate_percent', of: ({ loan }) => loan.conventions.late.ratePercent },
  { name: 'late_grace_days', of: ({ loan }) => loan.conventions.late.graceDays },
  {
    name: 'late_principal_first_after_days',
    of: ({ loan }) => loan.conventions.late.principalFirstAfterDays,
  },
]

/** What a step may change of a loan. */
export const changing: readonly Column<KeptLoan>[] = [
  { name: 'joined_into', of: ({ joinedInto }) => joinedInto },
  { name: 'annual_rate_ppm', of: ({ loan }) => loan.annualRatePpm },
  { name: 'accrual_since', of: ({ loan }) => loan.accrual.since },
  { name: 'accrual_microfen', of: ({ loan }) => loan.accrual.microfen },
  { name: 'delayed_on', of: ({ loan }) => arrayOf(loan.delays) },
  { name: 'limit_held_fen', of: ({ limitHeld }) => limitHeld },
  { name: 'is_settled', of: ({ loan }) => !loan.instalments.some(isOpen) },
  { name: 'next_due_on', of: ({ loan }) => loan.instalments.find(isOpen)?.dueDate },
  { name: 'booked_until', of: ({ bookedUntil }) => bookedUntil },
]

export type InstalmentColumn = Column<Instalment> & {
  readonly type: 'integer' | 'date' | 'bigint'
}

/** What a step may change of an instalment. */
export const changingOfInstalment: readonly InstalmentColumn[] = [
  { name: 'period_from', type: 'date', of: ({ period }) => period.from },
  { name: 'period_to', type: 'date', of: ({ period }) => period.to },
  { name: 'period_days360', type: 'integer', of: ({ period }) => period.days360 },
  { name: 'due_on', type: 'date', of: ({ dueDate }) => dueDate },
  { name: 'delay_interest_fen', type: 'bigint', of: ({ delayInterest }) => delayInterest },
  { name: 'penalty_since', type: 'date', of: ({ penaltySince }) => penaltySince },
  ...partColumns('due', ({ due }) => due),
  ...partColumns('paid', ({ paid }) => paid),
  ...partColumns('waived', ({ waived }) => waived),
]

export const ofInstalment: readonly InstalmentColumn[] = [
  { name: 'n', type: 'integer', of: ({ n }) => n },
  ...changingOfInstalment,
]

function partColumns(side: string, partsOf: (instalment: Instalment) => Parts): InstalmentColumn[] {
  return partNames.map((part: PartName) => ({
    name: `${side}_${part}_fen`,
    type: 'bigint',
    of: (instalment) => partsOf(instalment)[part],
  }))
}

/** An array as PostgreSQL writes it. Numbers and days need no quoting. */
export function arrayOf(values: readonly unknown[]): string {
  return `{${values.join(',')}}`
}
