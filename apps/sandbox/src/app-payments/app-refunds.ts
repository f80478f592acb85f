import * as z from 'zod'
import { bankDateOf, settlesAt } from '#bank/settling.ts'
import type { Announce, EncodedNotice } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Records } from '#records.ts'
import { payApps, type AppPayment, type PayApp, type PaymentAnswer } from './app-payments.ts'

/** A refund to the payment it belongs to. */
export const appRefund = z.object({
  /** The app and the number of the refund. */
  id: z.string(),
  app: z.enum(payApps),
  orderNo: z.string(),
  paymentNo: z.string(),
  amountFen: z.string(),
  note: z.optional(z.string()),
  settleAt: z.number(),
  state: z.enum(['done', 'declined']),
  /** Where its notice goes, in the protocols that have one. */
  notifyUrl: z.exactOptional(z.string()),
  isTold: z.exactOptional(z.boolean()),
})
export type AppRefund = z.output<typeof appRefund>
type RefundOrder = Pick<AppRefund, 'orderNo' | 'paymentNo' | 'amountFen' | 'note' | 'notifyUrl'>

type Parts = {
  readonly payments: Records<AppPayment>
  readonly refunds: Records<AppRefund>
  readonly faults: Faults
  readonly announce: Announce
  /** A notice in the messaging app's own protocol. */
  readonly notice: (refund: AppRefund, payment: AppPayment) => EncodedNotice
  readonly now: () => number
}

export type AppRefunds = ReturnType<typeof createAppRefunds>

/** Refunds of payments, in parts at most as much as was paid. Each number refunds once. */
export function createAppRefunds(parts: Parts) {
  const { refunds, now } = parts
  for (const refund of refunds.all()) if (refund.isTold === false) announceRefund(parts, refund)

  return {
    order(app: PayApp, order: RefundOrder): PaymentAnswer {
      const { orderNo, paymentNo, amountFen, note, notifyUrl } = order
      const id = `${app}:${orderNo}`
      const earlier = refunds.get(id)
      const isSame = earlier?.paymentNo === paymentNo && earlier.amountFen === amountFen
      if (earlier && !isSame) throw new ProviderRefusal(409, 'order-taken')
      if (!earlier) {
        const told = notifyUrl === undefined ? {} : { notifyUrl, isTold: false }
        const ordered = { id, app, orderNo, paymentNo, amountFen, ...(note && { note }), ...told }
        const refund = { ...ordered, ...decideRefund(parts, app, order) }
        refunds.put(refund)
        announceRefund(parts, refund)
      }
      return refundAnswer(refunds.get(id), now())
    },

    find: (app: PayApp, { orderNo }: { orderNo: string }): PaymentAnswer =>
      refundAnswer(refunds.get(`${app}:${orderNo}`), now()),

    paymentOf: (app: PayApp, orderNo: string): string | undefined =>
      refunds.get(`${app}:${orderNo}`)?.paymentNo,

    ofDay: (app: PayApp, bankDate: string) =>
      refunds
        .all()
        .filter((one) => one.app === app && bankDateOf(one.settleAt) === bankDate)
        .filter((one) => refundAnswer(one, now()).state === 'done')
        .map(({ orderNo, paymentNo, amountFen, note }) => {
          const line = { orderNo, paymentNo, amountFen, kind: 'refund' as const, bankDate }
          return { ...line, ...(note && { note }) }
        }),

    clear: () => refunds.clear(),
  }
}

/** A declined refund was refused at once: there is nothing to tell. */
function announceRefund({ announce, payments, refunds, notice }: Parts, refund: AppRefund): void {
  const { id, app, orderNo, paymentNo, amountFen, notifyUrl, settleAt, state } = refund
  const payment = payments.get(`${app}:${paymentNo}`)
  if (notifyUrl === undefined || state === 'declined' || !payment) return
  announce({
    provider: app,
    kind: 'transfer',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo, state }),
    before: { orderNo, state: 'processing', amountFen },
    encode: () => notice(refund, payment),
    onSent() {
      const told = refunds.get(id)
      if (told) refunds.put({ ...told, isTold: true })
    },
  })
}

/** Declined if it would refund more than was paid. */
function decideRefund(
  { payments, refunds, faults, now }: Parts,
  app: PayApp,
  order: RefundOrder,
): Pick<AppRefund, 'state' | 'settleAt'> {
  const fault = faults.of(app, order.orderNo)
  const payment = payments.get(`${app}:${order.paymentNo}`)
  const refunded = refunds
    .all()
    .filter((one) => one.app === app && one.paymentNo === order.paymentNo && one.state === 'done')
    .reduce((sum, { amountFen }) => sum + BigInt(amountFen), 0n)
  const isPaid = payment?.state === 'paid'
  const isEnough = refunded + BigInt(order.amountFen) <= BigInt(payment?.amountFen ?? '0')
  const isDone = isPaid && isEnough && order.amountFen !== '0' && !fault.decline
  return {
    state: isDone ? 'done' : 'declined',
    settleAt: settlesAt(now(), { fault, conduct: 'well' }),
  }
}

function refundAnswer(found: AppRefund | undefined, now: number): PaymentAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, state, settleAt, note } = found
  if (state === 'declined') return { state, amountFen, reason: '退款未成功' }
  if (now < settleAt) return { state: 'processing', amountFen }
  return { state: 'done', amountFen, bankDate: bankDateOf(settleAt), ...(note && { note }) }
}
