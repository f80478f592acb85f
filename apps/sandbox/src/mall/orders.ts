import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Announce } from '#callbacks/callbacks.ts'
import type { Bank } from '#bank/bank.ts'
import { settlesAt } from '#bank/settling.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import type { PriceList } from './catalogue.ts'

const orderStates = ['ordered', 'sent', 'delivered', 'returning', 'returned'] as const

export const mallOrder = z.object({
  /** The lender's order number. */
  id: z.string(),
  offerNo: z.string(),
  name: z.string(),
  priceFen: z.string(),
  paymentNo: z.string(),
  /** The address on the parcel. */
  delivery: z.optional(
    z.object({ recipient: z.string(), mobile: z.string(), address: z.string() }),
  ),
  notifyUrl: z.string(),
  /** The lender sees the state `was` until `settleAt`. */
  state: z.enum(orderStates),
  was: z.enum(orderStates),
  settleAt: z.number(),
  /** The bank's order number of the refund, and its time there. */
  returnNo: z.exactOptional(z.string()),
  returnedAt: z.exactOptional(z.number()),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type MallOrder = z.output<typeof mallOrder>
export type MallAnswer = z.input<typeof providerCalls.mall.orderState.response>

/** The state of an order, as the mall reports it. */
export function toMallAnswer(found: MallOrder | undefined, now: number): MallAnswer {
  if (!found) return { state: 'unknown' }
  const { state, was, settleAt, returnNo, returnedAt, reason } = found
  const why = reason === undefined ? {} : { reason }
  if (now < settleAt) return { state: was, ...why }
  return {
    state,
    ...why,
    ...(returnNo !== undefined && { returnNo }),
    ...(returnedAt !== undefined && { returnedAt }),
  }
}

type OrderTerms = Pick<MallOrder, 'offerNo' | 'priceFen' | 'paymentNo'>

/** An order number belongs to one order. */
export function assertSame(earlier: MallOrder, given: OrderTerms): void {
  const isSame =
    earlier.offerNo === given.offerNo &&
    earlier.priceFen === given.priceFen &&
    earlier.paymentNo === given.paymentNo
  if (!isSame) throw new ProviderRefusal(409, 'order-taken')
}

export type Parts = {
  readonly records: Records<MallOrder>
  readonly bank: Bank
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Next = Pick<MallOrder, 'state' | 'reason'>

/** Changes the state of an order, refunds a returned one, and sends the callback. */
export function moveOrder(parts: Parts, order: MallOrder, next: Next): MallAnswer {
  const { records, faults, now } = parts
  const settleAt = settlesAt(now(), { fault: faults.of('mall', order.id), conduct: 'well' })
  const { reason: _, ...rest } = order
  const isBack = next.state === 'returned'
  const was = isBack ? 'returning' : order.state
  const moved: MallOrder = { ...rest, ...next, was, settleAt, isTold: false }
  records.put(isBack ? { ...moved, ...refundPurchase(parts, order) } : moved)
  announceChange(parts, moved)
  return toMallAnswer(records.get(order.id), now())
}

/** Refunds the whole price once, as the return of what the lender has paid. */
export function refundPurchase(
  { bank }: Parts,
  { id, priceFen, paymentNo, returnNo = `${id}return` }: MallOrder,
): Pick<MallOrder, 'returnNo' | 'returnedAt'> {
  const refund = { orderNo: returnNo, amountFen: priceFen, originalNo: paymentNo }
  const returnedAt = bank.transfers.receive(refund)
  return { returnNo, ...(returnedAt !== undefined && { returnedAt }) }
}

export function announceChange({ records, announce, now }: Parts, order: MallOrder): void {
  const { id, notifyUrl, settleAt, was } = order
  announce({
    provider: 'mall',
    orderNo: id,
    kind: 'mallOrder',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...toMallAnswer(records.get(id), now()) }),
    before: { orderNo: id, state: was },
    onSent() {
      const told = records.get(id)
      if (told) records.put({ ...told, isTold: true })
    },
  })
}

export type PlacedOrder = {
  readonly orderNo: string
  readonly offerNo: string
  readonly priceFen: string
  readonly paymentNo: string
  readonly delivery?: MallOrder['delivery']
  readonly notifyUrl: string
}

const SOLD_OUT = '商品已售罄，货款退回'
const PRICE_CHANGED = '商品价格已变动，货款退回'

/** Accepts a paid order; refunds it when it cannot be delivered. */
export function placeOrder(parts: Parts, prices: PriceList, placed: PlacedOrder): MallAnswer {
  const { records, bank, faults, now } = parts
  const { orderNo: id, ...given } = placed
  const paid = bank.transfers.find({ orderNo: given.paymentNo })
  if (paid.state !== 'done' || paid.amountFen !== given.priceFen) {
    throw new ProviderRefusal(409, 'unpaid')
  }
  const offer = prices.all().find(({ offerNo }) => offerNo === given.offerNo)
  const name = offer?.name ?? given.offerNo
  const settled = { state: 'ordered', was: 'ordered', settleAt: now(), isTold: true } as const
  const order: MallOrder = { id, ...given, name, ...settled }
  records.put(order)
  if (!offer || faults.of('mall').decline) {
    return moveOrder(parts, order, { state: 'returned', reason: SOLD_OUT })
  }
  return offer.priceFen === given.priceFen
    ? toMallAnswer(order, now())
    : moveOrder(parts, order, { state: 'returned', reason: PRICE_CHANGED })
}
