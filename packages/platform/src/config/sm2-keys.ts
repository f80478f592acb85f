import { createECDH, createPublicKey, type KeyObject } from 'node:crypto'

/** An uncompressed point of the curve sm2p256v1, after this beginning of its SubjectPublicKeyInfo. */
const POINT_BYTES = 65
const SPKI_START = Buffer.from('3059301306072a8648ce3d020106082a811ccf5501822d034200', 'hex')
const CURVE = Buffer.from('06082a811ccf5501822d', 'hex')
const SCALAR_BYTES = 32

/** The public key in hexadecimal, if it is one of SM2. `node:crypto` names no type for these keys. */
export function sm2PointOf(publicKey: KeyObject): string | undefined {
  if (publicKey.asymmetricKeyType === 'rsa') return undefined
  const spki = publicKey.export({ type: 'spki', format: 'der' })
  const start = spki.subarray(0, SPKI_START.length)
  const isSm2 = start.equals(SPKI_START) && spki.length === SPKI_START.length + POINT_BYTES
  return isSm2 ? spki.subarray(-POINT_BYTES).toString('hex') : undefined
}

/**
 * The number of a private key of SM2 in PEM, PKCS#8 or SEC 1, in hexadecimal. `node:crypto` does not
 * read these keys.
 */
export function sm2ScalarIn(pem: string): string | undefined {
  const [, label, base64 = ''] =
    /-----BEGIN (PRIVATE KEY|EC PRIVATE KEY)-----([\sA-Za-z0-9+/=]+)-----END \1-----/.exec(pem) ??
    []
  if (label === undefined) return undefined
  const der = Buffer.from(base64, 'base64')
  if (!der.includes(CURVE)) return undefined
  const parts = derParts(derParts(der)[0])
  const key = label === 'PRIVATE KEY' ? derParts(derParts(parts[2])[0]) : parts
  return key[1]?.length === SCALAR_BYTES ? key[1].toString('hex') : undefined
}

/** Throws if it is no private key. */
export function sm2PointOfScalar(scalar: string): string {
  const pair = createECDH('SM2')
  pair.setPrivateKey(scalar, 'hex')
  return pair.getPublicKey('hex')
}

/** The public key of a private key of SM2, both in PEM. Undefined if it is none. */
export function sm2PublicKeyOf(pem: string): string | undefined {
  const scalar = sm2ScalarIn(pem)
  if (scalar === undefined) return undefined
  const key = Buffer.concat([SPKI_START, Buffer.from(sm2PointOfScalar(scalar), 'hex')])
  const publicKey = createPublicKey({ key, type: 'spki', format: 'der' })
  return publicKey.export({ type: 'spki', format: 'pem' }).toString()
}

/** The contents of the elements of DER, one after the other. Ends at one that is not complete. */
export function derParts(der: Buffer = Buffer.alloc(0)): Buffer[] {
  return derElements(der).map(({ content }) => content)
}

export function derElements(der: Buffer): { whole: Buffer; content: Buffer }[] {
  const found: { whole: Buffer; content: Buffer }[] = []
  for (let at = 0; at + 1 < der.length;) {
    const first = der[at + 1] ?? 0
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f
    const start = at + 2 + lengthBytes
    if (lengthBytes > 3 || start > der.length) break
    const length = lengthBytes === 0 ? first : der.readUIntBE(at + 2, lengthBytes)
    if (start + length > der.length) break
    found.push({
      whole: der.subarray(at, start + length),
      content: der.subarray(start, start + length),
    })
    at = start + length
  }
  return found
}
