import { createRequire } from 'node:module'
import type * as smCrypto from 'sm-crypto-v2'
import {
  derElements,
  derParts,
  sm2PointOf,
  sm2PointOfScalar,
} from '@qingzhou/platform/config/sm2-keys'
import { certIdOf } from './certificates.ts'
import type { KeyCertificate, Signatures } from './signatures.ts'

// The package has no entry for ES modules that Node.js finds.
const { sm2 } = createRequire(import.meta.url)('sm-crypto-v2') as typeof smCrypto

/** The identity in signatures of certificates (GM/T 0009). Those of messages have the certificate's number. */
const AUTHORITY_ID = '1234567812345678'
const SIGNATURE_BYTES = 64
const C1C3C2 = 1
/** The mark of an uncompressed point, which the package leaves out. */
const UNCOMPRESSED = '04'
/** SM2 with SM3. */
const ALGORITHM = '06082a811ccf55018375'

const KNOWN_MAX = 16
const known = new Map<string, ReturnType<typeof sm2.precomputePublicKey>>()

/** A key, prepared once: a signature is then verified in a fifth of the time. */
function keyOf({ publicKey }: KeyCertificate) {
  const point = sm2PointOf(publicKey)
  if (point === undefined) return undefined
  const prepared = known.get(point) ?? sm2.precomputePublicKey(point)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(point, prepared)
  return prepared
}

/** The national algorithms. The digest is of `node:crypto`, which has SM3 but no identity for SM2. */
export const sm2Signatures: Signatures = {
  signMethod: '21',
  hash: 'sm3',
  sign(digest, { privateKey, certId }) {
    const publicKey = sm2PointOfScalar(privateKey)
    const options = { hash: true, userId: certId, publicKey }
    return Buffer.from(sm2.doSignature(digest, privateKey, options), 'hex')
  },
  isSigned(digest, signature, certificate) {
    const key = keyOf(certificate)
    if (!key || signature.length !== SIGNATURE_BYTES) return false
    const options = { hash: true, userId: certIdOf(certificate) }
    return isTrue(() => sm2.doVerifySignature(digest, signature.toString('hex'), key, options))
  },
  encrypt(text, certificate) {
    const point = sm2PointOf(certificate.publicKey)
    if (point === undefined) throw new Error('the certificate for card numbers has no SM2 key')
    return Buffer.from(`${UNCOMPRESSED}${sm2.doEncrypt(text, point, C1C3C2)}`, 'hex')
  },
  isOf: (publicKey) => sm2PointOf(publicKey) !== undefined,
  isIssuedBy(certificate, issuer) {
    const key = keyOf(issuer)
    // `checkIssued` compares names; it cannot verify a signature with an identity.
    if (!key || !certificate.checkIssued(issuer)) return false
    const [content, algorithm, signature] = derElements(
      derParts(certificate.raw)[0] ?? certificate.raw,
    )
    if (
      !content ||
      !signature ||
      algorithm?.content.toString('hex').startsWith(ALGORITHM) !== true
    ) {
      return false
    }
    const options = { hash: true, der: true, userId: AUTHORITY_ID }
    // The first byte of a bit string counts its unused bits.
    const hex = signature.content.subarray(1).toString('hex')
    return isTrue(() => sm2.doVerifySignature(content.whole, hex, key, options))
  },
}

/** The package throws on numbers outside the curve. */
function isTrue(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
