import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import type { History, Stretch } from '@qingzhou/domain/loans/history'
import type { Instalment, Loan, PartName, Parts } from '@qingzhou/domain/loans/loan'
import { isOpen, nextDueDate, partNames } from '@qingzhou/domain/loans/loan'
import { fen, subtract } from '@qingzhou/domain/money/money'
import type { LoanRecord } from './loan-rows.ts'

type Column<Kept> = { readonly name: string; readonly of: (record: Kept) => unknown }

/** Columns of the agreed terms, which never change. */
export const signed: readonly Column<LoanRecord>[] = [
  { name: 'loan_no', of: ({ loanNo }) => loanNo },
  { name: 'origin', of: ({ origin }) => origin },
  { name: 'product', of: ({ product }) => product },
  { name: 'lender', of: ({ lender }) => lender },
  { name: 'purpose', of: ({ purpose }) => purpose },
  { name: 'coupon_no', of: ({ couponNo }) => couponNo },
  { name: 'card_id', of: ({ cardId }) => cardId },
  { name: 'amount_fen', of: ({ loan }) => loan.amount },
  { name: 'start_on', of: ({ loan }) => loan.start },
  { name: 'method', of: ({ loan }) => loan.method },
  { name: 'months_agreed', of: ({ loan }) => loan.monthsAgreed },
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
  { name: 'late_rate_ppm_max', of: ({ loan }) => loan.conventions.late.ratePpmMax },
  { name: 'coupon_kind', of: ({ loan }) => loan.coupon?.kind },
  { name: 'coupon_value', of: ({ loan }) => couponValue(loan.coupon) },
  { name: 'is_replayable', of: ({ isReplayable }) => isReplayable },
]

/** Columns that an event may change. */
export const changing: readonly Column<LoanRecord>[] = [
  { name: 'consolidated_into', of: ({ consolidatedInto }) => consolidatedInto },
  { name: 'defaulted_on', of: ({ defaultedOn }) => defaultedOn },
  { name: 'reversed_on', of: ({ reversedOn }) => reversedOn },
  { name: 'return_requested_on', of: ({ returnAskedOn }) => returnAskedOn },
  { name: 'annual_rate_ppm', of: ({ loan }) => loan.annualRatePpm },
  { name: 'level_instalment_fen', of: ({ loan }) => loan.level },
  { name: 'accrual_since', of: ({ loan }) => loan.accrual.since },
  { name: 'accrual_microfen', of: ({ loan }) => loan.accrual.microfen },
  {
    name: 'delayed_on',
    of: ({ loan: { delays } }) => (delays.length > 0 ? arrayOf(delays) : null),
  },
  { name: 'limit_used_fen', of: ({ limitUsed }) => limitUsed },
  { name: 'is_settled', of: ({ loan }) => !loan.instalments.some(isOpen) },
  { name: 'first_open', of: ({ loan }) => loan.instalments.find(isOpen)?.n },
  { name: 'next_due_on', of: ({ loan }) => nextDueDate(loan) },
  { name: 'booked_until', of: ({ bookedUntil }) => bookedUntil },
  { name: 'history', of: ({ loan }) => historyText(loan) },
]

type PlanColumn = Column<Instalment> & {
  /** The default value. If all instalments have it, the column is null. */
  readonly usual?: (instalment: Instalment) => unknown
}

/** The plan: one array per column, with one element per instalment. */
export const planned: readonly PlanColumn[] = [
  { name: 'period_from', of: ({ period }) => period.from },
  { name: 'period_to', of: ({ period }) => period.to },
  { name: 'period_days360', of: ({ period }) => period.days360 },
  { name: 'due_on', of: ({ dueDate }) => dueDate, usual: ({ period }) => period.to },
  {
    name: 'penalty_since',
    of: ({ penaltySince }) => penaltySince,
    usual: ({ period }) => period.to,
  },
  { name: 'delay_interest_fen', of: ({ deferralInterest }) => deferralInterest, usual: () => 0n },
  { name: 'delay_microfen', of: ({ deferralMicrofen }) => deferralMicrofen, usual: () => 0n },
  { name: 'penalty_units', of: ({ penaltyUnits }) => penaltyUnits, usual: () => 0n },
  { name: 'prepaid_interest_fen', of: ({ prepaidInterest }) => prepaidInterest, usual: () => 0n },
  {
    name: 'converted_principal_fen',
    of: ({ convertedPrincipal }) => convertedPrincipal,
    usual: () => 0n,
  },
  ...partColumns('open', openPart),
  ...partColumns('paid', ({ paid }, part) => paid[part]),
  ...partColumns('waived', ({ waived }, part) => waived[part]),
]

function partColumns(
  side: string,
  amountOf: (instalment: Instalment, part: PartName) => Parts[PartName],
): PlanColumn[] {
  return partNames.map((part) => ({
    name: `${side}_${part}_fen`,
    of: (instalment) => amountOf(instalment, part),
    usual: () => 0n,
  }))
}

function openPart({ due, paid, waived }: Instalment, part: PartName): Parts[PartName] {
  return subtract(subtract(due[part], paid[part]), waived[part])
}

/** Whether a payment on time, an overdue one or an accrued day changes a column. */
function isUsual({ name }: { readonly name: string }): boolean {
  return [
    'accrual_since',
    'accrual_microfen',
    'limit_used_fen',
    'is_settled',
    'first_open',
    'next_due_on',
    'booked_until',
    'history',
    'penalty_since',
    'penalty_units',
    'open_penalty_fen',
    'open_interest_fen',
    'open_principal_fen',
    'paid_penalty_fen',
    'paid_interest_fen',
    'paid_principal_fen',
  ].includes(name)
}

export const usual = { changing: changing.filter(isUsual), planned: planned.filter(isUsual) }

const unusual = {
  changing: changing.filter((column) => !isUsual(column)),
  planned: planned.filter((column) => !isUsual(column)),
}

/** Whether two versions of a loan differ in no other columns than the usual ones. */
export function isUsualChange(before: LoanRecord, after: LoanRecord): boolean {
  const old = before.loan.instalments
  const { instalments } = after.loan
  if (instalments.length !== old.length) return false
  if (unusual.changing.some(({ of }) => of(before) !== of(after))) return false
  return instalments.every((instalment, index) => {
    const earlier = old[index]
    if (earlier === instalment) return true
    return earlier && unusual.planned.every(({ of }) => of(earlier) === of(instalment))
  })
}

/** A plan column as a PostgreSQL array literal, or null. */
export function planColumnOf(
  column: PlanColumn,
  instalments: readonly Instalment[],
): string | null {
  const { of, usual } = column
  if (usual && instalments.every((one) => of(one) === usual(one))) return null
  return arrayOf(instalments.map(of))
}

/** A PostgreSQL array literal. Numbers and dates need no quoting. */
export function arrayOf(values: readonly unknown[]): string {
  return `{${values.join(',')}}`
}

/** The stored form of a stretch. It is compact, because a loan has one per period and change. */
type StoredStretch = [
  n: number,
  kind: Stretch['kind'] | 'penalty',
  from: LocalDate,
  to: LocalDate,
  principal: string,
  annualRatePpm: string,
  periodFrom: LocalDate,
  periodTo: LocalDate,
  days360: number,
]

type StoredHistory = {
  since: LocalDate
  stretches: StoredStretch[]
  isCouponUsed?: true
  firstDue?: LocalDate
  givenUp?: [n: number, interest: string][]
  exposure?: [since: LocalDate, fenDays: string, penaltyTakenOver: string]
}

function historyText({ history, exposure }: Loan): string {
  const { since, stretches, isCouponUsed, firstDue, givenUp } = history
  const stored: StoredHistory = {
    since,
    ...(isCouponUsed && { isCouponUsed }),
    ...(firstDue && { firstDue }),
    ...(givenUp && { givenUp: givenUp.map(({ n, interest }) => [n, String(interest)]) }),
    ...(exposure && {
      exposure: [exposure.since, String(exposure.fenDays), String(exposure.penaltyTakenOver)],
    }),
    stretches: stretches.map(({ n, kind, from, to, principal, annualRatePpm, period }) => {
      const amounts = [String(principal), String(annualRatePpm)] as const
      return [n, kind, from, to, ...amounts, period.from, period.to, period.days360]
    }),
  }
  return JSON.stringify(stored)
}

/**
 * Parses a history and the exposure beside it. A loan from before histories were stored gets one
 * that starts at its booked day.
 */
export function historyOf(
  text: string | null,
  bookedUntil: LocalDate,
): Pick<Loan, 'history' | 'exposure'> {
  if (text === null) return { history: { since: bookedUntil, stretches: [] } }
  // Written only by historyText.
  const { since, stretches, isCouponUsed, firstDue, givenUp, exposure } = JSON.parse(
    text,
  ) as StoredHistory
  const history: History = {
    since,
    ...(isCouponUsed && { isCouponUsed }),
    ...(firstDue && { firstDue }),
    ...(givenUp && {
      givenUp: givenUp.map(([n, interest]) => ({ n, interest: fen(BigInt(interest)) })),
    }),
    stretches: stretches.flatMap(
      ([n, kind, from, to, principal, ppm, periodFrom, periodTo, days360]) => {
        // Earlier versions also stored overdue days.
        if (kind === 'penalty') return []
        const period = { from: periodFrom, to: periodTo, days360 }
        const amounts = { principal: fen(BigInt(principal)), annualRatePpm: BigInt(ppm) }
        return [{ n, kind, from, to, ...amounts, period }]
      },
    ),
  }
  if (!exposure) return { history }
  const [countedUntil, fenDays, penaltyTakenOver] = exposure
  return {
    history,
    exposure: {
      since: countedUntil,
      fenDays: BigInt(fenDays),
      penaltyTakenOver: fen(BigInt(penaltyTakenOver)),
    },
  }
}

function couponValue(coupon: CouponBenefit | undefined): bigint | undefined {
  switch (coupon?.kind) {
    case 'interest-free-days':
      return BigInt(coupon.days)
    case 'interest-share-off':
      return coupon.sharePpm
    case 'sum-off-first-instalment':
      return coupon.amount
    default:
      return undefined
  }
}

export function couponOf(
  kind: CouponBenefit['kind'] | null,
  value: bigint | null,
): CouponBenefit | undefined {
  if (kind === null || value === null) return undefined
  if (kind === 'interest-free-days') return { kind, days: Number(value) }
  return kind === 'interest-share-off' ? { kind, sharePpm: value } : { kind, amount: fen(value) }
}
