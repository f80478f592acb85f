import { createHash, randomUUID } from 'node:crypto'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import * as z from 'zod'
import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { AppRefunds } from '#app-payments/app-refunds.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import { tradeBill } from './bill.ts'
import type { WechatKeys } from './keys.ts'

const BILLS_MAX = 20
const BILL_MADE_AFTER_MS = 34 * 3_600_000

/** A refusal with the app's status and code. */
export class WechatRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string) {
    super(code)
    this.name = 'WechatRefusal'
    this.status = status
    this.code = code
  }
}

/** The same books as those of the messaging app behind the gateway. */
export type WechatBooks = {
  readonly appPayments: AppPayments
  readonly appRefunds: AppRefunds
  readonly keys: WechatKeys
  readonly secret: string
  readonly now: () => number
  /** The address of the sandbox, for pages and bills. */
  readonly origin: () => string
}

const tradeNo = z.string().regex(/^[\w\-*]{6,32}$/)
const refundNo = z.string().regex(/^[\w\-|*@]{1,64}$/)
const wire = z.object({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: tradeNo,
  time_expire: z.iso.datetime({ offset: true }),
  notify_url: z.url().max(255),
  amount: z.object({ total: z.int().min(1).max(100_000_000), currency: z.literal('CNY') }),
})
const inApp = wire.extend({ payer: z.object({ openid: z.string().min(1).max(128) }) })
const inBrowser = wire.extend({
  scene_info: z.object({
    payer_client_ip: z.union([z.ipv4(), z.ipv6()]),
    h5_info: z.object({ type: z.literal('Wap') }),
  }),
})
const refund = z.object({
  out_trade_no: tradeNo,
  out_refund_no: refundNo,
  notify_url: z.optional(z.url().max(256)),
  amount: z.object({ refund: z.int().min(1), total: z.int().min(1), currency: z.literal('CNY') }),
})

/** The calls of the payment API: what they take, refuse and answer. */
export function createWechatCalls(books: WechatBooks) {
  return {
    ...orderCalls(books),
    ...refundCalls(books),
    ...billCalls(books),
    certificates: (): object => ({ data: books.keys.certificates() }),
  }
}

function orderCalls(books: WechatBooks) {
  const { appPayments, origin } = books
  const { merchantId } = wechatAccountOf(books.secret)
  const found = (no: string): AppPayment => {
    const payment = appPayments.record('messenger', tradeNo.parse(no))
    if (!payment) throw new WechatRefusal(404, 'ORDER_NOT_EXIST')
    return payment
  }
  return {
    jsapi(content: unknown): object {
      const order = inApp.parse(content)
      return { prepay_id: startOrder(books, order, order.payer.openid) }
    },
    h5(content: unknown): object {
      const prepayId = startOrder(books, inBrowser.parse(content))
      return { h5_url: `${origin()}/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${prepayId}` }
    },
    query(no: string, mchid: string | undefined): object {
      if (mchid !== merchantId) throw new WechatRefusal(400, 'PARAM_ERROR')
      return tradeOf(books, found(no))
    },
    close(no: string, content: unknown): void {
      z.object({ mchid: z.literal(merchantId) }).parse(content)
      const payment = found(no)
      if (payment.state === 'paid') throw new WechatRefusal(400, 'ORDERPAID')
      if (!appPayments.isOpen(payment)) throw new WechatRefusal(400, 'ORDER_CLOSED')
      appPayments.close('messenger', { orderNo: no })
    },
  }
}

function startOrder(books: WechatBooks, order: z.output<typeof wire>, payer?: string): string {
  const { appPayments, now } = books
  const { appId, merchantId } = wechatAccountOf(books.secret)
  if (order.appid !== appId) throw new WechatRefusal(400, 'APPID_MCHID_NOT_MATCH')
  if (order.mchid !== merchantId) throw new WechatRefusal(400, 'PARAM_ERROR')
  const expiresAt = Date.parse(order.time_expire)
  if (expiresAt <= now()) throw new WechatRefusal(400, 'PARAM_ERROR')
  const input = {
    orderNo: order.out_trade_no,
    amountFen: String(order.amount.total),
    subject: order.description,
    notifyUrl: order.notify_url,
    expiresAt,
    ...(payer !== undefined && { payer }),
  }
  const standing = appPayments.record('messenger', input.orderNo)
  if (standing) requireSame(appPayments, standing, input)
  const start = { ...input, returnUrl: '', protocol: 'wechat' } as const
  return appPayments.start('messenger', start).prepayId ?? ''
}

function refundCalls({ appPayments, appRefunds }: WechatBooks) {
  return {
    refund(content: unknown): object {
      const input = refund.parse(content)
      const { out_trade_no: paymentNo, out_refund_no: orderNo, amount, notify_url: url } = input
      const payment = appPayments.record('messenger', paymentNo)
      if (!payment) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS')
      if (payment.amountFen !== String(amount.total)) throw new WechatRefusal(400, 'PARAM_ERROR')
      const order = {
        orderNo,
        paymentNo,
        amountFen: String(amount.refund),
        ...(url && { notifyUrl: url }),
      }
      const { state } = orderOrRefuse(() => appRefunds.order('messenger', order))
      if (state === 'declined') throw new WechatRefusal(403, 'NOT_ENOUGH')
      return refundOf(appRefunds, orderNo)
    },
    refundState: (no: string): object => refundOf(appRefunds, refundNo.parse(no)),
  }
}

function billCalls({ appPayments, now, origin }: WechatBooks) {
  const bills = new Map<string, Buffer>()
  return {
    bill(day: string): object {
      const bankDate = z.iso.date().parse(day).replaceAll('-', '')
      const { transfers } = appPayments.ofDay('messenger', { bankDate })
      const isOver = now() > Date.parse(`${day}T00:00:00+08:00`) + BILL_MADE_AFTER_MS
      if (isOver && transfers.length === 0) throw new WechatRefusal(400, 'NO_STATEMENT_EXIST')
      const file = tradeBill(transfers)
      const token = randomUUID()
      bills.set(token, file)
      const [oldest] = bills.keys()
      if (oldest && bills.size > BILLS_MAX) bills.delete(oldest)
      return {
        hash_type: 'SHA1',
        hash_value: createHash('sha1').update(file).digest('hex'),
        download_url: `${origin()}/v3/billdownload/file?token=${token}`,
      }
    },
    billFile: (token: string): Buffer | undefined => bills.get(token),
  }
}

type GivenPayment = Pick<AppPayment, 'amountFen' | 'subject' | 'notifyUrl'> & {
  readonly expiresAt: number
  readonly payer?: string
}

/** The app refuses a number that is used again with other data, or after its end. */
function requireSame(appPayments: AppPayments, standing: AppPayment, input: GivenPayment): void {
  if (standing.state === 'paid') throw new WechatRefusal(400, 'ORDERPAID')
  if (!appPayments.isOpen(standing)) throw new WechatRefusal(400, 'ORDER_CLOSED')
  const isSame =
    standing.amountFen === input.amountFen &&
    standing.subject === input.subject &&
    standing.notifyUrl === input.notifyUrl &&
    standing.openUntil === input.expiresAt &&
    standing.payer === input.payer
  if (!isSame) throw new WechatRefusal(403, 'OUT_TRADE_NO_USED')
}

function orderOrRefuse<Ordered>(order: () => Ordered): Ordered {
  try {
    return order()
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new WechatRefusal(400, 'INVALID_REQUEST')
    throw error
  }
}

/** The fields of a trade, in answers and notices alike. */
export function tradeOf(
  { appPayments, secret }: Pick<WechatBooks, 'secret'> & { appPayments: Pick<AppPayments, 'find'> },
  payment: AppPayment,
): object {
  const { appId, merchantId } = wechatAccountOf(secret)
  const { state, bankDate } = appPayments.find('messenger', payment)
  const total = Number(payment.amountFen)
  const trade = {
    appid: appId,
    mchid: merchantId,
    out_trade_no: payment.orderNo,
    trade_type: payment.payer === undefined ? 'MWEB' : 'JSAPI',
    amount: { total, payer_total: total, currency: 'CNY', payer_currency: 'CNY' },
    payer: { openid: payment.payer ?? '' },
  }
  if (state === 'done') {
    const paid = { transaction_id: `42${payment.ticket}`, success_time: noonOf(bankDate ?? '') }
    return { ...trade, ...paid, trade_state: 'SUCCESS', trade_state_desc: '支付成功' }
  }
  const trade_state =
    state === 'declined' ? 'CLOSED' : payment.state === 'open' ? 'NOTPAY' : 'USERPAYING'
  return { ...trade, trade_state, trade_state_desc: '' }
}

function refundOf(appRefunds: AppRefunds, orderNo: string): object {
  const { state, amountFen, bankDate } = appRefunds.find('messenger', { orderNo })
  const isThere = state === 'done' || state === 'processing'
  if (!isThere) throw new WechatRefusal(404, 'RESOURCE_NOT_EXISTS')
  return {
    refund_id: `50${orderNo}`,
    out_refund_no: orderNo,
    out_trade_no: appRefunds.paymentOf('messenger', orderNo) ?? '',
    status: state === 'done' ? 'SUCCESS' : 'PROCESSING',
    ...(state === 'done' && { success_time: noonOf(bankDate ?? '') }),
    amount: { refund: Number(amountFen), currency: 'CNY' },
  }
}

function noonOf(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}T12:00:00+08:00`
}
