import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Mall, Offer, PurchaseAnswer, PurchaseOrder } from '@qingzhou/providers/mall/port'
import type { Chance } from '#simulator/chance.ts'

export const mallOffers: readonly Offer[] = [
  {
    offerNo: 'bicycle',
    name: '自行车',
    detail: '城市通勤',
    picture: 'bicycle',
    price: fen(1_299_00n),
  },
  { offerNo: 'phone', name: '手机', detail: '256 GB', picture: 'phone', price: fen(3_499_00n) },
]

type State = Exclude<PurchaseAnswer['state'], 'unknown'>

/**
 * A simulated mall: orders advance at random when their state is queried; a return is declined only
 * while the goods are in transit or the order is unknown.
 */
export function createMall({
  chanceOf,
  meet,
  pass,
  pay,
}: {
  readonly chanceOf: (orderNo: string) => Chance
  readonly meet: (orderNo: string, what: string) => Chance
  readonly pass: <Answer>(chance: Chance, act: () => Answer) => Promise<Answer>
  /** Refunds the price through the bank. */
  readonly pay: (returnNo: string, amount: Money) => unknown
}): Pick<Mall, 'offers' | 'order' | 'orderState' | 'giveBack'> {
  const orders = new Map<string, PurchaseOrder & { state: State }>()

  function answerOf(orderNo: string): PurchaseAnswer {
    const order = orders.get(orderNo)
    if (!order) return { state: 'unknown' }
    const { state } = order
    const reason = undefined
    return state === 'returned'
      ? { state, returnNo: `${orderNo}-return`, reason }
      : { state, reason }
  }

  /** Advances an order by one state, with probability 1/2. */
  function advanceOrder(orderNo: string): void {
    const order = orders.get(orderNo)
    if (!order || chanceOf(orderNo).happens(0.5)) return
    if (order.state === 'ordered') order.state = 'sent'
    else if (order.state === 'sent') order.state = 'delivered'
    else if (order.state === 'returning') {
      pay(`${orderNo}-return`, order.price)
      order.state = 'returned'
    }
  }

  return {
    offers: async () => mallOffers,
    order: (order) =>
      pass(meet(order.orderNo, `goods ${order.price}`), () => {
        if (!orders.has(order.orderNo)) orders.set(order.orderNo, { ...order, state: 'ordered' })
        return answerOf(order.orderNo)
      }),
    orderState: (orderNo) =>
      pass(chanceOf(orderNo), () => {
        advanceOrder(orderNo)
        return answerOf(orderNo)
      }),
    giveBack: (orderNo) =>
      pass(chanceOf(orderNo), () => {
        const order = orders.get(orderNo)
        if (!order || order.state === 'sent') return { isTaken: false, answer: answerOf(orderNo) }
        if (order.state !== 'returned') order.state = 'returning'
        return { isTaken: true }
      }),
  }
}
