import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { BrokenPeriod, DayCount } from '@qingzhou/domain/calendar/period'
import type { Method } from '@qingzhou/domain/loans/amortise'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import {
  addParts,
  sumOfParts,
  type Instalment,
  type PartName,
  type Parts,
  type Origin,
} from '@qingzhou/domain/loans/loan'
import type { Conventions } from '@qingzhou/domain/loans/terms'
import { fen, type Money, type Rounding } from '@qingzhou/domain/money/money'
import type { Lender, ProductNo } from '@qingzhou/domain/product'
import type { OldLoan } from '@qingzhou/domain/restructure/consolidation-plan'
import { couponOf, historyOf } from './loan-columns.ts'

/** A stored loan: the domain's loan, and the lender's data about it. */
export type LoanRecord = OldLoan & {
  readonly loanNo: string
  readonly purpose: string | undefined
  readonly couponNo: string | undefined
  /** The card that the disbursement went to, or that instalments are debited from. */
  readonly cardId: string | undefined
  readonly consolidatedInto: string | undefined
  /** The day of the plan default, from which the whole balance is due. */
  readonly defaultedOn: LocalDate | undefined
  /** The day of the reversal, after the goods were returned. */
  readonly reversedOn: LocalDate | undefined
  /** Whether today's rules give the loan from its acts. Earlier ones followed other rules. */
  readonly isReplayable: boolean
  /** The limit that it still uses. */
  readonly limitUsed: Money
  /** Interest, penalty and fees are posted to the ledger up to this day. */
  readonly bookedUntil: LocalDate
}

/** The columns of a loan, without the customer. */
export type LoanRow = {
  loan_no: string
  origin: Origin
  product: ProductNo
  lender: Lender
  purpose: string | null
  coupon_no: string | null
  card_id: string | null
  consolidated_into: string | null
  defaulted_on: LocalDate | null
  reversed_on: LocalDate | null
  return_requested_on: LocalDate | null
  amount_fen: bigint
  start_on: LocalDate
  method: Method
  annual_rate_ppm: number
  day_count: DayCount
  rounding: Rounding
  broken_period: BrokenPeriod
  instalment_unit_fen: bigint
  after_early_part: Conventions['afterEarlyPart']
  late_rate_percent: number
  late_grace_days: number
  late_principal_first_after_days: number
  late_rate_ppm_max: number | null
  coupon_kind: CouponBenefit['kind'] | null
  coupon_value: bigint | null
  is_replayable: boolean
  level_instalment_fen: bigint | null
  months_agreed: number | null
  history: string | null
  accrual_since: LocalDate
  accrual_microfen: bigint
  delayed_on: LocalDate[] | null
  limit_used_fen: bigint
  booked_until: LocalDate
  period_from: LocalDate[]
  period_to: LocalDate[]
  period_days360: number[]
  due_on: LocalDate[] | null
  penalty_since: LocalDate[] | null
  delay_interest_fen: bigint[] | null
  delay_microfen: bigint[] | null
  penalty_units: string[] | null
  prepaid_interest_fen: bigint[] | null
  converted_principal_fen: bigint[] | null
} & Record<`${Side}_${PartName}_fen`, bigint[] | null>

type Side = 'open' | 'paid' | 'waived'

export function loanRecordOf(row: LoanRow): LoanRecord {
  const coupon = couponOf(row.coupon_kind, row.coupon_value)
  const instalments = instalmentsOf(row)
  const level = levelOf(row, instalments)
  return {
    loanNo: row.loan_no,
    origin: row.origin,
    product: row.product,
    lender: row.lender,
    purpose: row.purpose ?? undefined,
    couponNo: row.coupon_no ?? undefined,
    cardId: row.card_id ?? undefined,
    consolidatedInto: row.consolidated_into ?? undefined,
    defaultedOn: row.defaulted_on ?? undefined,
    reversedOn: row.reversed_on ?? undefined,
    returnAskedOn: row.return_requested_on ?? undefined,
    isReplayable: row.is_replayable,
    limitUsed: fen(row.limit_used_fen),
    bookedUntil: row.booked_until,
    loan: {
      amount: fen(row.amount_fen),
      start: row.start_on,
      method: row.method,
      annualRatePpm: BigInt(row.annual_rate_ppm),
      conventions: conventionsOf(row),
      instalments,
      monthsAgreed: row.months_agreed ?? instalments.length,
      ...(level !== undefined && { level }),
      accrual: { since: row.accrual_since, microfen: row.accrual_microfen },
      delays: row.delayed_on ?? [],
      ...(coupon && { coupon }),
      ...historyOf(row.history, row.booked_until),
    },
  }
}

/**
 * The level instalment. A loan from before it was stored has it in its plan: the last instalment
 * takes the remainder, the one before it is level.
 */
function levelOf(
  { method, level_instalment_fen: stored }: LoanRow,
  instalments: readonly Instalment[],
): Money | undefined {
  if (stored !== null) return fen(stored)
  const level = instalments.at(-2) ?? instalments.at(-1)
  if (method !== 'equal-instalments' || !level) return undefined
  return fen(level.due.principal + level.due.interest - level.deferralInterest)
}

function conventionsOf(row: LoanRow): Conventions {
  return {
    dayCount: row.day_count,
    rounding: row.rounding,
    brokenPeriod: row.broken_period,
    instalmentUnit: fen(row.instalment_unit_fen),
    afterEarlyPart: row.after_early_part,
    late: {
      ratePercent: BigInt(row.late_rate_percent),
      graceDays: row.late_grace_days,
      principalFirstAfterDays: row.late_principal_first_after_days,
      ...(row.late_rate_ppm_max !== null && { ratePpmMax: BigInt(row.late_rate_ppm_max) }),
    },
  }
}

function instalmentsOf(row: LoanRow): Instalment[] {
  const open = amountsOf(row, 'open')
  const paid = amountsOf(row, 'paid')
  const waived = amountsOf(row, 'waived')
  const rows = row.period_from.map((from, index) => {
    const paidParts = partsOf(paid, index)
    const waivedParts = partsOf(waived, index)
    const settled = addParts(paidParts, waivedParts)
    const to = row.period_to[index] ?? from
    return {
      n: index + 1,
      period: { from, to, days360: row.period_days360[index] ?? 0 },
      dueDate: row.due_on?.[index] ?? to,
      due: addParts(partsOf(open, index), settled),
      paid: paidParts,
      waived: waivedParts,
      deferralInterest: fen(row.delay_interest_fen?.[index] ?? 0n),
      deferralMicrofen: row.delay_microfen?.[index] ?? 0n,
      penaltyUnits: BigInt(row.penalty_units?.[index] ?? 0),
      prepaidInterest: fen(row.prepaid_interest_fen?.[index] ?? 0n),
      convertedPrincipal: fen(row.converted_principal_fen?.[index] ?? 0n),
      penaltySince: row.penalty_since?.[index] ?? to,
    }
  })
  // A loan that was shortened earlier still has the instalments after its end.
  const last = rows.findLastIndex(({ due }) => sumOfParts(due) > 0n)
  return rows.slice(0, Math.max(1, last + 1))
}

/** The amounts of one side, by part and instalment. Null where all are zero. */
type Amounts = { readonly [P in PartName]: readonly bigint[] | null }

function amountsOf(row: LoanRow, side: Side): Amounts {
  return {
    fee: row[`${side}_fee_fen`],
    penalty: row[`${side}_penalty_fen`],
    interest: row[`${side}_interest_fen`],
    principal: row[`${side}_principal_fen`],
  }
}

function partsOf({ fee, penalty, interest, principal }: Amounts, index: number): Parts {
  return {
    fee: fen(fee?.[index] ?? 0n),
    penalty: fen(penalty?.[index] ?? 0n),
    interest: fen(interest?.[index] ?? 0n),
    principal: fen(principal?.[index] ?? 0n),
  }
}
