import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { ProviderRefusal } from '#provider-refusal.ts'

const orderStates = ['ordered', 'sent', 'delivered', 'returning', 'returned'] as const

export const mallOrder = z.object({
  /** The number that whoever ordered has chosen. */
  id: z.string(),
  offerNo: z.string(),
  name: z.string(),
  priceFen: z.string(),
  paymentNo: z.string(),
  notifyUrl: z.string(),
  /** A state may be known to us and not yet to those who ask: until `settleAt` it is as it was. */
  state: z.enum(orderStates),
  was: z.enum(orderStates),
  settleAt: z.number(),
  /** The money that went back, by its number at the bank. */
  returnNo: z.exactOptional(z.string()),
  reason: z.exactOptional(z.string()),
  isTold: z.boolean(),
})
export type MallOrder = z.output<typeof mallOrder>
export type MallAnswer = z.input<typeof providerCalls.mall.orderState.response>

/** How an order stands, as the mall says it. */
export function standingOf(found: MallOrder | undefined, now: number): MallAnswer {
  if (!found) return { state: 'unknown' }
  const { state, was, settleAt, returnNo, reason } = found
  const why = reason === undefined ? {} : { reason }
  if (now < settleAt) return { state: was, ...why }
  return { state, ...why, ...(returnNo !== undefined && { returnNo }) }
}

type Given = Pick<MallOrder, 'offerNo' | 'priceFen' | 'paymentNo'>

/** A number stands for one order for good. */
export function assertSame(earlier: MallOrder, given: Given): void {
  const isSame =
    earlier.offerNo === given.offerNo &&
    earlier.priceFen === given.priceFen &&
    earlier.paymentNo === given.paymentNo
  if (!isSame) throw new ProviderRefusal(409, 'order-taken')
}
