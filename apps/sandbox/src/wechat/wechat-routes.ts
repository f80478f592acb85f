import { setTimeout as sleep } from 'node:timers/promises'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { Faults } from '#faults.ts'
import { programsOnly } from '#pages/browser-requests.ts'
import { messagePage, sendPage } from '#pages/page.ts'
import { WechatRefusal, createWechatCalls, type WechatBooks } from './wechat-calls.ts'
import { accountRoutes, type AccountParts } from './account-routes.ts'

const WINDOW_MS = 5 * 60_000
const TYPE = 'WECHATPAY2-SHA256-RSA2048 '

type Parts = {
  readonly books: WechatBooks
  readonly faults: Faults
  readonly account: Pick<AccountParts, 'authorisations' | 'messenger'>
}

/** The messaging app in its own protocol: payments of version 3, and the lender's account. */
export async function wechatRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  void app.register(consoleRoutes, parts)
  void app.register(appRoutes, parts)
}

async function appRoutes(app: FastifyInstance, parts: Parts): Promise<void> {
  // Signatures cover the bytes.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: unknown) => body)
  const cutOff = new WeakSet<FastifyRequest>()
  app.addHook('preHandler', (request, reply) =>
    failIfFaulty(parts.faults, { request, reply, cutOff }),
  )
  payRoutes(app, parts, cutOff)
  pageRoutes(app, parts)
  const { secret, now } = parts.books
  accountRoutes(app, { ...parts.account, secret, now })
}

async function failIfFaulty(
  faults: Faults,
  {
    request,
    reply,
    cutOff,
  }: {
    readonly request: FastifyRequest
    readonly reply: FastifyReply
    readonly cutOff: WeakSet<FastifyRequest>
  },
): Promise<FastifyReply | undefined> {
  if (!/^\/(v3|sns|wxa|cgi-bin\/(stable_token|ticket))\//.test(`${request.url}/`)) return undefined
  const { down, delayMs, cutAfter } = faults.ofRequest('messenger', orderIn(request))
  if (down) return hangUp(request, reply)
  if (faults.takeFailure('messenger')) return reply.code(500).send('')
  if (delayMs > 0) await sleep(delayMs)
  if (cutAfter) cutOff.add(request)
  return undefined
}

/** The order that a request is about, if it is about one. */
function orderIn(request: FastifyRequest): string {
  const named = /\/out-trade-no\/(\w+)/.exec(request.url)
  return (named ?? /"out_trade_no":"(\w+)"/.exec(bodyOf(request)))?.[1] ?? ''
}

type Answer = { readonly status?: number; readonly content?: object | undefined }
type Act = (request: FastifyRequest, content: unknown) => Answer

const no = (request: FastifyRequest) => z.object({ no: z.string() }).parse(request.params).no
const query = (request: FastifyRequest) => z.record(z.string(), z.string()).parse(request.query)

function payRoutes(app: FastifyInstance, { books }: Parts, cutOff: WeakSet<FastifyRequest>): void {
  const calls = createWechatCalls(books)
  const get = (path: string, act: Act) =>
    app.get(path, async (request, reply) => {
      return send(books, { request, reply }, answerTo(books, request, act))
    })
  /** An order: the connection may be cut after it was taken. */
  const post = (path: string, act: Act) =>
    app.post(path, async (request, reply) => {
      const answer = answerTo(books, request, act)
      if (cutOff.has(request)) return hangUp(request, reply)
      return send(books, { request, reply }, answer)
    })

  post('/v3/pay/transactions/jsapi', (_, content) => ({ content: calls.jsapi(content) }))
  post('/v3/pay/transactions/h5', (_, content) => ({ content: calls.h5(content) }))
  get('/v3/pay/transactions/out-trade-no/:no', (request) => {
    return { content: calls.query(no(request), query(request)['mchid']) }
  })
  post('/v3/pay/transactions/out-trade-no/:no/close', (request, content) => {
    calls.close(no(request), content)
    return { status: 204 }
  })
  post('/v3/refund/domestic/refunds', (_, content) => ({ content: calls.refund(content) }))
  get('/v3/refund/domestic/refunds/:no', (request) => {
    return { content: calls.refundState(no(request)) }
  })
  get('/v3/certificates', () => ({ content: calls.certificates() }))
  get('/v3/bill/tradebill', (request) => {
    return { content: calls.bill(query(request)['bill_date'] ?? '') }
  })
  // The bytes of a bill are not signed: its digest is.
  app.get('/v3/billdownload/file', async (request, reply) => {
    if (!isGenuine(books, request)) return reply.code(401).send({ code: 'SIGN_ERROR' })
    const file = calls.billFile(query(request)['token'] ?? '')
    return file ? reply.type('text/plain').send(file) : reply.code(404).send('')
  })
}

function answerTo(books: WechatBooks, request: FastifyRequest, act: Act): Answer | 'unsigned' {
  if (!isGenuine(books, request)) return 'unsigned'
  try {
    const body = bodyOf(request)
    return act(request, body === '' ? {} : JSON.parse(body))
  } catch (error) {
    if (error instanceof WechatRefusal) {
      return { status: error.status, content: { code: error.code, message: '' } }
    }
    if (!(error instanceof z.ZodError) && !(error instanceof SyntaxError)) throw error
    return { status: 400, content: { code: 'PARAM_ERROR', message: '' } }
  }
}

/** Whether the lender signed a request, with the key that it registered. */
function isGenuine({ keys, secret, now }: WechatBooks, request: FastifyRequest): boolean {
  const header = request.headers.authorization ?? ''
  if (!header.startsWith(TYPE)) return false
  const parts = new Map([...header.matchAll(/(\w+)="([^"]*)"/g)].map((one) => [one[1], one[2]]))
  const [mchid, serial, timestamp, nonce, signature] = [
    'mchid',
    'serial_no',
    'timestamp',
    'nonce_str',
    'signature',
  ].map((name) => parts.get(name) ?? '')
  if (mchid !== wechatAccountOf(secret).merchantId) return false
  // Written this way round so that NaN counts as old.
  if (!(Math.abs(now() - Number(timestamp) * 1_000) <= WINDOW_MS)) return false
  const text = [request.method, request.url, timestamp, nonce, bodyOf(request), ''].join('\n')
  return keys.isFromMerchant(text, { signature: signature ?? '', serial: serial ?? '' })
}

function bodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : ''
}

/** Answers to genuine requests are signed, refusals as well. */
function send(
  { keys }: WechatBooks,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  answer: Answer | 'unsigned',
) {
  if (answer === 'unsigned') return reply.code(401).send({ code: 'SIGN_ERROR', message: '' })
  const { status = 200, content } = answer
  const text = content === undefined ? '' : JSON.stringify(content)
  const wanted = request.headers['wechatpay-serial']
  const headers = keys.signed(text, typeof wanted === 'string' ? wanted : undefined)
  void reply.code(status).headers(headers)
  return text === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(text)
}

function hangUp(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.raw.socket.destroy()
  return reply.hijack()
}

const opening = z.object({ prepay_id: z.string().max(64), redirect_url: z.string().max(2048) })
const registration = z.object({
  publicKey: z.string().max(4096),
  serial: z.string().regex(/^[0-9A-F]{8,40}$/i),
})

/** What browsers open. */
function pageRoutes(app: FastifyInstance, { books }: Parts): void {
  const { appPayments } = books
  app.get('/cgi-bin/mmpayweb-bin/checkmweb', async (request, reply) => {
    const { prepay_id: ticket, redirect_url: returnUrl } =
      opening.safeParse(request.query).data ?? {}
    const payment = appPayments.ofTicket('messenger', ticket ?? '')
    // An order for the app's own browser has no page.
    if (!payment || payment.payer !== undefined || returnUrl === undefined) {
      return sendPage(reply.code(404), unknown)
    }
    appPayments.returnTo(payment, returnUrl)
    return reply.redirect(`../../messenger/pay?ticket=${payment.ticket}`, 303)
  })
}

/** What the console of the app shows and takes. The lender's own machine reaches it, no browser. */
async function consoleRoutes(app: FastifyInstance, { books }: Parts): Promise<void> {
  const { keys } = books
  app.addHook('onRequest', programsOnly)
  app.get('/wechat/merchant', async () => {
    const { appId, miniAppId, merchantId } = wechatAccountOf(books.secret)
    const { id: publicKeyId, publicKey } = keys.publicKey()
    return { appId, miniAppId, merchantId, publicKeyId, publicKey }
  })
  app.post('/wechat/merchant', async (request, reply) => {
    const input = registration.safeParse(request.body).data
    if (!input) return reply.code(400).send('')
    keys.register(input)
    return reply.code(204).send()
  })
  app.post('/wechat/certificates/rotate', async (_, reply) => {
    keys.rotate()
    return reply.code(204).send()
  })
}

const unknown = messagePage({
  title: '无法支付',
  text: '链接已失效。请回到应用重新发起支付。',
})
