import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { DebitRefusalKind } from '@qingzhou/domain/cards/debit-refusal'
import type { Money } from '@qingzhou/domain/money/money'
import type { WireOrder } from '#wire-order.ts'

/**
 * The bank: it binds cards and moves money. Orders are idempotent by their wire number. Throws a
 * ProviderFault when the outcome is unknown.
 */
export type Bank = {
  /**
   * Compares name, ID number, card number and phone, and sends a code to the phone registered with
   * the card.
   */
  startBinding(order: BindingOrder): Promise<BindingAnswer>
  confirmBinding(confirmation: BindingOrder & { readonly code: string }): Promise<BindingAnswer>
  binding(order: WireOrder): Promise<BindingAnswer>
  transfer(order: TransferOrder): Promise<TransferAnswer>
  transferState(order: AskedTransfer): Promise<TransferAnswer>
  /**
   * Starts the authorisation to debit a card without a code. The bank sends a code to confirm it.
   */
  startDebitAgreement(
    order: WireOrder & { readonly cardToken: string; readonly holder: CardHolder },
  ): Promise<DebitAnswer>
  confirmDebitAgreement(
    confirmation: WireOrder & { readonly holder: CardHolder; readonly code: string },
  ): Promise<DebitAnswer>
  /** Ends the authorisation, signed or not. Ending again has no effect. */
  endDebitAgreement(order: WireOrder): Promise<void>
  /** All transfers that the bank made for us on a day. */
  dayFile(day: LocalDate): Promise<readonly BankTransfer[]>
}

export type AskedTransfer = WireOrder & {
  readonly amount: Money
  /**
   * The order is not ours: the payee of this disbursement of ours has paid it back. It is the payee's number
   * and time, and is done only if it returns this disbursement.
   */
  readonly returnOf?: WireOrder
}

export type DebitAnswer =
  /** After a confirmation: the code was wrong and another may be tried. */
  | { readonly state: 'codeSent' }
  | { readonly state: 'signed' }
  | { readonly state: 'declined'; readonly reason: string }

/** One line of the bank's day file. */
export type BankTransfer = Pick<TransferOrder, 'wireNo' | 'amount'> & {
  /**
   * A return is money paid back to us without an order of ours. A reversal takes back the money of
   * the debit or payment whose number it has.
   */
  readonly kind: TransferOrder['kind'] | 'return' | 'reversal'
  /** As the order has carried it, if the provider returns it. */
  readonly note?: string | undefined
  /** When it was ordered, if the file says so. */
  readonly orderedAt?: Date | undefined
}

export type BindingOrder = WireOrder & CardHolder & { readonly cardNumber: string }

/**
 * The holder of a card, out of the vault, for a bank that pays to a number instead of a token. Never
 * logged. A card bound by an older version has no number.
 */
export type CardHolder = {
  readonly name: string
  readonly idNumber: string
  readonly cardNumber: string | undefined
  /** The phone registered with the card. */
  readonly phone: string
}

export type BindingAnswer =
  /** After a confirmation: the code was wrong and another may be tried. */
  | { readonly state: 'codeSent' }
  | { readonly state: 'processing' }
  /** The bank's token for the card. */
  | { readonly state: 'bound'; readonly cardToken: string }
  | { readonly state: 'declined'; readonly reason: string }
  /** The bank does not know the order. */
  | { readonly state: 'unknown' }

export type TransferOrder = WireOrder & {
  readonly kind: 'disbursement' | 'debit' | 'refund'
  readonly cardToken: string
  /** Missing for an account that is no card, and where the token is enough. */
  readonly holder?: CardHolder
  /** The token is of another bank: the holder's number is paid. */
  readonly isByNumber?: boolean
  /** The debit that a refund belongs to: the money goes back where it came from, if the bank knows it. */
  readonly original?: WireOrder
  readonly amount: Money
}

export type TransferAnswer =
  | { readonly state: 'processing' }
  | TransferDone
  | TransferDecline
  | { readonly state: 'unknown' }

export type TransferDone = {
  readonly state: 'done'
  /** The bank's posting date, if it reports one. */
  readonly on: LocalDate | undefined
  /** The date on which the money of a debit was taken back: it bounced, or was disputed. */
  readonly reversedOn?: LocalDate
  /** As the order has carried it, if the provider returns it. */
  readonly note?: string
}

type TransferDecline = {
  readonly state: 'declined'
  readonly reason: string
  /** What the reason means for the card, if the bank says it. */
  readonly refusal?: DebitRefusalKind
  /** This bank cannot carry it out and another one may: nothing is wrong with the payee. */
  readonly isOfRoute?: boolean
}
