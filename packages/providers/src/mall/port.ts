import type { Delivery, MallPicture } from '@qingzhou/contract/features/mall'
import type { Money } from '@qingzhou/domain/money/money'

/**
 * The mall: it sells goods, is paid by us, and refunds returned goods. Orders are idempotent by our
 * order number.
 */
export type Mall = {
  /** The mall's account, by the bank's token. */
  account(): Promise<string>
  offers(): Promise<readonly Offer[]>
  /** Orders goods that were paid under the payment's number. */
  order(order: PurchaseOrder): Promise<PurchaseAnswer>
  orderState(orderNo: string): Promise<PurchaseAnswer>
  /** Requests the return of an order. Idempotent. */
  giveBack(orderNo: string): Promise<GiveBackAnswer>
}

export type Offer = {
  readonly offerNo: string
  readonly name: string
  readonly detail: string
  readonly picture: MallPicture
  readonly price: Money
}

export type PurchaseOrder = {
  readonly orderNo: string
  readonly offerNo: string
  readonly price: Money
  readonly paymentNo: string
  /** Where the goods go; absent for orders from before it was asked for. */
  readonly delivery?: Delivery | undefined
}

export type GiveBackAnswer =
  /** The goods are being returned, or will be. */
  | { readonly isTaken: true }
  /** The mall declines: the order does not change. */
  | { readonly isTaken: false; readonly answer: PurchaseAnswer }

export type PurchaseAnswer =
  | {
      readonly state: 'ordered' | 'sent' | 'delivered' | 'returning'
      readonly reason: string | undefined
    }
  /** The full price was refunded under this number at the bank. */
  | {
      readonly state: 'returned'
      readonly returnNo: string
      /** The time of that refund at the bank, if the mall tells it. */
      readonly returnedAt?: Date | undefined
      readonly reason: string | undefined
    }
  /** The mall does not know the order. */
  | { readonly state: 'unknown' }
