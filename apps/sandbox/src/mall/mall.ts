import { assertSame, standingOf, type MallAnswer, type MallOrder } from './mall-order.ts'
import { announceChange, moveOrder, type Parts } from './moving.ts'
import { placeOrder, type Given } from './place-order.ts'
import { createPriceList } from './price-list.ts'

export const marks = ['sent', 'delivered', 'returned'] as const
type Mark = (typeof marks)[number]
type Named = { readonly orderNo: string }

export type Mall = ReturnType<typeof createMall>

/** The mall: what it sells, what was ordered, and what went back. Each number is ordered once. */
export function createMall(parts: Parts) {
  const { kept, now } = parts
  const prices = createPriceList()
  for (const order of kept.all()) if (!order.isTold) announceChange(parts, order)

  return {
    offers: () => ({ offers: prices.all() }),
    changePrice: prices.change,

    order(given: Given): MallAnswer {
      const earlier = kept.get(given.orderNo)
      if (!earlier) return placeOrder(parts, prices, given)
      assertSame(earlier, given)
      return standingOf(earlier, now())
    },

    find: ({ orderNo }: Named): MallAnswer => standingOf(kept.get(orderNo), now()),
    giveBack: ({ orderNo }: Named) => giveBack(parts, kept.get(orderNo)),

    /** What somebody at the mall does by hand. What went back stays there, and what has come is not sent again. */
    mark({ orderNo, as }: Named & { readonly as: Mark }): MallAnswer {
      const order = kept.get(orderNo)
      if (!order || order.state === 'returned') return standingOf(order, now())
      if (as === 'sent' && order.state === 'delivered') return standingOf(order, now())
      if (as !== 'returned') return moveOrder(parts, order, { state: as })
      const reason = order.state === 'returning' ? '商城已收到退货' : '商城取消了订单'
      return moveOrder(parts, order, { state: 'returned', reason })
    },

    /** The mall's own book, newest first. */
    list: () =>
      kept
        .all()
        .map((order) => {
          const { id, name, offerNo, priceFen } = order
          return { orderNo: id, offerNo, name, priceFen, ...standingOf(order, now()) }
        })
        .toReversed(),

    clear() {
      kept.clear()
      prices.clear()
    },
  }
}

/** What was not sent yet goes back at once; what was delivered has to arrive here first. */
function giveBack(
  parts: Parts,
  order: MallOrder | undefined,
): MallAnswer & { readonly isTaken: boolean } {
  const standing = standingOf(order, parts.now())
  if (!order) return { ...standing, isTaken: false }
  if (order.state === 'returning' || order.state === 'returned') {
    return { ...standing, isTaken: true }
  }
  const reason = whyKept(parts, order)
  if (reason !== undefined) return { ...standing, reason, isTaken: false }
  const next =
    order.state === 'ordered'
      ? ({ state: 'returned', reason: '已按您的要求取消订单' } as const)
      : ({ state: 'returning', reason: '等待商城收到退货' } as const)
  return { ...moveOrder(parts, order, next), isTaken: true }
}

function whyKept({ faults }: Parts, { state }: MallOrder): string | undefined {
  if (faults.of('mall').decline) return '商家不接受退货'
  return state === 'sent' ? '商品正在运输，请签收后再申请' : undefined
}
