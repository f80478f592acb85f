import { createSign, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSandbox } from '@qingzhou/sandbox/sandbox.ts'
import { signedDigest, type Fields } from '#providers/unionpay/message.ts'

export const SANDBOX_SECRET = 'a secret of the bank tests'

/** Registers a key at the clearing house of a sandbox, and returns the settings of the lender. */
export async function registerMerchant(url: string): Promise<Record<string, string>> {
  const merchant = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const publicKey = merchant.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const registered = await fetch(`${url}/unionpay/merchant`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ publicKey }),
  })
  // The sandbox routes define the shapes of these answers.
  const { certificate } = (await registered.json()) as { certificate: string }
  const published = (await (await fetch(`${url}/unionpay/merchant`)).json()) as {
    merchantId: string
    authorities: string
    encryptionCertificate: string
  }
  return {
    BANK: 'unionpay',
    UNIONPAY_MERCHANT_ID: published.merchantId,
    UNIONPAY_PRIVATE_KEY: merchant.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    UNIONPAY_CERTIFICATE: certificate,
    UNIONPAY_ENCRYPTION_CERTIFICATE: published.encryptionCertificate,
    UNIONPAY_AUTHORITIES: published.authorities,
    ...addressesAt(url),
  }
}

const addressesAt = (url: string): Record<string, string> => ({
  UNIONPAY_GATEWAY: `${url}/unionpay`,
  UNIONPAY_FILES: `${url}/unionpay/gateway/api/files`,
})

export type UnionPaySandbox = Awaited<ReturnType<typeof startUnionPaySandbox>>

/** A sandbox whose clearing house knows the lender's key, and a way to change its answers. */
export async function startUnionPaySandbox(now: () => number) {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-unionpay-'))
  const options = { port: 0, secret: SANDBOX_SECRET, dataDirectory: directory, now }
  const sandbox = await startSandbox(options)
  const between = await startChanger(sandbox.url)
  const settings = await registerMerchant(sandbox.url)
  const post = (path: string, content: object) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
  return {
    url: sandbox.url,
    between,
    settings: { ...settings, ...addressesAt(between.url) },
    setFault: (fault: object) => post('/faults', { provider: 'bank', ...fault }),
    post,
    async codeFor(phone: string): Promise<string> {
      const response = await fetch(`${sandbox.url}/inbox?phone=${phone}`)
      const { messages } = (await response.json()) as { messages: { code?: string }[] }
      return messages.find(({ code }) => code !== undefined)?.code ?? ''
    },
    /** How often each order was carried out, by the bank's own books. */
    async transfersOf(orderNo: string): Promise<{ timesOrdered: number }[]> {
      const response = await fetch(`${sandbox.url}/bank/transfers?orderNo=${orderNo}`)
      return ((await response.json()) as { transfers: { timesOrdered: number }[] }).transfers
    },
    async stop() {
      between.stop()
      await sandbox.stop()
      rmSync(directory, { recursive: true })
    },
    directory,
  }
}

/** A message of the clearing house of a sandbox, or one with another algorithm or key. */
export function vendorForm(
  directory: string,
  fields: Fields,
  { algorithm = 'RSA-SHA256', key }: { algorithm?: string; key?: string } = {},
): string {
  const path = join(directory, 'unionpay-vendor.json')
  const vendor = JSON.parse(readFileSync(path, 'utf8')) as { key: string; certificate: string }
  const whole = { signPubKeyCert: vendor.certificate, ...fields }
  const signature = createSign(algorithm)
    .update(signedDigest(whole))
    .sign(key ?? vendor.key, 'base64')
  return new URLSearchParams({ ...whole, signature }).toString()
}

/** Passes calls on to the sandbox, and changes its answers as a test wants. */
async function startChanger(target: string) {
  const state: {
    change: (answer: Buffer) => Buffer
    /** Given instead of asking the sandbox. */
    recorded?: Buffer | undefined
  } = { change: (answer) => answer }
  const server = createServer((request, response) => {
    void (async () => {
      if (state.recorded) {
        response.writeHead(200).end(state.change(state.recorded))
        return
      }
      try {
        const answer = await fetch(`${target}${request.url ?? ''}`, {
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
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has this kind of address.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    state,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
