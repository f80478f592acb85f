import type { PaymentAct } from '@qingzhou/domain/acts/past'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { LoanFee } from '@qingzhou/domain/cost/service-fee'
import type { Method } from '@qingzhou/domain/loans/amortise'
import type { Money } from '@qingzhou/domain/money/money'
import type { ProductNo } from '@qingzhou/domain/product'
import type { Allocation } from '@qingzhou/domain/repayment/allocation'
import type { Waivable } from '@qingzhou/domain/waiver/waive-amount'
import type { ReversalReason } from './payments/payment-store.ts'

// The requests and answers of the operations that are replayed from the audit log.

export type OpenedLimit = {
  readonly granted: Money
  readonly annualRatePpm: bigint
  readonly validUntil: LocalDate
}

export type DrawRequest = {
  readonly amount: Money
  readonly months: number
  readonly method: Method
  readonly purpose: string
  readonly couponNo?: string
  /** The default product, unless another is given. */
  readonly product?: ProductNo
  /** The card that the disbursement goes to. */
  readonly cardId?: string
}

export type ReservedDraw = {
  /** The request number, which identifies the draw when it is booked or released. */
  readonly drawNo: string
  /** The number of the future loan, which its disbursement already carries. */
  readonly loanNo: string
  readonly annualRatePpm: bigint
  /** The service fee as quoted; absent where the product charges none. */
  readonly fee?: LoanFee
  /** Who funds the loan together with the lender. */
  readonly partners?: readonly { readonly partnerNo: string; readonly sharePpm: bigint }[]
}

export type PaymentRequest = {
  readonly loanNo: string
  readonly amount: Money
  /** The card that pays. Any excess is refunded to it. */
  readonly cardId: string
}

export type PaymentAnswer = {
  readonly loanNo: string
  readonly allocations: readonly Allocation[]
  readonly overpaid: Money
  readonly isSettled: boolean
}

export type PastPayment = {
  readonly loanNo: string
  readonly cardId: string
  readonly act: PaymentAct
  /** The borrower ordered it: what it left over on its day is a refund of its own. */
  readonly isOrdered?: true
}

export type PastPaymentAnswer = PaymentAnswer & {
  /** What the payment itself left over, of what is overpaid. */
  readonly sentBack: Money
  /** False if the loan could not be rebuilt, and took the money today. */
  readonly isInPast: boolean
}

export type AmountToWaive = {
  readonly loanNo: string
  readonly part: Waivable
  readonly waived: Money
}

export type ReversalRequest = {
  readonly loanNo: string
  readonly paymentNo: string
  readonly reason: ReversalReason
}

export type ReversedPayment = {
  readonly loanNo: string
  readonly amount: Money
  /** What the other payments leave over: it goes back under the number of the reversal. */
  readonly overpaid: Money
  /** What is not sent back any more of this payment, and the numbers of these refunds. */
  readonly cancelledRefund: Money
  readonly cancelledRefundNos: readonly string[]
  readonly isSettled: boolean
}

export type ConsolidationRequest = {
  readonly loanNos: readonly string[]
  readonly months: number
  /** The card that the new instalments are debited from. */
  readonly cardId: string
}

export type ConversionAnswer = { readonly loanNo: string; readonly amount: Money }
