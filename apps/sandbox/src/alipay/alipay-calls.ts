import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { AppPayment, AppPayments } from '#app-payments/app-payments.ts'
import type { AppRefunds } from '#app-payments/app-refunds.ts'
import type { Authorisations } from '#consent/authorisations.ts'
import type { FaceChecks } from '#wallet-face/face-checks.ts'
import { ProviderRefusal } from '#providers/provider-refusal.ts'
import type { WalletAgreements } from '#wallet-agreements/agreements.ts'
import { agreementCalls, signPage, AlipayRefusal } from './alipay-agreements.ts'
import { formatDashedDay, fenOf, yuanOf } from './format.ts'

/** The same books as those of the payment app behind the gateway. */
export type AlipayBooks = {
  readonly appPayments: AppPayments
  readonly appRefunds: AppRefunds
  readonly faceChecks: FaceChecks
  readonly authorisations: Authorisations
  readonly agreements: WalletAgreements
  /** The address of the sandbox, for the bill. */
  readonly origin: () => string
}

type CallParams = Readonly<Record<string, string>>
export type Call = (books: AlipayBooks, biz: unknown, input: CallParams) => object
export type Page = (books: AlipayBooks, biz: unknown, input: CallParams) => string

const orderNo = z.string().regex(/^\w{1,64}$/)
const named = z.object({ out_trade_no: orderNo })
const paid = named.extend({
  total_amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
  subject: z.string().min(1).max(256),
  product_code: z.literal('QUICK_WAP_WAY'),
  time_expire: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
})
const refund = named.extend({
  out_request_no: orderNo,
  refund_amount: z.string().regex(/^\d{1,9}\.\d{2}$/),
})
const request = z.object({ out_trade_no: orderNo, out_request_no: orderNo })
const certify = z.object({
  outer_order_no: z.string().regex(/^\w{1,32}$/),
  biz_code: z.literal('FACE'),
  identity_param: z.object({ cert_name: z.string(), cert_no: z.string() }),
  merchant_config: z.object({ return_url: z.string() }),
})
const certifyId = z.object({ certify_id: z.string().max(64) })

export const alipayPages: Readonly<Record<string, Page>> = {
  'alipay.user.agreement.page.sign': signPage,
  'alipay.trade.wap.pay': ({ appPayments }, biz, input) => {
    const order = paid.parse(biz)
    const amountFen = fenOf(order.total_amount)
    if (amountFen === '0') throw new AlipayRefusal('ACQ.INVALID_PARAMETER')
    const { return_url: returnUrl = '', notify_url: notifyUrl = '' } = input
    const standing = appPayments.record('wallet', order.out_trade_no)
    if (standing && !appPayments.isOpen(standing)) throw new AlipayRefusal('ACQ.TRADE_HAS_CLOSE')
    const { path } = runOrRefuse('ACQ.CONTEXT_INCONSISTENT', () =>
      appPayments.start('wallet', {
        orderNo: order.out_trade_no,
        amountFen,
        subject: order.subject,
        returnUrl,
        notifyUrl,
        expiresAt: Date.parse(`${order.time_expire.replace(' ', 'T')}+08:00`),
        protocol: 'alipay',
      }),
    )
    return `..${path}`
  },
  'alipay.user.certify.open.certify': ({ faceChecks }, biz) => {
    const path = faceChecks.pathOf(certifyId.parse(biz).certify_id)
    if (path === undefined) throw new AlipayRefusal('CERTIFY_ID_NOT_EXIST')
    return `..${path}`
  },
}

export const alipayCalls: Readonly<Record<string, Call>> = {
  ...agreementCalls,
  'alipay.trade.query': ({ appPayments }, biz) => {
    const { out_trade_no: no } = named.parse(biz)
    const payment = findOrRefuse(appPayments, no)
    return { out_trade_no: no, ...tradeOf(appPayments, payment) }
  },
  'alipay.trade.close': ({ appPayments }, biz) => {
    const { out_trade_no: no } = named.parse(biz)
    const payment = findOrRefuse(appPayments, no)
    if (!appPayments.isOpen(payment)) throw new AlipayRefusal('ACQ.TRADE_STATUS_ERROR')
    appPayments.close('wallet', { orderNo: no })
    return { out_trade_no: no, trade_no: payment.ticket }
  },
  'alipay.trade.refund': ({ appPayments, appRefunds }, biz) => {
    const { out_trade_no: no, out_request_no: requestNo, refund_amount: amount } = refund.parse(biz)
    findOrRefuse(appPayments, no)
    const order = { orderNo: requestNo, paymentNo: no, amountFen: fenOf(amount) }
    const answer = runOrRefuse('ACQ.DISCORDANT_REPEAT_REQUEST', () =>
      appRefunds.order('wallet', order),
    )
    if (answer.state === 'declined') throw new AlipayRefusal('ACQ.SELLER_BALANCE_NOT_ENOUGH')
    return { out_trade_no: no, refund_fee: amount, fund_change: 'Y' }
  },
  'alipay.trade.fastpay.refund.query': ({ appPayments, appRefunds }, biz) => {
    const { out_trade_no: no, out_request_no: requestNo } = request.parse(biz)
    findOrRefuse(appPayments, no)
    const answer = appRefunds.find('wallet', { orderNo: requestNo })
    if (answer.state !== 'done') return {}
    return {
      out_trade_no: no,
      out_request_no: requestNo,
      refund_status: 'REFUND_SUCCESS',
      refund_amount: yuanOf(answer.amountFen ?? ''),
      gmt_refund_pay: `${formatDashedDay(answer.bankDate ?? '')} 12:00:00`,
    }
  },
  'alipay.data.dataservice.bill.downloadurl.query': ({ origin }, biz) => {
    const { bill_date: day } = z.object({ bill_date: z.iso.date() }).parse(biz)
    return { bill_download_url: `${origin()}/alipay/bill/${day.replaceAll('-', '')}` }
  },
  'alipay.system.oauth.token': ({ authorisations }, _, { code = '' }) => {
    const person = authorisations.exchange('wallet', code)
    if (!person) throw new AlipayRefusal('isv.code-invalid', '40002')
    authorisations.allow(person)
    return { access_token: person.openId, open_id: person.openId, expires_in: 3_600 }
  },
  'alipay.user.info.share': ({ authorisations }, _, { auth_token: token = '' }) => {
    const person = authorisations.allowed(token)
    if (!person) throw new AlipayRefusal('aop.invalid-auth-token', '20001')
    return { open_id: person.openId, ...(person.phone && { mobile: person.phone }) }
  },
  'alipay.user.certify.open.initialize': ({ faceChecks }, biz) => {
    const order = certify.parse(biz)
    const { cert_name: name, cert_no: idNumber } = order.identity_param
    const { return_url: returnUrl } = order.merchant_config
    faceChecks.start({ orderNo: order.outer_order_no, name, idNumber, returnUrl, notifyUrl: '' })
    return { certify_id: order.outer_order_no }
  },
  'alipay.user.certify.open.query': ({ faceChecks }, biz) => {
    const { state, reason } = faceChecks.find({ orderNo: certifyId.parse(biz).certify_id })
    if (state === 'unknown') throw new AlipayRefusal('CERTIFY_ID_NOT_EXIST')
    if (state === 'passed') return { passed: 'T' }
    if (state === 'pending') return { passed: 'F' }
    return { passed: 'F', fail_reason: reason === 'cancelled' ? 'USER_CANCEL' : 'FACE_NOT_MATCH' }
  },
}

function findOrRefuse(appPayments: AppPayments, no: string): AppPayment {
  const payment = appPayments.record('wallet', no)
  if (!payment) throw new AlipayRefusal('ACQ.TRADE_NOT_EXIST')
  return payment
}

/** A number that was used with another amount is refused. */
function runOrRefuse<Done>(subCode: string, act: () => Done): Done {
  try {
    return act()
  } catch (error) {
    if (error instanceof ProviderRefusal) throw new AlipayRefusal(subCode)
    throw error
  }
}

/** The fields of a trade, in answers and notices alike. */
export function tradeOf(
  appPayments: Pick<AppPayments, 'find'>,
  payment: AppPayment,
): Readonly<Record<string, string>> {
  const { state, bankDate } = appPayments.find('wallet', payment)
  const common = { trade_no: payment.ticket, total_amount: yuanOf(payment.amountFen) }
  if (state === 'done') {
    const day = formatDashedDay(bankDate ?? '')
    return { ...common, trade_status: 'TRADE_SUCCESS', send_pay_date: `${day} 12:00:00` }
  }
  const trade_status = state === 'declined' ? 'TRADE_CLOSED' : 'WAIT_BUYER_PAY'
  return { ...common, trade_status }
}

/** One more id per notice, as the app has them. */
export const newNotifyId = (): string => randomUUID().replaceAll('-', '')
