import type { Money } from '@qingzhou/domain/money/money'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import * as z from 'zod'
import { dayInShanghai } from '@qingzhou/platform/clock'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import type { AppPayments } from '#app-payment/port.ts'
import type { TransferAnswer } from '#bank/port.ts'
import { returnFrom } from '#consent.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { downloadBill } from './bill.ts'
import { WECHAT_NOTICE_PATH } from './notices.ts'
import type { PayClient } from './pay-client.ts'

export type PaymentSettings = {
  readonly client: PayClient
  readonly wechat: WechatSettings
  readonly ownOrigin: () => string
  readonly now: () => Date
}

const amountGiven = z.object({ total: z.int(), currency: z.string() })
const trade = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.enum([
    'SUCCESS',
    'REFUND',
    'NOTPAY',
    'CLOSED',
    'REVOKED',
    'USERPAYING',
    'PAYERROR',
  ]),
  // An order that was never paid may have no amount.
  amount: z.optional(amountGiven),
  success_time: z.optional(z.string()),
})
const NOT_THERE = new Set(['ORDER_NOT_EXIST', 'ORDERNOTEXIST'])
const CLOSED = '未完成支付，订单已关闭'

type OrderedPayment = Parameters<AppPayments['payment']>[0]

/** Payments of WeChat Pay: on the sheet in the app's browser (JSAPI), or on its page (H5). */
export function createWechatPayments(settings: PaymentSettings): AppPayments {
  const { client, wechat, now } = settings
  const { merchantId } = wechat

  async function payment({ wireNo, amount }: OrderedPayment): Promise<TransferAnswer> {
    const path = `/v3/pay/transactions/out-trade-no/${wireNo}`
    const said = await client.call({ method: 'GET', path: `${path}?mchid=${merchantId}` }, trade)
    if (!said.isDone) {
      if (NOT_THERE.has(said.code)) return { state: 'unknown' }
      throw new ProviderFault(path, said.code)
    }
    const { fields } = said
    const isOurs = fields.out_trade_no === wireNo && fields.mchid === merchantId
    if (!isOurs) throw new ProviderFault(path, 'another order')
    return transferAnswer(path, fields, amount)
  }

  return {
    startPayment: (order) =>
      order.scene === 'app' ? startInApp(settings, order) : startInBrowser(settings, order),

    payment,

    async closePayment(order) {
      const path = `/v3/pay/transactions/out-trade-no/${order.wireNo}/close`
      const content = { mchid: merchantId }
      // The status is not signed: only an empty answer says that the order was closed.
      const said = await client.call({ method: 'POST', path, content }, z.strictObject({}))
      if (said.isDone) return { state: 'declined', reason: CLOSED }
      if (!NOT_THERE.has(said.code)) return payment(order)
      // Our order may still be on its way to the app, which takes it until it expires.
      return now() < order.expiresAt
        ? { state: 'processing' }
        : { state: 'declined', reason: CLOSED }
    },

    ...refunds(settings),

    dayFile: (day) => downloadBill(settings, day),
  }
}

type Start = Parameters<AppPayments['startPayment']>[0]

function orderOf({ wechat, ownOrigin }: PaymentSettings, order: Start): object {
  return {
    appid: wechat.appId,
    mchid: wechat.merchantId,
    description: order.subject,
    out_trade_no: order.wireNo,
    // Seconds, in a zone: the app refuses fractions.
    time_expire: order.expiresAt.toISOString().replace(/\.\d+Z$/, '+00:00'),
    notify_url: `${ownOrigin()}${WECHAT_NOTICE_PATH}`,
    amount: { total: Number(order.amount), currency: 'CNY' },
  }
}

async function startInApp(settings: PaymentSettings, order: Start) {
  const path = '/v3/pay/transactions/jsapi'
  if (order.payer === undefined) throw new ProviderFault(path, 'payer missing')
  const content = { ...orderOf(settings, order), payer: { openid: order.payer } }
  const said = await settings.client.call(
    { method: 'POST', path, content },
    z.object({ prepay_id: z.string().min(1).max(64) }),
  )
  if (!said.isDone) throw new ProviderFault(path, said.code)
  // There is no page of the app: without its sheet, our own page shows the state of the order.
  return {
    url: returnFrom(settings.wechat.pages ?? '', settings.ownOrigin, order.returnPath),
    prepayId: said.fields.prepay_id,
    appId: settings.wechat.appId,
  }
}

async function startInBrowser(settings: PaymentSettings, order: Start) {
  const path = '/v3/pay/transactions/h5'
  const { client, wechat } = settings
  const content = {
    ...orderOf(settings, order),
    scene_info: { payer_client_ip: order.clientIp ?? '127.0.0.1', h5_info: { type: 'Wap' } },
  }
  const said = await client.call({ method: 'POST', path, content }, z.object({ h5_url: z.url() }))
  if (!said.isDone) throw new ProviderFault(path, said.code)
  const page = new URL(said.fields.h5_url)
  const { pages } = wechat
  const back = returnFrom(pages ?? '', settings.ownOrigin, order.returnPath)
  page.searchParams.set('redirect_url', back)
  return { url: pages === undefined ? page.href : `${pages}${page.pathname}${page.search}` }
}

function transferAnswer(
  path: string,
  { trade_state: state, amount, success_time: paidAt }: z.output<typeof trade>,
  ordered: Money,
): TransferAnswer {
  switch (state) {
    // Refunded, wholly or in part: it was paid before.
    case 'SUCCESS':
    case 'REFUND':
      requireAmount(path, amount, ordered)
      return { state: 'done', on: dayOf(paidAt) }
    case 'CLOSED':
    case 'REVOKED':
      return { state: 'declined', reason: CLOSED }
    default:
      return { state: 'processing' }
  }
}

const refunded = z.object({
  out_refund_no: z.string(),
  out_trade_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
  amount: z.object({ refund: z.int(), currency: z.string() }),
  success_time: z.optional(z.string()),
})
const REFUND_REFUSED = '消息应用未受理退款'

type Refunds = Pick<AppPayments, 'refund' | 'refundState'>
type Refund = Parameters<Refunds['refund']>[0]

function refunds({ client, ownOrigin }: PaymentSettings): Refunds {
  const PATH = '/v3/refund/domestic/refunds'

  function standing(fields: z.output<typeof refunded>, order: Refund): TransferAnswer {
    const isOurs =
      fields.out_refund_no === order.wireNo && fields.out_trade_no === order.original.wireNo
    if (!isOurs) throw new ProviderFault(PATH, 'another refund')
    const { refund: total, currency } = fields.amount
    requireAmount(PATH, { total, currency }, order.amount)
    if (fields.status === 'SUCCESS') return { state: 'done', on: dayOf(fields.success_time) }
    if (fields.status === 'CLOSED') return { state: 'declined', reason: REFUND_REFUSED }
    // Abnormal: the payer's account does not take it. The lender decides at the app where it goes.
    return { state: 'processing' }
  }

  const refundState: Refunds['refundState'] = async (order) => {
    const path = `${PATH}/${order.wireNo}`
    const said = await client.call({ method: 'GET', path }, refunded)
    if (said.isDone) return standing(said.fields, order)
    if (said.code === 'RESOURCE_NOT_EXISTS') return { state: 'unknown' }
    throw new ProviderFault(PATH, said.code)
  }

  return {
    refundState,
    async refund(order) {
      const content = {
        out_trade_no: order.original.wireNo,
        out_refund_no: order.wireNo,
        notify_url: `${ownOrigin()}${WECHAT_NOTICE_PATH}`,
        amount: {
          refund: Number(order.amount),
          total: Number(order.original.amount),
          currency: 'CNY',
        },
      }
      const said = await client.call({ method: 'POST', path: PATH, content }, refunded)
      if (said.isDone) return standing(said.fields, order)
      const now = await refundState(order)
      // Refused and not there: nothing was refunded.
      return now.state === 'unknown' ? { state: 'declined', reason: REFUND_REFUSED } : now
    },
  }
}

/** A payment of another amount than ordered is not booked: it is a provider fault. */
function requireAmount(
  path: string,
  said: z.output<typeof amountGiven> | undefined,
  ordered: Money,
): void {
  if (said?.currency !== 'CNY') throw new ProviderFault(path, 'another currency')
  if (BigInt(said.total) !== ordered) {
    throw new ProviderFault(path, 'another amount than was ordered')
  }
}

function dayOf(time: string | undefined): LocalDate | undefined {
  const at = time === undefined ? undefined : new Date(time)
  return at && !Number.isNaN(at.getTime()) ? dayInShanghai(at) : undefined
}
