import type { Money } from '#money/money.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** The refund of an overpayment to the card it came from. */
export interface Refund {
  readonly amount: Money
  readonly toCard: string
  /** Cancelled: the payment that it belongs to was reversed. */
  readonly state: 'owed' | 'sent' | 'returned' | 'cancelled'
}

export type RefundEvent = 'sent' | 'returned' | 'failed'

/** The refund of an overpayment; undefined if nothing was overpaid. [R10] */
export function refundOf(overpayment: { overpaid: Money; fromCard: string }): Refund | undefined {
  const { overpaid, fromCard } = overpayment
  return overpaid > 0n ? { amount: overpaid, toCard: fromCard, state: 'owed' } : undefined
}

/**
 * A failed transfer is owed again; a returned one is final and absorbs what comes late. One that the bank has
 * confirmed cannot fail any more: owed again, it would be paid twice. [R10]
 */
export function advanceRefund(
  refund: Refund & { readonly isConfirmed?: boolean },
  event: RefundEvent,
): Outcome<Refund> {
  if (refund.state === 'returned' || refund.state === 'cancelled') return granted(refund)
  if (event === 'sent') {
    return refund.state === 'owed'
      ? granted({ ...refund, state: 'sent' })
      : refused({ kind: 'refund-already-sent' })
  }
  if (refund.state !== 'sent') return refused({ kind: 'refund-not-sent' })
  if (event === 'failed' && refund.isConfirmed) return refused({ kind: 'refund-confirmed' })
  return granted({ ...refund, state: event === 'returned' ? 'returned' : 'owed' })
}
