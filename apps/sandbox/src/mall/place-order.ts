import { ProviderRefusal } from '#provider-refusal.ts'
import type { MallAnswer, MallOrder } from './mall-order.ts'
import { standingOf } from './mall-order.ts'
import { moveOrder, type Parts } from './moving.ts'
import type { PriceList } from './price-list.ts'

export type Given = {
  readonly orderNo: string
  readonly offerNo: string
  readonly priceFen: string
  readonly paymentNo: string
  readonly notifyUrl: string
}

const SOLD_OUT = '商品已售罄，货款退回'
const PRICE_CHANGED = '商品价格已变动，货款退回'

/** Takes an order whose money is there; what can't be delivered for it is paid back. */
export function placeOrder(parts: Parts, prices: PriceList, placed: Given): MallAnswer {
  const { kept, bank, faults, now } = parts
  const { orderNo: id, ...given } = placed
  const paid = bank.transfers.find({ orderNo: given.paymentNo })
  if (paid.state !== 'done' || paid.amountFen !== given.priceFen) {
    throw new ProviderRefusal(409, 'unpaid')
  }
  const offer = prices.all().find(({ offerNo }) => offerNo === given.offerNo)
  const name = offer?.name ?? given.offerNo
  const settled = { state: 'ordered', was: 'ordered', settleAt: now(), isTold: true } as const
  const order: MallOrder = { id, ...given, name, ...settled }
  kept.put(order)
  if (!offer || faults.of('mall').decline) {
    return moveOrder(parts, order, { state: 'returned', reason: SOLD_OUT })
  }
  return offer.priceFen === given.priceFen
    ? standingOf(order, now())
    : moveOrder(parts, order, { state: 'returned', reason: PRICE_CHANGED })
}
