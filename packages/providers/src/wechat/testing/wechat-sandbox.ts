import { X509Certificate, createCipheriv, createSign, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { wechatAccountOf } from '@qingzhou/provider-api/sandbox-accounts'
import type { BridgePayment } from '@qingzhou/contract/features/repayment/repayment'
import type { WechatSettings } from '@qingzhou/platform/config/adapters/adapters'
import { decideOn } from '#alipay/testing/alipay-sandbox.ts'
import { createBulkhead } from '#bulkhead.ts'
import type { Messenger } from '#messenger/port.ts'
import { newMerchantKeys, startBetween, startVendorSandbox } from '#testing/vendor-sandbox.ts'
import { ownTokens, type TokenStore } from '#token-store.ts'
import { createWechat } from '#wechat/wechat.ts'

export const WECHAT_SECRET = 'a secret of the messaging app tests'
const SERIAL = '3775B6A45ACD588826D15E583A95F5DD00000001'

const merchant = newMerchantKeys()

export type WechatSandbox = Awaited<ReturnType<typeof startWechatSandbox>>

/** A sandbox whose messaging app knows the lender's key, and a way to change its answers. */
export async function startWechatSandbox(now: () => number) {
  const sandbox = await startVendorSandbox({ secret: WECHAT_SECRET, now })
  const { directory, post } = sandbox
  await post('/wechat/merchant', { publicKey: merchant.publicKey, serial: SERIAL })
  const between = await startChanger(sandbox.url)
  const settings: WechatSettings = {
    ...wechatAccountOf(WECHAT_SECRET),
    merchantSerial: SERIAL,
    privateKey: merchant.privateKey,
    publicKey: undefined,
    gateway: between.url,
    api: sandbox.url,
    consentUrl: `${sandbox.url}/messenger/authorise`,
    pages: sandbox.url,
  }

  return {
    url: sandbox.url,
    between,
    settings,
    /** The adapter as a server opens it. */
    adapter: (change: Partial<WechatSettings> = {}, tokens = ownTokens()) =>
      messengerOf({ wechat: { ...settings, ...change }, tokens, now, origin: sandbox.url }),
    /** The settings of a server that uses it. */
    environment: environmentOf(settings),
    setFault: (fault: object) => post('/faults', { provider: 'messenger', ...fault }),
    /** The public key that newer merchants verify with. */
    async publicKey() {
      const answer = await fetch(`${sandbox.url}/wechat/merchant`)
      // The sandbox routes define the shape of this answer.
      const shown = (await answer.json()) as { publicKeyId: string; publicKey: string }
      return { id: shown.publicKeyId, key: shown.publicKey }
    },
    rotate: () => post('/wechat/certificates/rotate', {}),
    /** A notice that the app could have sent, signed with its oldest certificate. */
    notice: (trade: object, change: NoticeChange = {}) =>
      noticeOf(directory, { trade, now: now(), apiKey: settings.apiKey, ...change }),
    decide: (url: string, decision: 'pay' | 'cancel', host?: string) =>
      decideOn(new URL(url, sandbox.url), decision, host),
    /** The decision of a person on the sheet in the app. */
    async decideOnSheet(order: BridgePayment, decision: 'pay' | 'cancel'): Promise<unknown> {
      return (await post('/messenger/bridge/decide', { order, decision })).json()
    },
    async stop() {
      between.stop()
      await sandbox.stop()
    },
  }
}

function messengerOf(input: {
  readonly wechat: WechatSettings
  readonly tokens: TokenStore
  readonly now: () => number
  readonly origin: string
}): Messenger {
  const { wechat, tokens, origin } = input
  const now = () => new Date(input.now())
  const limits = { concurrencyMax: 8, outagesMax: 1_000_000, now, onChange: () => {} }
  const bulkhead = createBulkhead(limits)
  const settings = { wechat, tokens, now, bulkhead, timeoutMs: 3_000, ownOrigin: () => origin }
  return createWechat(settings).messenger
}

function environmentOf(settings: WechatSettings) {
  return {
    MESSENGER: 'wechat',
    WECHAT_APP_ID: settings.appId,
    WECHAT_APP_SECRET: settings.appSecret,
    WECHAT_MINI_APP_ID: settings.miniAppId,
    WECHAT_MINI_APP_SECRET: settings.miniAppSecret,
    WECHAT_MERCHANT_ID: settings.merchantId,
    WECHAT_MERCHANT_SERIAL: settings.merchantSerial,
    WECHAT_PRIVATE_KEY: settings.privateKey,
    WECHAT_API_KEY: settings.apiKey,
    WECHAT_GATEWAY: settings.gateway,
    WECHAT_API: settings.api,
    WECHAT_CONSENT: settings.consentUrl,
    WECHAT_PAGES: settings.pages ?? '',
  }
}

export type NoticeChange = {
  readonly event?: string
  readonly algorithm?: string
  readonly apiKey?: string
  readonly now?: number
}

function noticeOf(
  directory: string,
  input: NoticeChange & { readonly trade: object; readonly now: number; readonly apiKey: string },
) {
  const file = readFileSync(join(directory, 'wechat-platform.json'), 'utf8')
  // The sandbox writes this file.
  const [platform] = JSON.parse(file) as { key: string; certificate: string }[]
  const nonce = randomBytes(6).toString('hex')
  const cipher = createCipheriv('aes-256-gcm', input.apiKey, nonce)
  cipher.setAAD(Buffer.from('transaction'))
  const content = JSON.stringify(input.trade)
  const sealed = [cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()]
  const body = JSON.stringify({
    event_type: input.event ?? 'TRANSACTION.SUCCESS',
    resource_type: 'encrypt-resource',
    resource: {
      algorithm: 'AEAD_AES_256_GCM',
      nonce,
      associated_data: 'transaction',
      ciphertext: Buffer.concat(sealed).toString('base64'),
    },
  })
  const timestamp = String(Math.floor(input.now / 1_000))
  const signature = createSign(input.algorithm ?? 'RSA-SHA256')
    .update(`${timestamp}\n${nonce}\n${body}\n`)
    .sign(platform?.key ?? '', 'base64')
  const headers: Record<string, string> = {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': serialOf(platform?.certificate ?? ''),
    'wechatpay-signature': signature,
  }
  return { body, headers }
}

function serialOf(certificate: string): string {
  return new X509Certificate(certificate).serialNumber
}

export type Answer = { status: number; headers: Record<string, string>; body: Buffer }

const same = (answer: Answer): Answer => answer

/** Passes calls on, and changes their answers as a test wants. */
async function startChanger(target: string) {
  const state: { change: (answer: Answer, path: string) => Answer; asked: string[] } = {
    change: same,
    asked: [],
  }
  const between = await startBetween(async (request, response) => {
    const path = request.url ?? ''
    state.asked.push(path)
    const { status, headers, body } = state.change(await passOn(target, request), path)
    response.writeHead(status, headers).end(body)
  })
  return { ...between, state, reset: () => void (state.change = same) }
}

async function passOn(target: string, request: IncomingMessage): Promise<Answer> {
  const body = await text(request)
  const answer = await fetch(`${target}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization: request.headers.authorization ?? '',
      'wechatpay-serial': String(request.headers['wechatpay-serial'] ?? ''),
      'content-type': 'application/json',
    },
    ...(body !== '' && { body }),
  })
  const headers = [...answer.headers].filter(([name]) => name.startsWith('wechatpay-'))
  return {
    status: answer.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await answer.arrayBuffer()),
  }
}
