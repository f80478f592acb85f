import type { MallPicture } from '@qingzhou/contract/mall'
import type { Money } from '@qingzhou/domain/money/money'

/**
 * The mall: it sells, is paid by us, and pays back what was returned. Every order has a number of ours
 * that never changes; sent twice under it, it is one order.
 */
export type Mall = {
  /** Where it is paid, by the bank's name for it. */
  readonly account: string
  offers(): Promise<readonly Offer[]>
  /** Orders what was paid for under the payment's number. */
  order(order: PurchaseOrder): Promise<PurchaseAnswer>
  orderState(orderNo: string): Promise<PurchaseAnswer>
  /** Asks it to take something back. Asked again, it is still one return. */
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
}

export type GiveBackAnswer =
  /** It is on its way back, or soon will be. */
  | { readonly isTaken: true }
  /** The mall says no: it stays where it is. */
  | { readonly isTaken: false; readonly answer: PurchaseAnswer }

export type PurchaseAnswer =
  | {
      readonly state: 'ordered' | 'sent' | 'delivered' | 'returning'
      readonly reason: string | undefined
    }
  /** The whole price was paid back, under this number at the bank. */
  | {
      readonly state: 'returned'
      readonly returnNo: string
      readonly reason: string | undefined
    }
  /** The mall never heard of the order. */
  | { readonly state: 'unknown' }
