import type { OrderKey } from './order-store.ts'

/** The payment numbers of an order, one per loan, are derived from its number. */
export function paymentNoOf({ requestNo }: OrderKey, index: number): string {
  return `${requestNo}-${index + 1}`
}

/** The order number of a payment. */
export function requestNoOf(paymentNo: string): string {
  return paymentNo.replace(/-\d+$/, '')
}
