import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  privateDecrypt,
  X509Certificate,
} from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { issueCertificate } from './certificate.ts'

/** The number of the lender at the sandbox's clearing house. */
export const UNIONPAY_MERCHANT_ID = '777290058110048'

/** The name in the certificates of the test environment. */
const SIGNER = '041@Zsandbox@00040000:SIGN@00000001'

const stored = z.object({
  authorities: z.string(),
  authorityKey: z.string(),
  certificate: z.string(),
  key: z.string(),
  encryptionCertificate: z.string(),
  encryptionKey: z.string(),
})
type Stored = z.output<typeof stored>

export type UnionPayKeys = ReturnType<typeof openUnionPayKeys>
export type Fields = Readonly<Record<string, string>>

/**
 * The keys and certificates of the clearing house, made when they are first needed, and the
 * certificate that it issued to the lender.
 */
export function openUnionPayKeys(directory: string, now: () => number) {
  const vendorFile = join(directory, 'unionpay-vendor.json')
  const merchantFile = join(directory, 'unionpay-merchant.pem')
  let known: Stored | undefined
  const own = (): Stored => (known ??= readOrMake(vendorFile, now()))
  const issued = (): string | undefined =>
    existsSync(merchantFile) ? readFileSync(merchantFile, 'utf8') : undefined

  return {
    /** What the lender's settings need, as the clearing house hands it out. */
    published: () => ({
      merchantId: UNIONPAY_MERCHANT_ID,
      authorities: own().authorities,
      encryptionCertificate: own().encryptionCertificate,
    }),

    /** Issues the lender's certificate, once for a key. Throws if the text is no public key. */
    register(publicKeyPem: string): string {
      const publicKey = createPublicKey(publicKeyPem)
      const earlier = issued()
      if (earlier && new X509Certificate(earlier).publicKey.equals(publicKey)) return earlier
      const certificate = issueCertificate({
        name: `041@Zsandbox@merchant@${UNIONPAY_MERCHANT_ID}`,
        publicKey,
        issuer: { name: MIDDLE, key: createPrivateKey(own().authorityKey) },
        isAuthority: false,
        now: now(),
      })
      writeFileSync(merchantFile, certificate, { mode: 0o600 })
      return certificate
    },

    isFromMerchant(fields: Fields): boolean {
      const registered = issued()
      if (registered === undefined) return false
      const certificate = new X509Certificate(registered)
      const isItsNumber = fields['certId'] === BigInt(`0x${certificate.serialNumber}`).toString()
      return (
        isItsNumber &&
        createVerify('RSA-SHA256')
          .update(digestOf(fields))
          .verify(certificate.publicKey, fields['signature'] ?? '', 'base64')
      )
    },

    /** A message with our certificate and our signature. */
    signed(fields: Fields): Fields {
      const whole = { ...fields, signPubKeyCert: own().certificate }
      const signature = createSign('RSA-SHA256').update(digestOf(whole)).sign(own().key, 'base64')
      return { ...whole, signature }
    },

    /** Undefined if it was encrypted with another key. */
    decrypted(base64: string): string | undefined {
      const how = { key: own().encryptionKey, padding: constants.RSA_PKCS1_PADDING }
      try {
        return privateDecrypt(how, Buffer.from(base64, 'base64')).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

function digestOf(fields: Fields): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature')
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${fields[name] ?? ''}`)
    .join('&')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

const ROOT = '沙箱银联根证书'
const MIDDLE = '沙箱银联证书机构'

function readOrMake(file: string, now: number): Stored {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newKeys(now)), { mode: 0o600 })
  return stored.parse(JSON.parse(readFileSync(file, 'utf8')))
}

function newKeys(now: number): Stored {
  const [root, middle] = [1, 2].map(() => generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  if (!root || !middle) throw new Error('two keys expected')
  const [signing, encryption] = [1, 2].map(() =>
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  )
  if (!signing || !encryption) throw new Error('two keys expected')
  const byRoot = { name: ROOT, key: root.privateKey }
  const byMiddle = { name: MIDDLE, key: middle.privateKey }
  const authority = { isAuthority: true, now } as const
  const leaf = { issuer: byMiddle, isAuthority: false, now } as const
  const pem = (key: typeof root.privateKey) =>
    key.export({ type: 'pkcs8', format: 'pem' }).toString()
  return {
    authorities: [
      issueCertificate({ name: MIDDLE, publicKey: middle.publicKey, issuer: byRoot, ...authority }),
      issueCertificate({ name: ROOT, publicKey: root.publicKey, issuer: byRoot, ...authority }),
    ].join('\n'),
    authorityKey: pem(middle.privateKey),
    certificate: issueCertificate({ name: SIGNER, publicKey: signing.publicKey, ...leaf }),
    key: pem(signing.privateKey),
    encryptionCertificate: issueCertificate({
      name: '041@Zsandbox@00040000:ENC@00000001',
      publicKey: encryption.publicKey,
      ...leaf,
    }),
    encryptionKey: pem(encryption.privateKey),
  }
}
