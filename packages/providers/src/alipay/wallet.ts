import type { AppPayments } from '#app-payment/port.ts'
import type { TransferAnswer } from '#bank/port.ts'
import { returnFrom } from '#consent.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import type { Wallet } from '#wallet/port.ts'
import type { AlipaySettings } from '@qingzhou/platform/config/adapters/adapters'
import type { Money } from '@qingzhou/domain/money/money'
import { parseLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import * as z from 'zod'
import { createAlipayAgreements } from './agreements.ts'
import { downloadBill } from './bill.ts'
import type { AlipayClient } from './client.ts'
import { moneyOf, shanghaiTime, yuanOf } from './format.ts'
import { ALIPAY_CONSENT_PATH, ALIPAY_NOTICE_PATH } from './notices.ts'

type Settings = {
  readonly client: AlipayClient
  readonly alipay: AlipaySettings
  readonly ownOrigin: () => string
  readonly now: () => Date
  readonly timeoutMs: number
}

/** The payment app Alipay, spoken to directly. */
export function createAlipayWallet(settings: Settings): Wallet {
  const { signScene } = settings.alipay
  const payments = createAlipayPayments(settings)
  return {
    ...consent(settings),
    ...faceChecks(settings),
    ...payments,
    agreements: signScene ? createAlipayAgreements(settings, signScene, payments) : undefined,
  }
}

function consent({ client, alipay, ownOrigin }: Settings): Pick<Wallet, 'consentUrl' | 'exchange'> {
  return {
    consentUrl({ state }) {
      const query = new URLSearchParams({
        app_id: alipay.appId,
        scope: 'auth_user',
        // The app adds its own parameter names, which our address translates.
        redirect_uri: returnFrom(alipay.consentUrl, ownOrigin, ALIPAY_CONSENT_PATH),
        state,
      })
      return `${alipay.consentUrl}?${query.toString()}`
    },
    async exchange(code) {
      const method = 'alipay.system.oauth.token'
      const common = { grantType: 'authorization_code', code }
      const token = await client.call(method, tokenGiven, { common })
      if (!token.isDone) throw new ProviderFault(method, token.subCode)
      const { access_token: authToken, open_id: openId, user_id: userId } = token.fields
      const named = openId ?? userId
      if (named === undefined) throw new ProviderFault(method, 'no user id in the answer')
      const person = await client.call('alipay.user.info.share', shared, { common: { authToken } })
      const phone = person.isDone ? person.fields.mobile : undefined
      return { openId: named, ...(phone && { phone }) }
    },
  }
}

const tokenGiven = z.object({
  access_token: z.string(),
  open_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
})
const shared = z.object({ mobile: z.optional(z.string()) })

/** The face check: the app's own number of it is needed to ask. */
function faceChecks({ client, alipay, ownOrigin }: Settings): Pick<Wallet, 'startFace' | 'face'> {
  return {
    async startFace({ wireNo, reference, name, idNumber, returnPath }) {
      const certifyId = reference ?? (await begin({ wireNo, name, idNumber, returnPath }))
      const method = 'alipay.user.certify.open.certify'
      const url = await client.pageUrl(method, { certify_id: certifyId })
      return { url, reference: certifyId }
    },
    async face({ reference }) {
      // It was never begun: the app gave no number.
      if (reference === undefined) return { state: 'unknown' }
      const method = 'alipay.user.certify.open.query'
      const said = await client.call(method, certified, { biz: { certify_id: reference } })
      if (!said.isDone) return { state: 'unknown' }
      if (said.fields.passed === 'T') return { state: 'passed' }
      const { fail_reason: reason } = said.fields
      // Without a reason the person has not finished.
      return reason
        ? { state: 'failed', isCancelled: reason === 'USER_CANCEL' }
        : { state: 'pending' }
    },
  }

  async function begin(order: {
    readonly wireNo: string
    readonly name: string
    readonly idNumber: string
    readonly returnPath: string
  }): Promise<string> {
    const method = 'alipay.user.certify.open.initialize'
    const biz = {
      outer_order_no: order.wireNo,
      biz_code: 'FACE',
      identity_param: {
        identity_type: 'CERT_INFO',
        cert_type: 'IDENTITY_CARD',
        cert_name: order.name,
        cert_no: order.idNumber,
      },
      merchant_config: { return_url: returnFrom(alipay.pages, ownOrigin, order.returnPath) },
    }
    const begun = await client.call(method, z.object({ certify_id: z.string() }), { biz })
    if (!begun.isDone) throw new ProviderFault(method, begun.subCode)
    return begun.fields.certify_id
  }
}

const certified = z.object({ passed: z.enum(['T', 'F']), fail_reason: z.optional(z.string()) })

const trade = z.object({
  out_trade_no: z.string(),
  trade_status: z.enum(['WAIT_BUYER_PAY', 'TRADE_CLOSED', 'TRADE_SUCCESS', 'TRADE_FINISHED']),
  total_amount: z.string(),
  send_pay_date: z.optional(z.string()),
})
const closed = z.object({ out_trade_no: z.optional(z.string()) })
const refunded = z.object({ out_trade_no: z.string(), refund_fee: z.optional(z.string()) })
const refundStanding = z.object({
  refund_status: z.optional(z.string()),
  refund_amount: z.optional(z.string()),
  gmt_refund_pay: z.optional(z.string()),
})
const NOT_THERE = 'ACQ.TRADE_NOT_EXIST'
const CLOSED = '未完成支付，订单已关闭'
const REFUND_REFUSED = '支付应用未受理退款'

type OrderedPayment = Parameters<AppPayments['payment']>[0]

function createAlipayPayments(settings: Settings): AppPayments {
  const { client, alipay, ownOrigin, now } = settings

  async function payment({ wireNo, amount }: OrderedPayment): Promise<TransferAnswer> {
    const method = 'alipay.trade.query'
    const said = await client.call(method, trade, { biz: { out_trade_no: wireNo } })
    if (!said.isDone) {
      if (said.subCode === NOT_THERE) return { state: 'unknown' }
      throw new ProviderFault(method, said.subCode)
    }
    const { fields } = said
    if (fields.out_trade_no !== wireNo) throw new ProviderFault(method, 'another order')
    return transferAnswer(fields, amount)
  }

  return {
    async startPayment({ wireNo, amount, subject, returnPath, expiresAt }) {
      const returnUrl = returnFrom(alipay.pages, ownOrigin, returnPath)
      const url = await client.pageUrl(
        'alipay.trade.wap.pay',
        {
          out_trade_no: wireNo,
          total_amount: yuanOf(amount),
          subject,
          product_code: 'QUICK_WAP_WAY',
          seller_id: alipay.sellerId,
          time_expire: shanghaiTime(expiresAt),
          quit_url: returnUrl,
        },
        { returnUrl, notifyUrl: `${ownOrigin()}${ALIPAY_NOTICE_PATH}` },
      )
      return { url }
    },

    payment,

    async closePayment(order) {
      const method = 'alipay.trade.close'
      const said = await client.call(method, closed, { biz: { out_trade_no: order.wireNo } })
      if (said.isDone) return { state: 'declined', reason: CLOSED }
      if (said.subCode !== NOT_THERE) return payment(order)
      // The order exists at the app only from the moment its page is opened, and the page can be
      // opened until it expires: until then it cannot be closed.
      return now() < order.expiresAt ? { state: 'unknown' } : { state: 'declined', reason: CLOSED }
    },

    ...refunds(client),

    dayFile: (day) => downloadBill(settings, day),
  }
}

type Refunds = Pick<AppPayments, 'refund' | 'refundState'>

/** Refused for certain. Every other sub code leaves a refund open, so that it is asked for again. */
const NOT_REFUNDED = new Set([
  NOT_THERE,
  'ACQ.SELLER_BALANCE_NOT_ENOUGH',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.REASON_TRADE_BEEN_FREEZEN',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.REFUND_FEE_ERROR',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_HAS_CLOSE',
  'ACQ.TRADE_STATUS_ERROR',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.BUYER_ERROR',
  'ACQ.BUYER_NOT_EXIST',
])

/** A refund counts only after the app was asked for it. */
function refunds(client: AlipayClient): Refunds {
  const refundState: Refunds['refundState'] = async ({ wireNo, amount: ordered, original }) => {
    const method = 'alipay.trade.fastpay.refund.query'
    const biz = {
      out_trade_no: original.wireNo,
      out_request_no: wireNo,
      query_options: ['gmt_refund_pay'],
    }
    const said = await client.call(method, refundStanding, { biz })
    if (!said.isDone) {
      if (said.subCode === NOT_THERE) return { state: 'unknown' }
      throw new ProviderFault(method, said.subCode)
    }
    const { refund_status: status, refund_amount: amount, gmt_refund_pay: paidAt } = said.fields
    // An answer without a status means that no such refund was requested.
    if (status !== 'REFUND_SUCCESS') return { state: 'unknown' }
    requireAmount(method, amount, ordered)
    return { state: 'done', on: dayOf(paidAt) }
  }
  return {
    refundState,
    async refund(order) {
      const biz = {
        out_trade_no: order.original.wireNo,
        out_request_no: order.wireNo,
        refund_amount: yuanOf(order.amount),
      }
      const method = 'alipay.trade.refund'
      const said = await client.call(method, refunded, { biz })
      const standing = await refundState(order)
      if (standing.state !== 'unknown') return standing
      // Taken and not there yet: it is on its way. Refused and not there: nothing was refunded.
      if (said.isDone) return { state: 'processing' }
      if (!NOT_REFUNDED.has(said.subCode)) throw new ProviderFault(method, said.subCode)
      return { state: 'declined', reason: REFUND_REFUSED }
    },
  }
}

function transferAnswer(fields: z.output<typeof trade>, ordered: Money): TransferAnswer {
  switch (fields.trade_status) {
    case 'WAIT_BUYER_PAY':
      return { state: 'processing' }
    case 'TRADE_CLOSED':
      return { state: 'declined', reason: CLOSED }
    default:
      requireAmount('alipay.trade.query', fields.total_amount, ordered)
      return { state: 'done', on: dayOf(fields.send_pay_date) }
  }
}

/** A payment of another amount than ordered is not booked: it is a provider fault. */
function requireAmount(method: string, said: string | undefined, ordered: Money): void {
  if (said === undefined || moneyOf(said) !== ordered) {
    throw new ProviderFault(method, 'another amount than was ordered')
  }
}

function dayOf(time: string | undefined): LocalDate | undefined {
  const day = time === undefined ? undefined : parseLocalDate(time.slice(0, 10))
  return day?.ok ? day.value : undefined
}
