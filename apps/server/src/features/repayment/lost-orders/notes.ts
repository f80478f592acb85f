import type { Money } from '@qingzhou/domain/money/money'
import type { OrderLine } from '@qingzhou/lending/index'
import type { Order } from '#features/repayment/orders/order-store.ts'
import type { Original } from '#features/repayment/refund-store.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { sealNote } from '@qingzhou/providers/records/order-note'
import type { Services } from '#services.ts'
import { wireNoOf } from '@qingzhou/providers/wire-order'

type Deps = Pick<Services, 'vault'>

/** An order of a repayment as its provider keeps it for us. */
export type NotedDebit = Pick<
  Order,
  'requestNo' | 'orderNo' | 'aim' | 'actor' | 'payBy' | 'cardId' | 'agreementNo' | 'quotedOn'
> & {
  /** In milliseconds. */
  readonly orderedAt: number
  readonly lines: readonly OrderLine[]
}

export function debitNote(
  deps: Deps,
  noted: {
    readonly order: Omit<NotedDebit, 'orderedAt' | 'lines'> & { readonly customer: CustomerNo }
    readonly lines: readonly OrderLine[]
    readonly orderedAt: Date
  },
): string | undefined {
  const { order, lines } = noted
  const { customer, requestNo, orderNo, aim, actor, payBy, quotedOn, cardId } = order
  const { agreementNo } = order
  const orderedAt = noted.orderedAt.getTime()
  const placed = { requestNo, orderNo, aim, actor, payBy, quotedOn, orderedAt, lines }
  const debit: NotedDebit = { ...placed, cardId, agreementNo }
  return sealNote(deps, orderNo, { kind: 'debit', customer, order: debit })
}

export type NotedRefund = {
  readonly refundNo: string
  /** The payment that it gives back, if it is about one. */
  readonly paid: { readonly wireNo: string; readonly amount: Money } | undefined
}

export function refundNote(
  deps: Deps,
  noted: {
    readonly key: { readonly customer: CustomerNo; readonly refundNo: string }
    readonly orderNo: string
    readonly original: Original | undefined
  },
): string | undefined {
  const { key, orderNo, original } = noted
  const { customer, refundNo } = key
  const paid = original && { wireNo: wireNoOf(original.orderNo), amount: original.amount }
  const refund: NotedRefund = { refundNo, paid }
  return sealNote(deps, orderNo, { kind: 'refund', customer, order: refund })
}
