import type { Announce } from '#announcements.ts'
import type { Bank } from '#bank/bank.ts'
import { settlesAt } from '#bank/settling.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { standingOf, type MallAnswer, type MallOrder } from './mall-order.ts'

export type Parts = {
  readonly kept: Records<MallOrder>
  readonly bank: Bank
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}

type Next = Pick<MallOrder, 'state' | 'reason'>

/** Moves an order on, pays its price back where it went back, and tells whoever ordered it. */
export function moveOrder(parts: Parts, order: MallOrder, next: Next): MallAnswer {
  const { kept, faults, now } = parts
  const settleAt = settlesAt(now(), { fault: faults.of('mall'), conduct: 'well' })
  const { reason: _, ...rest } = order
  const isBack = next.state === 'returned'
  const was = isBack ? 'returning' : order.state
  const moved: MallOrder = { ...rest, ...next, was, settleAt, isTold: false }
  kept.put(isBack ? { ...moved, returnNo: paidBack(parts, order) } : moved)
  announceChange(parts, moved)
  return standingOf(kept.get(order.id), now())
}

/** The whole price goes back to who paid it, once. */
function paidBack({ bank }: Parts, { id, priceFen }: MallOrder): string {
  const orderNo = `${id}-return`
  bank.transfers.receive({ orderNo, amountFen: priceFen })
  return orderNo
}

export function announceChange({ kept, announce, now }: Parts, order: MallOrder): void {
  const { id, notifyUrl, settleAt, was } = order
  announce({
    provider: 'mall',
    kind: 'mallOrder',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo: id, ...standingOf(kept.get(id), now()) }),
    before: { orderNo: id, state: was },
    onTold() {
      const told = kept.get(id)
      if (told) kept.put({ ...told, isTold: true })
    },
  })
}
