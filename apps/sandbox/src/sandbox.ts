import { mkdirSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { smsAccountsOf } from '@qingzhou/provider-api/sandbox-accounts'
import { SANDBOX_HEADER } from '@qingzhou/provider-api/signature'
import fastify, { type FastifyInstance } from 'fastify'
import { payRoutes } from '#app-payments/pay-routes.ts'
import { alipayRoutes } from '#alipay/alipay-routes.ts'
import { bankRoutes } from '#bank/bank.ts'
import { consentRoutes } from '#consent/consent-routes.ts'
import { mallRoutes } from '#mall/mall.ts'
import { bridgeRoutes } from '#messenger/bridge-routes.ts'
import { storeRoutes, pageAssets } from '#pages/page.ts'
import { messengerRoutes } from '#messenger/messenger.ts'
import { pictureRoutes } from '#people/picture-routes.ts'
import { providerAnswers } from '#providers/provider-answers.ts'
import { providerRoutes, createSignatureCheck } from '#providers/provider-routes.ts'
import { agreementRoutes } from '#wallet-agreements/agreement-routes.ts'
import { faceCheckRoutes } from '#wallet-face/face-check-routes.ts'
import { readForwarded } from '#pages/browser-requests.ts'
import { openProviders, type SmsOptions } from '#providers/open-providers.ts'
import { wechatRoutes } from '#wechat/wechat-routes.ts'
import { cloudVendorRoutes, type IdentityOptions } from '#cloud-vendors/cloud-vendor-routes.ts'
import { unionPayRoutes } from '#unionpay/routes.ts'
import type { Wait } from '#callbacks/callbacks.ts'
import { controlRoutes } from './control-routes.ts'
import type { FaultPlan } from './faults.ts'

const BODY_LIMIT_BYTES = 64 * 1024

type LogEntry = { readonly line: string; readonly isBad: boolean }

export type SandboxOptions = {
  readonly port: number
  readonly secret: string
  readonly dataDirectory: string
  readonly log?: (entry: LogEntry) => void
  readonly now?: () => number
  readonly sms?: SmsOptions | undefined
  readonly identity?: IdentityOptions | undefined
  /** For a clock that is moved by hand: how to wait on it, and faults of single orders. */
  readonly wait?: Wait | undefined
  readonly faultPlan?: FaultPlan | undefined
}

export type Sandbox = {
  readonly url: string
  /** Resolves when every callback that is due was answered. */
  sent(): Promise<void>
  stop(): Promise<void>
}

/** Starts the stand-in for all providers, on the loopback address only. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { app, sent } = buildSandbox(options)
  const url = await app.listen({ host: '127.0.0.1', port: options.port })
  return { url, sent, stop: () => app.close() }
}

function buildSandbox(options: SandboxOptions) {
  const { secret, dataDirectory, log, now = Date.now, sms, identity } = options
  const { wait, faultPlan } = options
  mkdirSync(dataDirectory, { recursive: true })
  const providers = openProviders({ dataDirectory, secret, now, sms, wait, faultPlan })
  const { faults, authorisations, messenger, faceChecks } = providers
  const { smsBook: book, appPayments, appRefunds, agreements } = providers
  const isGenuine = createSignatureCheck(secret, now)

  // Closing cuts open streams and delayed responses; otherwise a stop would wait for them.
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true })
  app.addHook('preClose', async () => providers.stop())
  // A production server refuses a gateway that sends this header.
  app.addHook('onRequest', async (_, reply) => void reply.header(SANDBOX_HEADER, 'yes'))
  if (log) logEachRequest(app, log)
  const answers = providerAnswers(providers)
  void app.register(providerRoutes, { answers, faults, isGenuine, secret, now })
  const accounts = smsAccountsOf(secret)
  void app.register(cloudVendorRoutes, { book, faults, accounts, now, faceChecks, identity })
  void app.register(controlRoutes, providers)
  void app.register(bankRoutes, { bank: providers.bank })
  void app.register(mallRoutes, { mall: providers.mall })
  void app.register(consentRoutes, { authorisations, faults })
  void app.register(faceCheckRoutes, { faceChecks, faults })
  const { alipayKeys: keys } = providers
  const origin = () => {
    const address = app.server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }
  const books = { appPayments, appRefunds, faceChecks, authorisations, agreements, origin }
  void app.register(alipayRoutes, { keys, books, faults, now })
  const { wechatKeys } = providers
  const wechatBooks = { appPayments, appRefunds, keys: wechatKeys, secret, now, origin }
  const account = { authorisations, messenger }
  void app.register(wechatRoutes, { books: wechatBooks, faults, account })
  void app.register(unionPayRoutes, { ...providers.unionPay, bank: providers.bank, faults, now })
  void app.register(payRoutes, { appPayments })
  void app.register(agreementRoutes, { agreements, faults })
  void app.register(bridgeRoutes, { appPayments, secret, now, wechatKeys })
  void app.register(messengerRoutes, { messenger })
  void app.register(storeRoutes)
  void app.register(browserIpRoute, { now })
  void app.register(pictureRoutes)
  void app.register(pageAssets)
  return { app, sent: providers.sent }
}

/** Logs the route, not the address: its query may contain personal data. */
function logEachRequest(app: FastifyInstance, log: (entry: LogEntry) => void): void {
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const route = routeOptions.url ?? 'unknown address'
    const line = `sandbox ${method} ${route} ${statusCode} ${Math.round(elapsedTime)} ms`
    log({ line, isBad: statusCode >= 400 })
  })
}

/** A public "what is my IP address" service, called by the browser. */
export async function browserIpRoute(
  app: FastifyInstance,
  { now }: { readonly now: () => number },
): Promise<void> {
  // It reads no body, so every content type is accepted.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async () => undefined)

  app.post('/ip', async (request, reply) => {
    // The last entry is from our own proxy; the client can set those before it.
    const last = readForwarded(request, 'for')?.split(',').at(-1)?.trim() ?? ''
    const statusInfo = {
      code: 'COMCC00000',
      message: '',
      timestamp: now(),
      requestId: randomUUID(),
    }
    return reply
      .header('cache-control', 'no-store')
      .send({ statusInfo, ip: isIP(last) ? last : request.ip })
  })
}
