import {
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The account of the lender at the sandbox's payment app. */
export const ALIPAY_APP_ID = '2021000000000001'
export const ALIPAY_SELLER_ID = '2088000000000001'

export type AlipayKeys = ReturnType<typeof openAlipayKeys>

/**
 * The app's own key, made when it is first needed, and the public key that the lender registered, as in
 * the console of the real app.
 */
export function openAlipayKeys(directory: string) {
  const vendorFile = join(directory, 'alipay-vendor.pem')
  const merchantFile = join(directory, 'alipay-merchant.pem')
  let known: KeyObject | undefined
  const vendorKey = () => (known ??= createPrivateKey(readOrMake(vendorFile)))
  let merchantKey: KeyObject | undefined = existsSync(merchantFile)
    ? createPublicKey(readFileSync(merchantFile, 'utf8'))
    : undefined

  return {
    publicKey: (): string =>
      createPublicKey(vendorKey()).export({ type: 'spki', format: 'pem' }).toString(),

    /** Throws if the text is no public key. */
    register(publicKey: string): void {
      const key = createPublicKey(publicKey)
      writeFileSync(merchantFile, key.export({ type: 'spki', format: 'pem' }), { mode: 0o600 })
      merchantKey = key
    },

    sign: (text: string): string =>
      createSign('RSA-SHA256').update(text, 'utf8').sign(vendorKey(), 'base64'),

    isFromMerchant: (text: string, signature: string): boolean =>
      merchantKey !== undefined &&
      createVerify('RSA-SHA256').update(text, 'utf8').verify(merchantKey, signature, 'base64'),
  }
}

function readOrMake(file: string): string {
  if (!existsSync(file)) {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
    writeFileSync(file, pem, { mode: 0o600 })
  }
  return readFileSync(file, 'utf8')
}

/** The text that a signature covers: all parameters but the signature, by name. */
export function signedText(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}
