import { createHash } from 'node:crypto'

/** An order as its provider knows it. */
export type WireOrder = {
  /** Letters and digits, 8 to 32. An order of an older version has our own number instead. */
  readonly wireNo: string
  /** When it was ordered: some providers are asked by number and time. */
  readonly orderedAt: Date
  /** What the provider named the order when it was placed, if it did. */
  readonly reference?: string | undefined
  /** What it carries for us. Not every provider returns it. */
  readonly note?: string | undefined
}

const WIRE_NO = /^[0-9A-Za-z]{8,32}$/
const DIGITS = 32

/** The number for a new order: ours if it fits, otherwise digits of its digest. */
export function wireNoOf(orderNo: string): string {
  if (WIRE_NO.test(orderNo)) return orderNo
  return createHash('sha256').update(orderNo).digest('hex').slice(0, DIGITS)
}

/** The order on the wire of the gateway. */
export function toWireNumbers({ wireNo, orderedAt }: WireOrder) {
  return { orderNo: wireNo, orderedAt: orderedAt.getTime() }
}

/** The same when it is placed. */
export function toPlacedOrder(order: WireOrder) {
  const { note } = order
  return { ...toWireNumbers(order), ...(note !== undefined && { note }) }
}
