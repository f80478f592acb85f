import { BRIDGE_WINDOW_MS, bridgeSignature } from '@qingzhou/provider-api/bridge'
import { MESSENGER_APP_ID } from '@qingzhou/provider-api/calls'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { AppPayment } from '#app-payments/app-payment.ts'
import { decisions, type AppPayments } from '#app-payments/app-payments.ts'

const short = z.string().max(128)
const order = z.object({
  appId: short,
  timeStamp: short,
  nonceStr: short,
  package: short,
  signType: z.literal('HMAC-SHA256'),
  paySign: short,
})
const asked = z.strictObject({ order })
const decided = z.strictObject({ order, decision: z.enum(decisions) })

type Parts = {
  readonly appPayments: AppPayments
  readonly secret: string
  readonly now: () => number
}

/**
 * What stands behind the messaging app's bridge. Whoever plays the app shows the payment first, and
 * then says what the person decided; the page hears only the word that the app would tell it.
 */
export async function bridgeRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  // Only JSON, which no page of another site can send without being asked first.
  app.removeContentTypeParser('text/plain')
  app.addHook('onSend', async (_, reply) => void reply.header('cache-control', 'no-store'))

  app.post('/messenger/bridge/show', async (request, reply) => {
    const payment = genuine(parts, asked.safeParse(request.body).data?.order)
    if (!payment) return reply.code(400).send({ error: 'order-not-genuine' })
    const { amountFen, subject } = payment
    return { amountFen, subject, isOpen: parts.appPayments.isOpen(payment) }
  })

  app.post('/messenger/bridge/decide', async (request) => {
    const { order: given, decision } = decided.safeParse(request.body).data ?? {}
    const payment = genuine(parts, given)
    if (!payment || !decision || !parts.appPayments.isOpen(payment)) return told('fail')
    parts.appPayments.decide(payment, decision)
    return told(decision === 'pay' ? 'ok' : 'cancel')
  })
}

/** The payment an order of the lender's own names; nothing when somebody else made it up, or it is old. */
function genuine(
  { appPayments, secret, now }: Parts,
  given: z.output<typeof order> | undefined,
): AppPayment | undefined {
  if (!given || given.appId !== MESSENGER_APP_ID) return undefined
  if (bridgeSignature(secret, given) !== given.paySign) return undefined
  const age = Math.abs(now() - Number(given.timeStamp) * 1_000)
  // Written this way round, so that a time which is no number counts as old.
  if (!(age <= BRIDGE_WINDOW_MS)) return undefined
  return appPayments.ofTicket('messenger', given.package.replace(/^prepay_id=/, ''))
}

const told = (word: 'ok' | 'cancel' | 'fail') => ({ err_msg: `get_brand_wcpay_request:${word}` })
