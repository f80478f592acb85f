import { MALL_ACCOUNT } from '#merchant.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import {
  assertSame,
  toMallAnswer,
  type MallAnswer,
  type MallOrder,
  announceChange,
  moveOrder,
  refundPurchase,
  type Parts,
  placeOrder,
  type PlacedOrder,
} from './orders.ts'
import { createPriceList } from './catalogue.ts'

const marks = ['sent', 'delivered', 'returned'] as const
type Mark = (typeof marks)[number]
type OrderKey = { readonly orderNo: string }

export type Mall = ReturnType<typeof createMall>

/** The mall: offers, orders and returns. Each order number is one order. */
export function createMall(parts: Parts) {
  const { records, now } = parts
  const prices = createPriceList()
  for (const order of records.all()) {
    if (order.state === 'returned') refundPurchase(parts, order)
    if (!order.isTold) announceChange(parts, order)
  }

  return {
    offers: () => ({ account: MALL_ACCOUNT, offers: prices.all() }),
    changePrice: prices.change,

    order(input: PlacedOrder): MallAnswer {
      const earlier = records.get(input.orderNo)
      if (!earlier) return placeOrder(parts, prices, input)
      assertSame(earlier, input)
      return toMallAnswer(earlier, now())
    },

    find: ({ orderNo }: OrderKey): MallAnswer => toMallAnswer(records.get(orderNo), now()),
    giveBack: ({ orderNo }: OrderKey) => giveBack(parts, records.get(orderNo)),

    /** Sets the state of an order by hand. A returned order stays returned, and a delivered one is not sent again. */
    mark({ orderNo, as }: OrderKey & { readonly as: Mark }): MallAnswer {
      const order = records.get(orderNo)
      if (!order || order.state === 'returned') return toMallAnswer(order, now())
      if (as === 'sent' && order.state === 'delivered') return toMallAnswer(order, now())
      if (as !== 'returned') return moveOrder(parts, order, { state: as })
      const reason = order.state === 'returning' ? '商城已收到退货' : '商城取消了订单'
      return moveOrder(parts, order, { state: 'returned', reason })
    },

    /** The mall's orders, newest first. */
    list: () =>
      records
        .all()
        .map((order) => {
          const { id, name, offerNo, priceFen, delivery } = order
          return { orderNo: id, offerNo, name, priceFen, delivery, ...toMallAnswer(order, now()) }
        })
        .toReversed(),

    clear() {
      records.clear()
      prices.clear()
    },
  }
}

/** An order that was not sent is refunded at once; a delivered one after the item has come back. */
function giveBack(
  parts: Parts,
  order: MallOrder | undefined,
): MallAnswer & { readonly isTaken: boolean } {
  const standing = toMallAnswer(order, parts.now())
  if (!order) return { ...standing, isTaken: false }
  if (order.state === 'returning' || order.state === 'returned') {
    return { ...standing, isTaken: true }
  }
  const reason = refusalReason(parts, order)
  if (reason !== undefined) return { ...standing, reason, isTaken: false }
  const next =
    order.state === 'ordered'
      ? ({ state: 'returned', reason: '已按您的要求取消订单' } as const)
      : ({ state: 'returning', reason: '等待商城收到退货' } as const)
  return { ...moveOrder(parts, order, next), isTaken: true }
}

function refusalReason({ faults }: Parts, { state }: MallOrder): string | undefined {
  if (faults.of('mall').decline) return '商家不接受退货'
  return state === 'sent' ? '商品正在运输，请签收后再申请' : undefined
}

const number = z.string().max(64)
const marked = z.strictObject({ orderNo: number, as: z.enum(marks) })
const newPrice = z.strictObject({ offerNo: number, priceFen: z.string().regex(/^\d{1,15}$/) })
const ordersQuery = z.object({ orderNo: z.optional(z.string()) })

/** The mall's orders and prices, for the desk and for tests. */
export async function mallRoutes(
  app: FastifyInstance,
  { mall }: { readonly mall: Mall },
): Promise<void> {
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.get('/mall/orders', async (request) => {
    const { orderNo } = ordersQuery.parse(request.query)
    return { orders: mall.list().filter((order) => !orderNo || order.orderNo === orderNo) }
  })
  app.post('/mall/orders', async (request) => mall.mark(marked.parse(request.body)))
  app.post('/mall/prices', async (request, reply) => {
    mall.changePrice(newPrice.parse(request.body))
    return reply.code(204).send()
  })
}
