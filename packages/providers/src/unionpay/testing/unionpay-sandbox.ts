import { createSign, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newMerchantKeys, startFormChanger, startVendorSandbox } from '#testing/vendor-sandbox.ts'
import { signedDigest, type Fields } from '#unionpay/message.ts'

export const SANDBOX_SECRET = 'a secret of the bank tests'

const signatureKinds = ['rsa', 'sm2'] as const
type SignatureKind = (typeof signatureKinds)[number]

/** Keys of SM2 in PEM. */
export function newSm2Keys() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'SM2' })
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** Registers a key at the clearing house of a sandbox, and returns the settings of the lender. */
export async function registerMerchant(
  url: string,
  kind: SignatureKind = 'rsa',
): Promise<Record<string, string>> {
  const { publicKey, privateKey } = kind === 'sm2' ? newSm2Keys() : newMerchantKeys()
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
    UNIONPAY_SIGNATURE: kind,
    UNIONPAY_MERCHANT_ID: published.merchantId,
    UNIONPAY_PRIVATE_KEY: privateKey,
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
export async function startUnionPaySandbox(now: () => number, kind: SignatureKind = 'rsa') {
  const sandbox = await startVendorSandbox({ secret: SANDBOX_SECRET, now })
  const { directory, post } = sandbox
  const between = await startFormChanger(sandbox.url)
  const settings = await registerMerchant(sandbox.url, kind)
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
    .update(signedDigest(whole, 'sha256'))
    .sign(key ?? vendor.key, 'base64')
  return new URLSearchParams({ ...whole, signature }).toString()
}
