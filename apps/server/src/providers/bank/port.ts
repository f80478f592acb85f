import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'

/**
 * The bank: it binds cards and moves money. Every order has a number of ours that never changes;
 * sent twice under it, the bank does it once. Throws a ProviderFault when nobody knows what it did.
 */
export type Bank = {
  /** Four elements are compared, and a code is sent to the phone the card is registered with. */
  startBinding(order: BindingOrder): Promise<BindingAnswer>
  confirmBinding(confirmation: {
    readonly orderNo: string
    readonly code: string
  }): Promise<BindingAnswer>
  binding(orderNo: string): Promise<BindingAnswer>
  transfer(order: TransferOrder): Promise<TransferAnswer>
  transferState(order: Pick<TransferOrder, 'orderNo' | 'amount'>): Promise<TransferAnswer>
  /** The holder lets us debit a card without a code from now on; the bank sends a code to prove it. */
  startDebitAgreement(order: {
    readonly orderNo: string
    readonly cardToken: string
  }): Promise<DebitAnswer>
  confirmDebitAgreement(confirmation: {
    readonly orderNo: string
    readonly code: string
  }): Promise<DebitAnswer>
  /** Everything the bank moved for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
}

export type DebitAnswer =
  /** After a confirmation: the code was wrong, another may be tried. */
  | { readonly state: 'codeSent' }
  | { readonly state: 'signed' }
  | { readonly state: 'declined'; readonly reason: string }

/** One line of the bank's day file. */
export type BankTransfer = Pick<TransferOrder, 'orderNo' | 'amount'> & {
  /** What somebody paid back to us was ordered by nobody. */
  readonly kind: TransferOrder['kind'] | 'return'
}

export type BindingOrder = {
  readonly orderNo: string
  readonly name: string
  readonly idNumber: string
  readonly cardNumber: string
  readonly phone: string
}

export type BindingAnswer =
  /** After a confirmation: the code was wrong, another may be tried. */
  | { readonly state: 'codeSent' }
  | { readonly state: 'processing' }
  /** The bank's own name for the card: the number itself is not needed again. */
  | { readonly state: 'bound'; readonly cardToken: string }
  | { readonly state: 'declined'; readonly reason: string }
  /** The bank never heard of the order. */
  | { readonly state: 'unknown' }

export type TransferOrder = {
  readonly orderNo: string
  readonly kind: 'payout' | 'debit' | 'refund'
  readonly cardToken: string
  readonly amount: Money
}

export type TransferAnswer =
  | { readonly state: 'processing' }
  /** The bank's own day of it, where it tells one. */
  | { readonly state: 'done'; readonly on: LocalDate | undefined }
  | { readonly state: 'declined'; readonly reason: string }
  | { readonly state: 'unknown' }
