import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/** In chronological order; `begun` means not yet ordered at the mall. */
export const purchaseStates = [
  'begun',
  'ordered',
  'sent',
  'delivered',
  'returning',
  'returned',
] as const
export type PurchaseState = (typeof purchaseStates)[number]

/** A mall purchase and its state. */
export interface Purchase {
  readonly state: PurchaseState
  readonly deliveredOn: LocalDate | undefined
  /** The buyer has requested a return, and the mall has not rejected it. */
  readonly isAskedBack: boolean
}

export const newPurchase: Purchase = { state: 'begun', deliveredOn: undefined, isAskedBack: false }

type News = {
  readonly state: Exclude<PurchaseState, 'begun' | 'returned'>
  /** The day on which we received the status. */
  readonly on: LocalDate
}

/**
 * Applies a status from the mall. Statuses arrive late and twice, so the state only moves forward.
 * [O1]
 */
export function applyMallStatus(purchase: Purchase, news: News): Purchase {
  if (rankOf(news.state) <= rankOf(purchase.state)) return purchase
  const isHere = news.state === 'delivered' && purchase.deliveredOn === undefined
  return { ...purchase, state: news.state, ...(isHere && { deliveredOn: news.on }) }
}

/** The last day on which delivered goods can be returned. [O2] */
export function returnableUntil({ state, deliveredOn }: Purchase): LocalDate | undefined {
  if (state !== 'delivered' || deliveredOn === undefined) return undefined
  return addDays(deliveredOn, product.mall.returnDays)
}

/** Returnable before it is sent, and for some days after delivery. [O2] */
export function isReturnable(purchase: Purchase, today: LocalDate): boolean {
  if (purchase.state === 'ordered') return true
  const until = returnableUntil(purchase)
  return until !== undefined && today <= until
}

/** Requests a return; idempotent once the return has started. [O2] */
export function requestReturn(purchase: Purchase, today: LocalDate): Outcome<Purchase> {
  if (purchase.state === 'returning' || purchase.state === 'returned') return granted(purchase)
  if (!isReturnable(purchase, today)) return refused({ kind: 'mall-order-not-returnable' })
  return granted({ ...purchase, state: 'returning', isAskedBack: true })
}

/**
 * The mall rejects the return: restore the reported state. A return started by the mall is not
 * undone. [O3]
 */
export function rejectReturn(purchase: Purchase, { state, on }: News): Purchase {
  if (purchase.state !== 'returning' || !purchase.isAskedBack) return purchase
  return applyMallStatus({ ...purchase, state: 'begun', isAskedBack: false }, { state, on })
}

function rankOf(state: PurchaseState): number {
  return purchaseStates.indexOf(state)
}
