import { randomBytes } from 'node:crypto'
import type { providerCalls } from '@qingzhou/provider-api/calls'
import * as z from 'zod'
import { bankDateOf, settlesAt } from '#bank/settling.ts'
import type { Announce, EncodedNotice } from '#callbacks/callbacks.ts'
import type { Faults } from '#faults.ts'
import type { AppRefunds } from './app-refunds.ts'
import { MESSENGER_APP_ID } from '#merchant.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { Records } from '#records.ts'

export const payApps = ['wallet', 'messenger'] as const
export type PayApp = (typeof payApps)[number]

export const appPayment = z.object({
  /** The app and the order number of the lender. */
  id: z.string(),
  app: z.enum(payApps),
  orderNo: z.string(),
  ticket: z.string(),
  amountFen: z.string(),
  subject: z.string(),
  returnUrl: z.string(),
  notifyUrl: z.string(),
  /** An unpaid payment is closed at this time. */
  openUntil: z.number(),
  state: z.enum(['open', 'paid', 'declined']),
  /** The result is visible to the lender from `settleAt` on. */
  settleAt: z.number(),
  reason: z.exactOptional(z.string()),
  /** The protocol of its notices; the gateway's when absent. */
  protocol: z.exactOptional(z.enum(['gateway', 'alipay', 'wechat'])),
  /** For the sheet in the messaging app's own browser: whose it is. */
  payer: z.exactOptional(z.string()),
  note: z.optional(z.string()),
  isTold: z.boolean(),
})
export type AppPayment = z.output<typeof appPayment>
export type PaymentAnswer = z.input<typeof providerCalls.wallet.payment.response>

/** The state of a payment, as the app reports it. */
function paymentAnswer(found: AppPayment | undefined, now: number): PaymentAnswer {
  if (!found) return { state: 'unknown' }
  const { amountFen, state, settleAt, reason, note } = found
  if (state === 'open') {
    return isOpen(found, now)
      ? { state: 'processing', amountFen }
      : { state: 'declined', amountFen, reason: '超时未支付，订单已关闭' }
  }
  if (now < settleAt) return { state: 'processing', amountFen }
  if (state === 'declined') return { state, amountFen, reason: reason ?? '' }
  return { state: 'done', amountFen, bankDate: bankDateOf(settleAt), ...(note && { note }) }
}

function isOpen({ state, openUntil }: AppPayment, now: number): boolean {
  return state === 'open' && now < openUntil
}

const PAGE_LIFE_MS = 15 * 60_000

type Parts = {
  readonly records: Records<AppPayment>
  readonly refunds: AppRefunds
  readonly faults: Faults
  readonly announce: Announce
  readonly now: () => number
  /** Notices in the apps' own protocols. */
  readonly notices: Record<'alipay' | 'wechat', EncodeNotice>
}

type EncodeNotice = (payment: AppPayment, find: FindPayment) => EncodedNotice

type FindPayment = (app: PayApp, request: { readonly orderNo: string }) => PaymentAnswer

type Order = Pick<AppPayment, 'orderNo' | 'amountFen' | 'subject' | 'returnUrl' | 'notifyUrl'> & {
  /** When the page is closed; after the app's own time when absent. */
  readonly expiresAt?: number | undefined
  readonly protocol?: 'gateway' | 'alipay' | 'wechat'
  readonly payer?: string | undefined
  readonly note?: string | undefined
}

export const decisions = ['pay', 'cancel'] as const
export type Decision = (typeof decisions)[number]

export type AppPayments = ReturnType<typeof createAppPayments>

function termsOf(order: Order) {
  const { amountFen, subject, returnUrl, notifyUrl, payer, note, protocol = 'gateway' } = order
  const also = { ...(payer && { payer }), ...(note && { note }) }
  return { amountFen, subject, returnUrl, notifyUrl, protocol, ...also }
}

/** Payments in an app: a page per ticket, and the person's decision. Each order number is paid once. */
export function createAppPayments(parts: Parts) {
  const { records, refunds, faults, now } = parts
  for (const payment of records.all()) {
    if (payment.state !== 'open' && !payment.isTold) announceResult(parts, payment)
  }

  return {
    start(app: PayApp, order: Order): { path: string; prepayId?: string; appId?: string } {
      const { orderNo } = order
      const given = termsOf(order)
      const id = `${app}:${orderNo}`
      const earlier = records.get(id)
      if (earlier && earlier.amountFen !== given.amountFen) {
        throw new ProviderRefusal(409, 'order-taken')
      }
      const ticket = earlier?.ticket ?? randomBytes(18).toString('base64url')
      const openUntil = order.expiresAt ?? now() + PAGE_LIFE_MS
      const fresh = { id, app, orderNo, ticket, ...given, openUntil, settleAt: openUntil }
      if (!earlier) records.put({ ...fresh, state: 'open', isTold: false })
      const path = `/${app}/pay?ticket=${ticket}`
      return app === 'messenger' ? { path, prepayId: ticket, appId: MESSENGER_APP_ID } : { path }
    },

    find: (app: PayApp, { orderNo }: { orderNo: string }): PaymentAnswer =>
      paymentAnswer(records.get(`${app}:${orderNo}`), now()),

    record: (app: PayApp, orderNo: string): AppPayment | undefined =>
      records.get(`${app}:${orderNo}`),

    ofTicket: (app: PayApp, ticket: string): AppPayment | undefined =>
      records.all().find((payment) => payment.app === app && payment.ticket === ticket),

    /** The page learns where to return to when it is opened. */
    returnTo(payment: AppPayment, returnUrl: string): void {
      records.put({ ...payment, returnUrl })
    },

    /** Only the first decision counts, and none after the page is closed. */
    decide(payment: AppPayment, decision: Decision): void {
      if (!isOpen(payment, now()) || staysOpen(payment, decision)) return
      const decided = applyDecision(payment, { decision, faults, now: now() })
      records.put(decided)
      announceResult(parts, decided)
    },

    /** Takes a payment by an agreement, without a page. False if the person cannot pay: nothing is recorded. */
    debit: (app: PayApp, order: DebitOrder): boolean => debitNow(parts, app, order),

    /** The lender closes an unpaid page; a decided one stays as it is. */
    close(app: PayApp, { orderNo }: { orderNo: string }): PaymentAnswer {
      const payment = records.get(`${app}:${orderNo}`)
      if (!payment || !isOpen(payment, now())) return paymentAnswer(payment, now())
      const closed = { state: 'declined', reason: '订单已关闭', settleAt: now() } as const
      // The lender knows the result, so there is no callback.
      records.put({ ...payment, ...closed, isTold: true })
      return paymentAnswer(records.get(payment.id), now())
    },

    /** All payments that an app received for the lender on a day. */
    ofDay(app: PayApp, { bankDate }: { bankDate: string }) {
      const isOfDay = (one: { app: PayApp; settleAt: number }) =>
        one.app === app && bankDateOf(one.settleAt) === bankDate
      const paid = records
        .all()
        .filter((one) => isOfDay(one) && paymentAnswer(one, now()).state === 'done')
        .map((one) => lineOf(one, bankDate))
      return { transfers: [...paid, ...refunds.ofDay(app, bankDate)] }
    },

    isOpen: (payment: AppPayment): boolean => isOpen(payment, now()),
    clear: () => [records, refunds].forEach((one) => one.clear()),
  }
}

function lineOf({ orderNo, amountFen, note }: AppPayment, bankDate: string) {
  return { orderNo, amountFen, kind: 'debit' as const, bankDate, ...(note && { note }) }
}

type DebitOrder = Omit<Order, 'returnUrl'>

function debitNow(parts: Parts, app: PayApp, order: DebitOrder): boolean {
  const { records, faults, now } = parts
  const { orderNo, amountFen, subject, notifyUrl, protocol = 'gateway' } = order
  const fault = faults.of(app, orderNo)
  if (fault.decline) return false
  const ticket = randomBytes(18).toString('base64url')
  const settleAt = settlesAt(now(), { fault, conduct: 'well' })
  const given = { amountFen, subject, returnUrl: '', notifyUrl, protocol }
  const id = `${app}:${orderNo}`
  const timed = { openUntil: settleAt, settleAt, state: 'paid', isTold: false } as const
  const paid = { id, app, orderNo, ticket, ...given, ...timed }
  records.put(paid)
  announceResult(parts, paid)
  return true
}

/** In the messaging app's own protocol an order that the person leaves can be paid later. */
function staysOpen({ protocol }: AppPayment, decision: Decision): boolean {
  return decision === 'cancel' && protocol === 'wechat'
}

function applyDecision(
  payment: AppPayment,
  { decision, faults, now }: { decision: Decision; faults: Faults; now: number },
): AppPayment {
  if (decision === 'cancel') {
    return { ...payment, state: 'declined', reason: '已取消支付', settleAt: now }
  }
  const fault = faults.of(payment.app, payment.orderNo)
  const settleAt = settlesAt(now, { fault, conduct: 'well' })
  return fault.decline
    ? { ...payment, state: 'declined', reason: '支付未成功，请换一种方式', settleAt }
    : { ...payment, state: 'paid', settleAt }
}

function announceResult(parts: Parts, payment: AppPayment): void {
  const { records, announce, now } = parts
  const find: FindPayment = (payApp, request) =>
    paymentAnswer(records.get(`${payApp}:${request.orderNo}`), now())
  const { id, app, orderNo, notifyUrl, settleAt, amountFen, protocol = 'gateway' } = payment
  // The messaging app tells of paid orders only.
  if (protocol === 'wechat' && payment.state !== 'paid') {
    records.put({ ...payment, isTold: true })
    return
  }
  const before = { orderNo, state: 'processing', amountFen } as const
  announce({
    provider: app,
    orderNo,
    kind: 'appPayment',
    url: notifyUrl,
    settleAt,
    result: () => ({ orderNo, ...paymentAnswer(records.get(id), now()) }),
    before,
    ...(protocol !== 'gateway' && {
      encode: (body) => parts.notices[protocol](payment, body === before ? () => before : find),
    }),
    onSent() {
      const told = records.get(id)
      if (told) records.put({ ...told, isTold: true })
    },
  })
}
