import { BRIDGE_WINDOW_MS, bridgeSignature } from '@qingzhou/provider-api/bridge'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import { MESSENGER_APP_ID } from '#merchant.ts'
import type { WechatKeys } from '#wechat/keys.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { type AppPayment, decisions, type AppPayments } from '#app-payments/app-payments.ts'

const short = z.string().max(128)
const order = z.object({
  appId: short,
  timeStamp: short,
  nonceStr: short,
  package: short,
  signType: z.enum(['HMAC-SHA256', 'RSA']),
  paySign: z.string().max(1024),
})
const asked = z.strictObject({ order })
const decided = z.strictObject({ order, decision: z.enum(decisions) })

type Parts = {
  readonly appPayments: AppPayments
  readonly secret: string
  readonly now: () => number
  /** For orders in the app's own protocol. */
  readonly wechatKeys: WechatKeys
}

/**
 * The messaging app's side of its bridge. The desk, in place of the app, shows the payment and sends
 * the person's decision; the page gets only the result that the app would return.
 */
export async function bridgeRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  // Only JSON, which a page of another site cannot send without a preflight.
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.post('/messenger/bridge/show', async (request, reply) => {
    const payment = genuine(parts, asked.safeParse(request.body).data?.order)
    if (!payment) return reply.code(400).send({ error: 'order-not-genuine' })
    const { amountFen, subject } = payment
    return { amountFen, subject, isOpen: parts.appPayments.isOpen(payment) }
  })

  app.post('/messenger/bridge/decide', async (request) => {
    const { order: input, decision } = decided.safeParse(request.body).data ?? {}
    const payment = genuine(parts, input)
    if (!payment || !decision || !parts.appPayments.isOpen(payment)) return bridgeMessage('fail')
    parts.appPayments.decide(payment, decision)
    return bridgeMessage(decision === 'pay' ? 'ok' : 'cancel')
  })
}

/** The payment of a genuine order; undefined for a forged or an old one. */
function genuine(parts: Parts, input: z.output<typeof order> | undefined): AppPayment | undefined {
  if (!input) return undefined
  if (!isSigned(parts, input)) return undefined
  const { appPayments, now } = parts
  const age = Math.abs(now() - Number(input.timeStamp) * 1_000)
  // Written this way round so that NaN counts as old.
  if (!(age <= BRIDGE_WINDOW_MS)) return undefined
  const payment = appPayments.ofTicket('messenger', input.package.replace(/^prepay_id=/, ''))
  const isWechat = payment?.protocol === 'wechat'
  // The sheet is for an order of the app's browser, signed in the protocol that it was placed in.
  if (isWechat && payment.payer === undefined) return undefined
  return isWechat === (input.signType === 'RSA') ? payment : undefined
}

function isSigned({ secret, wechatKeys }: Parts, input: z.output<typeof order>): boolean {
  const { signType, appId, timeStamp, nonceStr, paySign } = input
  if (signType !== 'RSA') {
    const isOurs = appId === MESSENGER_APP_ID
    return isOurs && bridgeSignature(secret, { ...input, signType }) === paySign
  }
  if (appId !== wechatAccountOf(secret).appId) return false
  const text = [appId, timeStamp, nonceStr, input.package, ''].join('\n')
  return wechatKeys.isFromMerchant(text, { signature: paySign })
}

const bridgeMessage = (word: 'ok' | 'cancel' | 'fail') => ({
  err_msg: `get_brand_wcpay_request:${word}`,
})
