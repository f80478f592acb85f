import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { BrokenPeriod, DayCount } from '@qingzhou/domain/calendar/period'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import type { Method } from '@qingzhou/domain/loans/amortise'
import type { Instalment, Loan, PartName, Parts } from '@qingzhou/domain/loans/loan'
import { addParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import type { Conventions } from '@qingzhou/domain/loans/terms'
import { fen, subtract, type Money, type Rounding } from '@qingzhou/domain/money/money'

/**
 * The composite types `loan_terms` and `instalment` as text. Their values are numbers, dates and
 * words, which PostgreSQL never quotes. A null is an empty field.
 */

/** The fields of `loan_terms`, in its order. */
export const termFields = [
  'late_rate_percent',
  'late_rate_ppm_max',
  'late_grace_days',
  'late_principal_first_after_days',
  'day_count',
  'rounding',
  'broken_period',
  'instalment_unit_fen',
  'after_early_part',
  'method',
  'months',
  'coupon_kind',
  'coupon_value',
  'closed_days',
] as const

const termAt = positionsOf(termFields)

export function termsText({ method, monthsAgreed, conventions, coupon }: Loan): string {
  const { late } = conventions
  return rowText(termFields, {
    late_rate_percent: late.ratePercent,
    late_rate_ppm_max: late.ratePpmMax,
    late_grace_days: late.graceDays,
    late_principal_first_after_days: late.principalFirstAfterDays,
    day_count: conventions.dayCount,
    rounding: conventions.rounding,
    broken_period: conventions.brokenPeriod,
    instalment_unit_fen: conventions.instalmentUnit,
    after_early_part: conventions.afterEarlyPart,
    method,
    months: monthsAgreed,
    coupon_kind: coupon?.kind,
    coupon_value: couponValue(coupon),
    closed_days: conventions.closedDays?.join(';'),
  })
}

export function termsOf(
  text: string,
): Pick<Loan, 'method' | 'monthsAgreed' | 'conventions' | 'coupon'> {
  const read = fieldsOf(termAt, text.slice(1, -1))
  const ratePpmMax = read('late_rate_ppm_max')
  const coupon = couponOf(read('coupon_kind'), read('coupon_value'))
  const closedDays = read('closed_days')
  // Written only by termsText.
  return {
    method: read('method') as Method,
    monthsAgreed: Number(read('months')),
    conventions: {
      dayCount: read('day_count') as DayCount,
      rounding: read('rounding') as Rounding,
      brokenPeriod: read('broken_period') as BrokenPeriod,
      instalmentUnit: fen(BigInt(read('instalment_unit_fen'))),
      afterEarlyPart: read('after_early_part') as Conventions['afterEarlyPart'],
      ...(closedDays && { closedDays: closedDays.split(';') as LocalDate[] }),
      late: {
        ratePercent: BigInt(read('late_rate_percent')),
        graceDays: Number(read('late_grace_days')),
        principalFirstAfterDays: Number(read('late_principal_first_after_days')),
        ...(ratePpmMax && { ratePpmMax: BigInt(ratePpmMax) }),
      },
    },
    ...(coupon && { coupon }),
  }
}

/** The fields of `instalment_fields`, in its order. */
export const instalmentFields = [
  'period_from',
  'period_to',
  'period_days360',
  'due_on',
  'penalty_since',
  'fee_open_fen',
  'penalty_open_fen',
  'interest_open_fen',
  'principal_open_fen',
  'fee_paid_fen',
  'penalty_paid_fen',
  'interest_paid_fen',
  'principal_paid_fen',
  'fee_waived_fen',
  'penalty_waived_fen',
  'interest_waived_fen',
  'principal_waived_fen',
  'deferral_interest_fen',
  'deferral_microfen',
  'penalty_units',
  'prepaid_interest_fen',
  'converted_principal_fen',
] as const

const instalmentAt = positionsOf(instalmentFields)

export function instalmentsText(instalments: readonly Instalment[]): string {
  return `{"${instalments.map(instalmentText).join('","')}"}`
}

function instalmentText(instalment: Instalment): string {
  const { period, dueDate, penaltySince, due, paid, waived } = instalment
  const open = (part: PartName) => nonzero(subtract(subtract(due[part], paid[part]), waived[part]))
  return rowText(instalmentFields, {
    period_from: period.from,
    period_to: period.to,
    period_days360: period.days360,
    due_on: dueDate === period.to ? undefined : dueDate,
    penalty_since: penaltySince === period.to ? undefined : penaltySince,
    fee_open_fen: open('fee'),
    penalty_open_fen: open('penalty'),
    interest_open_fen: open('interest'),
    principal_open_fen: open('principal'),
    fee_paid_fen: nonzero(paid.fee),
    penalty_paid_fen: nonzero(paid.penalty),
    interest_paid_fen: nonzero(paid.interest),
    principal_paid_fen: nonzero(paid.principal),
    fee_waived_fen: nonzero(waived.fee),
    penalty_waived_fen: nonzero(waived.penalty),
    interest_waived_fen: nonzero(waived.interest),
    principal_waived_fen: nonzero(waived.principal),
    deferral_interest_fen: nonzero(instalment.deferralInterest),
    deferral_microfen: nonzero(instalment.deferralMicrofen),
    penalty_units: nonzero(instalment.penaltyUnits),
    prepaid_interest_fen: nonzero(instalment.prepaidInterest),
    converted_principal_fen: nonzero(instalment.convertedPrincipal),
  })
}

function nonzero(amount: bigint): bigint | undefined {
  return amount === 0n ? undefined : amount
}

/** Without the instalments after the end of a loan that was shortened. */
export function instalmentsOf(text: string): Instalment[] {
  const rows = text.slice(3, -3).split(')","(').map(instalmentOf)
  const last = rows.findLastIndex(({ due }) => sumOfParts(due) > 0n)
  return rows.slice(0, Math.max(1, last + 1))
}

function instalmentOf(text: string, index: number): Instalment {
  const read = fieldsOf(instalmentAt, text)
  const amount = (name: (typeof instalmentFields)[number]): Money => fen(BigInt(read(name)))
  const partsOf = (side: 'open' | 'paid' | 'waived'): Parts => ({
    fee: amount(`fee_${side}_fen`),
    penalty: amount(`penalty_${side}_fen`),
    interest: amount(`interest_${side}_fen`),
    principal: amount(`principal_${side}_fen`),
  })
  const paid = partsOf('paid')
  const waived = partsOf('waived')
  // The database has dates as `LocalDate` has them.
  const to = read('period_to') as LocalDate
  return {
    n: index + 1,
    period: { from: read('period_from') as LocalDate, to, days360: Number(read('period_days360')) },
    dueDate: (read('due_on') as LocalDate) || to,
    due: addParts(partsOf('open'), addParts(paid, waived)),
    paid,
    waived,
    deferralInterest: amount('deferral_interest_fen'),
    deferralMicrofen: amount('deferral_microfen'),
    penaltyUnits: amount('penalty_units'),
    prepaidInterest: amount('prepaid_interest_fen'),
    convertedPrincipal: amount('converted_principal_fen'),
    penaltySince: (read('penalty_since') as LocalDate) || to,
  }
}

function rowText<Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, unknown>>,
): string {
  return `(${names.map((name) => values[name] ?? '').join(',')})`
}

/** Reads a field by name. A null is the empty text, which `BigInt` reads as zero. */
function fieldsOf<Name extends string>(at: Positions<Name>, text: string): (name: Name) => string {
  const values = text.split(',')
  return (name) => values[at[name]] ?? ''
}

type Positions<Name extends string> = Readonly<Record<Name, number>>

function positionsOf<Name extends string>(names: readonly Name[]): Positions<Name> {
  // Its keys are the names.
  return Object.fromEntries(names.map((name, index) => [name, index])) as Positions<Name>
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

function couponOf(kind: string, text: string): CouponBenefit | undefined {
  const value = BigInt(text)
  switch (kind) {
    case 'interest-free-days':
      return { kind, days: Number(value) }
    case 'interest-share-off':
      return { kind, sharePpm: value }
    case 'sum-off-first-instalment':
      return { kind, amount: fen(value) }
    default:
      return undefined
  }
}
