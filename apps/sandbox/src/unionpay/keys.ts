import { createHash, createPublicKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { isSm2Key, rsaAlgorithms, sm2Algorithms, type Algorithms } from './algorithms.ts'
import { readIssueTime, issueCertificate } from './certificate.ts'

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
type StoredKeys = z.output<typeof stored>
type OpenedKeys = StoredKeys & { readonly signer: X509Certificate }

export type UnionPayKeys = ReturnType<typeof openUnionPayKeys>
export type Fields = Readonly<Record<string, string>>

/** The same clearing house with each kind of algorithms: that of the lender's certificate is used. */
const kinds = [
  { ...rsaAlgorithms, file: 'unionpay-vendor.json' },
  { ...sm2Algorithms, file: 'unionpay-vendor-sm2.json' },
] as const
const kindOf = (key: Buffer) => kinds[isSm2Key(key) ? 1 : 0]

/**
 * The keys and certificates of the clearing house, made when they are first needed, and the
 * certificate that it issued to the lender.
 */
export function openUnionPayKeys(directory: string, now: () => number) {
  const merchantFile = join(directory, 'unionpay-merchant.pem')
  const known = new Map<string, OpenedKeys>()
  let lender = existsSync(merchantFile) ? lenderOf(readFileSync(merchantFile)) : undefined
  const issued = (): X509Certificate | undefined => lender?.certificate
  const current = () => lender?.kind ?? kinds[0]
  function own(kind: (typeof kinds)[number] = current()): OpenedKeys {
    const stored = known.get(kind.file) ?? readOrMake(join(directory, kind.file), kind, now())
    known.set(kind.file, stored)
    return stored
  }

  return {
    /** What the lender's settings need, as the clearing house hands it out. */
    published: () => ({
      merchantId: UNIONPAY_MERCHANT_ID,
      authorities: own().authorities,
      encryptionCertificate: own().encryptionCertificate,
    }),

    /** Issues the lender's certificate, once for a key. Throws if the text is no public key. */
    register(publicKeyPem: string): string {
      const publicKey = createPublicKey(publicKeyPem).export({ type: 'spki', format: 'der' })
      const earlier = issued()
      if (earlier?.publicKey.export({ type: 'spki', format: 'der' }).equals(publicKey)) {
        return readFileSync(merchantFile, 'utf8')
      }
      const kind = kindOf(publicKey)
      const certificate = issueCertificate({
        name: `041@Zsandbox@merchant@${UNIONPAY_MERCHANT_ID}`,
        publicKey,
        issuer: issuerOf(kind, MIDDLE, own(kind).authorityKey),
        isAuthority: false,
        now: now(),
      })
      writeFileSync(merchantFile, certificate, { mode: 0o600 })
      lender = lenderOf(certificate)
      return certificate
    },

    /** When the lender's certificate was issued, if it has one. */
    registeredAt(): number | undefined {
      const certificate = issued()
      return certificate && readIssueTime(certificate)
    },

    isFromMerchant(fields: Fields): boolean {
      const certificate = issued()
      return certificate !== undefined && isSignedWith(fields, certificate, current())
    },

    /** A message with our certificate and our signature, of the kind that the lender has. */
    signed(fields: Fields): Fields {
      const { signMethod, hash, sign } = current()
      const { certificate, key, signer } = own()
      const whole = { ...fields, signMethod, signPubKeyCert: certificate }
      const signature = sign(digestOf(whole, hash), key, signer)
      return { ...whole, signature: signature.toString('base64') }
    },

    /** Undefined if it was encrypted with another key. */
    decrypted(base64: string): string | undefined {
      try {
        return current().decrypt(Buffer.from(base64, 'base64'), own().encryptionKey)
      } catch {
        return undefined
      }
    },
  }
}

function isSignedWith(
  fields: Fields,
  certificate: X509Certificate,
  { signMethod, hash, isSigned }: Algorithms,
): boolean {
  const { certId, signature = '' } = fields
  const isItsNumber = certId === BigInt(`0x${certificate.serialNumber}`).toString()
  if (!isItsNumber || fields['signMethod'] !== signMethod) return false
  return isSigned(digestOf(fields, hash), Buffer.from(signature, 'base64'), certificate)
}

function digestOf(fields: Fields, hash: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature')
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((name) => `${name}=${fields[name] ?? ''}`)
    .join('&')
  return createHash(hash).update(text, 'utf8').digest('hex')
}

const ROOT = '沙箱银联根证书'
const MIDDLE = '沙箱银联证书机构'

function readOrMake(file: string, kind: Algorithms, now: number): OpenedKeys {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(newKeys(kind, now)), { mode: 0o600 })
  const keys = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  return { ...keys, signer: new X509Certificate(keys.certificate) }
}

/** The lender's certificate, and the algorithms of its key. */
function lenderOf(text: string | Buffer) {
  const certificate = new X509Certificate(text)
  const kind = kindOf(certificate.publicKey.export({ type: 'spki', format: 'der' }))
  return { certificate, kind }
}

const issuerOf = ({ certify, certifiedBy: algorithm }: Algorithms, name: string, key: string) => ({
  name,
  algorithm,
  sign: (content: Buffer) => certify(key, content),
})

function newKeys(kind: Algorithms, now: number): StoredKeys {
  const [root, middle] = [kind.newAuthority(), kind.newAuthority()]
  const [signing, encryption] = [kind.newPair(), kind.newPair()]
  const byRoot = issuerOf(kind, ROOT, root.privateKey)
  const authority = { isAuthority: true, now } as const
  const issuer = issuerOf(kind, MIDDLE, middle.privateKey)
  const leaf = { issuer, isAuthority: false, now } as const
  return {
    authorities: [
      issueCertificate({ name: MIDDLE, publicKey: middle.publicKey, issuer: byRoot, ...authority }),
      issueCertificate({ name: ROOT, publicKey: root.publicKey, issuer: byRoot, ...authority }),
    ].join('\n'),
    authorityKey: middle.privateKey,
    certificate: issueCertificate({ name: SIGNER, publicKey: signing.publicKey, ...leaf }),
    key: signing.privateKey,
    encryptionCertificate: issueCertificate({
      name: '041@Zsandbox@00040000:ENC@00000001',
      publicKey: encryption.publicKey,
      ...leaf,
    }),
    encryptionKey: encryption.privateKey,
  }
}
