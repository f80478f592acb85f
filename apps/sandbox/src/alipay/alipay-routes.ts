import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import { formBodies, ownAddress, programsOnly, returnAddress } from '#pages/browser-requests.ts'
import { messagePage, sendPage, unavailablePage } from '#pages/page.ts'
import { alipayCalls, alipayPages, type AlipayBooks } from './alipay-calls.ts'
import { AlipayRefusal } from './alipay-agreements.ts'
import { billZip } from './bill.ts'
import { ALIPAY_APP_ID, ALIPAY_SELLER_ID, signedText, type AlipayKeys } from './keys.ts'

const WINDOW_MS = 15 * 60_000

const parameters = z.looseObject({
  app_id: z.literal(ALIPAY_APP_ID),
  method: z.string(),
  charset: z.literal('utf-8'),
  sign_type: z.literal('RSA2'),
  sign: z.string(),
  timestamp: z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  version: z.literal('1.0'),
})

/** The orders of the lender, for the fault that cuts the connection after them. */
const orders = new Set([
  'alipay.trade.refund',
  'alipay.trade.close',
  'alipay.trade.pay',
  'alipay.user.agreement.unsign',
])

type Parts = {
  readonly keys: AlipayKeys
  readonly books: AlipayBooks
  readonly faults: Faults
  readonly now: () => number
}

/** The gateway of the payment app, in its own protocol: calls are posted, pages are opened. */
export async function alipayRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  const { keys, books, faults } = parts
  formBodies(app)

  app.post('/alipay/gateway.do', async (request, reply) => {
    const input = { ...record(request.query), ...record(request.body) }
    const { down, delayMs, cutAfter, throttle } = faults.ofRequest('wallet', orderIn(input))
    if (down) return hangUp(request, reply)
    if (faults.takeFailure('wallet')) return reply.code(500).send('')
    const method = input['method'] ?? ''
    const content = throttle ? throttled : answerTo(parts, input)
    if (cutAfter && orders.has(method)) return hangUp(request, reply)
    if (delayMs > 0) await sleep(delayMs)
    return send(keys, reply, { method, content })
  })

  // The browser of the customer opens this address.
  app.get('/alipay/gateway.do', async (request, reply) => {
    const input = record(request.query)
    const page = alipayPages[input['method'] ?? '']
    const { down, delayMs, throttle } = faults.of('wallet')
    const isFailing = down || throttle || faults.takeFailure('wallet')
    const back = returnAddress(input['return_url'] ?? '', ownAddress(request))
    if (isFailing) return sendPage(reply.code(503), unavailablePage(back))
    if (delayMs > 0) await sleep(delayMs)
    try {
      requireGenuine(parts, input)
      if (!page) throw new AlipayRefusal('INVALID_METHOD')
      return await reply.redirect(page(books, bizOf(input), input), 303)
    } catch (error) {
      if (!(error instanceof AlipayRefusal) && !(error instanceof z.ZodError)) throw error
      return sendPage(reply.code(400), refusedPage(back))
    }
  })

  app.get('/alipay/bill/:day', async (request, reply) => {
    const { day } = z.object({ day: z.string().regex(/^\d{8}$/) }).parse(request.params)
    const { transfers } = books.appPayments.ofDay('wallet', { bankDate: day })
    return reply.type('application/zip').send(billZip(transfers))
  })

  // What the console of the app shows and takes.
  app.get('/alipay/merchant', { onRequest: programsOnly }, async () => ({
    appId: ALIPAY_APP_ID,
    sellerId: ALIPAY_SELLER_ID,
    alipayPublicKey: keys.publicKey(),
  }))
  app.post('/alipay/merchant', { onRequest: programsOnly }, async (request, reply) => {
    const { publicKey } = z.object({ publicKey: z.string().max(4096) }).parse(request.body)
    keys.register(publicKey)
    return reply.code(204).send()
  })
}

/** The app carries out nothing beyond its limit of calls. */
const throttled = { code: '40005', msg: 'Call Limited', sub_code: 'isv.app-call-limited' }

const refusedPage = (back: URL | undefined): string =>
  messagePage({
    title: '无法打开',
    text: '订单已关闭、已支付，或签名无法识别。请回到应用重新发起。',
    back,
  })

function record(input: unknown): Record<string, string> {
  return z.record(z.string(), z.string()).safeParse(input).data ?? {}
}

/** The order that a request is about, if it is about one. */
function orderIn({ biz_content: content = '{}' }: Readonly<Record<string, string>>): string {
  return /"(?:out_trade_no|external_agreement_no)":"(\w+)"/.exec(content)?.[1] ?? ''
}

function bizOf(input: Readonly<Record<string, string>>): unknown {
  return JSON.parse(input['biz_content'] ?? '{}')
}

function answerTo(parts: Parts, input: Readonly<Record<string, string>>): object {
  try {
    requireGenuine(parts, input)
    const call = alipayCalls[input['method'] ?? '']
    if (!call) throw new AlipayRefusal('isv.invalid-method', '40002')
    return { code: '10000', msg: 'Success', ...call(parts.books, bizOf(input), input) }
  } catch (error) {
    if (error instanceof AlipayRefusal) {
      return { code: error.code, msg: 'Business Failed', sub_code: error.subCode, sub_msg: '' }
    }
    if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error
    return { code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-parameter' }
  }
}

function requireGenuine({ keys, now }: Parts, input: Readonly<Record<string, string>>): void {
  const read = parameters.safeParse(input)
  if (!read.success) throw new AlipayRefusal('isv.missing-parameter', '40001')
  if (!keys.isFromMerchant(signedText(input), read.data.sign)) {
    throw new AlipayRefusal('isv.invalid-signature', '40002')
  }
  const sentAt = Date.parse(`${read.data.timestamp.replace(' ', 'T')}+08:00`)
  if (!(Math.abs(now() - sentAt) <= WINDOW_MS)) {
    throw new AlipayRefusal('isv.invalid-timestamp', '40002')
  }
}

/** The signature covers the text of the content as it is sent. */
function send(
  keys: AlipayKeys,
  reply: FastifyReply,
  { method, content }: { readonly method: string; readonly content: object },
): FastifyReply {
  const text = JSON.stringify(content)
  const key = `${method.replaceAll('.', '_')}_response`
  const body = `{"${key}":${text},"sign":${JSON.stringify(keys.sign(text))}}`
  return reply.type('application/json;charset=utf-8').send(body)
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}
