import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Origin } from '@qingzhou/domain/loans/loan'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { LenderKind, ProductNo } from '@qingzhou/domain/product'
import type { OldLoan } from '@qingzhou/domain/restructure/consolidation-plan'
import { historyOf } from './loan-columns.ts'
import { instalmentsOf, termsOf } from './loan-fields.ts'

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
  lender: LenderKind
  purpose: string | null
  coupon_no: string | null
  card_id: string | null
  amount_fen: bigint
  start_on: LocalDate
  terms: string
  is_replayable: boolean
  consolidated_into: string | null
  defaulted_on: LocalDate | null
  reversed_on: LocalDate | null
  return_requested_on: LocalDate | null
  annual_rate_ppm: number
  level_instalment_fen: bigint | null
  accrual_since: LocalDate
  accrual_microfen: bigint
  deferred_on: LocalDate[] | null
  limit_used_fen: bigint
  booked_until: LocalDate
  history: string
  instalments: string
}

export function loanRecordOf(row: LoanRow): LoanRecord {
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
      annualRatePpm: BigInt(row.annual_rate_ppm),
      ...termsOf(row.terms),
      instalments: instalmentsOf(row.instalments),
      ...(row.level_instalment_fen !== null && { level: fen(row.level_instalment_fen) }),
      accrual: { since: row.accrual_since, microfen: row.accrual_microfen },
      deferrals: row.deferred_on ?? [],
      ...historyOf(row.history),
    },
  }
}
