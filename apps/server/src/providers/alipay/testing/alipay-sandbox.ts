import { createSign, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'

export const SANDBOX_SECRET = 'a secret of the wallet tests'

const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
const merchantKey = merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

export type AlipaySandbox = Awaited<ReturnType<typeof startAlipaySandbox>>

/** A sandbox whose payment app knows the lender's key, and a way to change its answers. */
export async function startAlipaySandbox(now: () => number) {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-alipay-'))
  const options = { port: 0, secret: SANDBOX_SECRET, dataDirectory: directory, now }
  const sandbox = await startSandbox(options)
  const post = (path: string, content: object) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  const publicKey = merchant.publicKey.export({ type: 'spki', format: 'pem' })
  await post('/alipay/merchant', { publicKey })
  // The sandbox routes define the shape of this answer.
  const account = (await (await fetch(`${sandbox.url}/alipay/merchant`)).json()) as {
    appId: string
    sellerId: string
    alipayPublicKey: string
  }
  const between = await startChanger(`${sandbox.url}/alipay/gateway.do`)
  const vendorKey = readFileSync(join(directory, 'alipay-vendor.pem'), 'utf8')

  return {
    url: sandbox.url,
    between,
    setFault: (fault: object) => post('/faults', { provider: 'wallet', ...fault }),
    settings: {
      appId: account.appId,
      sellerId: account.sellerId,
      privateKey: merchantKey,
      publicKey: account.alipayPublicKey,
      gateway: between.url,
      pages: `${sandbox.url}/alipay/gateway.do`,
      consentUrl: `${sandbox.url}/wallet/authorise`,
    },
    /** A notice that the app could have sent, or with another algorithm. */
    notice: (fields: Fields, how?: Algorithm) => noticeOf(vendorKey, fields, how),
    /** An answer that the app could have given. */
    answer: (method: string, content: object) => answerOf(vendorKey, method, content),
    /** The decision of a person on the payment page behind an address. */
    decide: (url: string, decision: 'pay' | 'cancel', host?: string) =>
      decideOn(new URL(url, sandbox.url), decision, host),
    async stop() {
      between.stop()
      await sandbox.stop()
      rmSync(directory, { recursive: true })
    },
  }
}

type Fields = Readonly<Record<string, string>>
type Algorithm = { readonly algorithm?: string; readonly type?: string }

function noticeOf(
  vendorKey: string,
  fields: Fields,
  { algorithm = 'RSA-SHA256', type = 'RSA2' }: Algorithm = {},
): string {
  const signed = Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const sign = createSign(algorithm).update(signed).sign(vendorKey, 'base64')
  return new URLSearchParams({ ...fields, sign, sign_type: type }).toString()
}

function answerOf(vendorKey: string, method: string, content: object): Buffer {
  const signed = JSON.stringify(content)
  const sign = createSign('RSA-SHA256').update(signed).sign(vendorKey, 'base64')
  const key = `${method.replaceAll('.', '_')}_response`
  return Buffer.from(`{"${key}":${signed},"sign":${JSON.stringify(sign)}}`)
}

/** Opens a payment page and decides on it. The host is the lender’s, as its proxy names it: pages return to no other. */
export async function decideOn(url: URL, decision: string, host = url.host): Promise<number> {
  const headers = { 'x-forwarded-host': host }
  const opened = await fetch(url, { headers })
  if (!opened.ok) return opened.status
  const page = new URL(opened.url)
  const ticket = page.searchParams.get('ticket') ?? ''
  const answer = await fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ ticket, decision }),
  })
  return answer.status
}

/** Passes calls on to the gateway, and changes its answers as a test wants. */
async function startChanger(target: string) {
  const state: { change: (answer: Buffer) => Buffer } = { change: (answer) => answer }
  const server = createServer((request, response) => {
    void (async () => {
      const { search } = new URL(request.url ?? '', target)
      try {
        const answer = await fetch(`${target}${search}`, {
          method: 'POST',
          headers: { 'content-type': request.headers['content-type'] ?? '' },
          body: await text(request),
        })
        const bytes = Buffer.from(await answer.arrayBuffer())
        response.writeHead(answer.status).end(state.change(bytes))
      } catch {
        response.destroy()
      }
    })()
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/gateway.do`,
    state,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
