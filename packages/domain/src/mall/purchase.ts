import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** In the order in which they come; `begun` is before the mall has heard of it. */
export const purchaseStates = [
  'begun',
  'ordered',
  'sent',
  'delivered',
  'returning',
  'returned',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** What somebody bought in the mall, and where it is. */
export interface Purchase {
  readonly state: PurchaseState
  readonly deliveredOn: LocalDate | undefined
  /** The buyer wants to give it back, and the mall has not said no. */
  readonly isAskedBack: boolean
}

export const newPurchase: Purchase = { state: 'begun', deliveredOn: undefined, isAskedBack: false }

type News = {
  readonly state: Exclude<PurchaseState, 'begun' | 'returned'>
  /** The day on which we heard of it. */
  readonly on: LocalDate
}

/** What the mall says moves a purchase on and never back, as it may be heard late and twice. [O1] */
export function hearOf(purchase: Purchase, news: News): Purchase {
  if (rankOf(news.state) <= rankOf(purchase.state)) return purchase
  const isHere = news.state === 'delivered' && purchase.deliveredOn === undefined
  return { ...purchase, state: news.state, ...(isHere && { deliveredOn: news.on }) }
}

/** The last day on which what was delivered can be given back. [O2] */
export function returnableUntil({ state, deliveredOn }: Purchase): LocalDate | undefined {
  if (state !== 'delivered' || deliveredOn === undefined) return undefined
  return addDays(deliveredOn, product.mall.returnDays)
}

/** Before it is sent it can be given back at once, and some days after it came. [O2] */
export function canGiveBack(purchase: Purchase, today: LocalDate): boolean {
  if (purchase.state === 'ordered') return true
  const until = returnableUntil(purchase)
  return until !== undefined && today <= until
}

/** The buyer wants to give it back; asked again, it is on its way already. [O2] */
export function askBack(purchase: Purchase, today: LocalDate): Outcome<Purchase> {
  if (purchase.state === 'returning' || purchase.state === 'returned') return granted(purchase)
  if (!canGiveBack(purchase, today)) return refused({ kind: 'mall-order-not-returnable' })
  return granted({ ...purchase, state: 'returning', isAskedBack: true })
}

/** The mall does not take it back: all is as it was. Its own return is not undone. [O3] */
export function keepIt(purchase: Purchase, { state, on }: News): Purchase {
  if (purchase.state !== 'returning' || !purchase.isAskedBack) return purchase
  return hearOf({ ...purchase, state: 'begun', isAskedBack: false }, { state, on })
}

function rankOf(state: PurchaseState): number {
  return purchaseStates.indexOf(state)
}
