import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import type { Announce } from '#announcements.ts'
import type { Faults } from '#faults.ts'
import type { Records } from '#records.ts'
import { reportOn } from './report.ts'

/** A bureau asks around before it answers. */
const USUAL_MS = 1_500

export const keptOrder = z.object({
  id: z.string(),
  idNumber: z.string(),
  notifyUrl: z.string(),
  settleAt: z.number(),
  isTold: z.boolean(),
})
type OrderRecord = z.output<typeof keptOrder>
type Answer = z.input<typeof providerCalls.bureau.report.response>

export type Bureau = ReturnType<typeof createBureau>

/** Reports on people: ordered by number, ready a while later, and told then. */
export function createBureau(parts: {
  readonly orders: Records<OrderRecord>
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
}) {
  const { orders, faults, now } = parts

  const answerOf = (order: OrderRecord | undefined): Answer => {
    if (!order) return { state: 'unknown' }
    if (now() < order.settleAt) return { state: 'pending' }
    return { state: 'ready', report: reportOn(order.idNumber) }
  }

  function announceReport({ id, notifyUrl, settleAt }: OrderRecord): void {
    parts.announce({
      provider: 'bureau',
      kind: 'bureau',
      url: notifyUrl,
      settleAt,
      result: () => ({ requestNo: id, ...answerOf(orders.get(id)) }),
      before: { requestNo: id, state: 'pending' },
      onTold() {
        const told = orders.get(id)
        if (told) orders.put({ ...told, isTold: true })
      },
    })
  }
  for (const order of orders.all()) if (!order.isTold) announceReport(order)

  return {
    order(asked: { requestNo: string; idNumber: string; notifyUrl: string }): Answer {
      const { requestNo, idNumber, notifyUrl } = asked
      const earlier = orders.get(requestNo)
      if (earlier) return answerOf(earlier)

      const settleAt = now() + (faults.of('bureau').settleMs ?? USUAL_MS)
      const order = { id: requestNo, idNumber, notifyUrl, settleAt, isTold: false }
      orders.put(order)
      announceReport(order)
      return answerOf(order)
    },

    find: ({ requestNo }: { requestNo: string }): Answer => answerOf(orders.get(requestNo)),

    clear: () => orders.clear(),
  }
}
