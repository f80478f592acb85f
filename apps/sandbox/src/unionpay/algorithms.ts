import {
  constants,
  createPrivateKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  privateDecrypt,
  sign,
  type KeyObject,
  type X509Certificate,
} from 'node:crypto'
import { createRequire } from 'node:module'
import type * as smCrypto from 'sm-crypto-v2'
import { algorithmOf } from './certificate.ts'

export type Pair = {
  /** SubjectPublicKeyInfo, in DER. */
  readonly publicKey: Buffer
  readonly privateKey: string
}

/** The algorithms of one kind: for the certificates and messages of the clearing house. */
export type Algorithms = {
  readonly signMethod: string
  readonly hash: string
  readonly newAuthority: () => Pair
  readonly newPair: () => Pair
  /** Signs the content of a certificate. */
  readonly certify: (privateKey: string, content: Buffer) => Buffer
  /** The algorithm of that signature, in DER. */
  readonly certifiedBy: Buffer
  readonly sign: (digest: string, privateKey: string, certificate: X509Certificate) => Buffer
  readonly isSigned: (digest: string, signature: Buffer, certificate: X509Certificate) => boolean
  readonly decrypt: (bytes: Buffer, privateKey: string) => string
}

const pem = { type: 'pkcs8', format: 'pem' } as const
const spki = { type: 'spki', format: 'der' } as const

const parsed = new Map<string, KeyObject>()

/** Parses a key once: that takes longer than to sign with it. */
function keyOf(privateKey: string): KeyObject {
  const key = parsed.get(privateKey) ?? createPrivateKey(privateKey)
  parsed.set(privateKey, key)
  return key
}

/** The authorities have smaller keys, as certificates of both kinds may have. */
export const rsaAlgorithms: Algorithms = {
  signMethod: '01',
  hash: 'sha256',
  newAuthority() {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return {
      publicKey: publicKey.export(spki),
      privateKey: privateKey.export(pem).toString(),
    }
  },
  newPair() {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    return {
      publicKey: publicKey.export(spki),
      privateKey: privateKey.export(pem).toString(),
    }
  },
  certify: (privateKey, content) => sign('sha256', content, createPrivateKey(privateKey)),
  certifiedBy: algorithmOf('2a8648ce3d040302'),
  sign: (digest, privateKey) => createSign('RSA-SHA256').update(digest).sign(keyOf(privateKey)),
  isSigned: (digest, signature, { publicKey }) =>
    createVerify('RSA-SHA256').update(digest).verify(publicKey, signature),
  decrypt: (bytes, key) =>
    privateDecrypt({ key: keyOf(key), padding: constants.RSA_PKCS1_PADDING }, bytes).toString(
      'utf8',
    ),
}

/** What comes before the point of a key of SM2. */
const SM2_START = '3059301306072a8648ce3d020106082a811ccf5501822d034200'
const AUTHORITY_ID = '1234567812345678'
const C1C3C2 = 1

let loaded: typeof smCrypto.sm2 | undefined
/** Loaded when a lender has such a key. */
function sm2() {
  return (loaded ??= (createRequire(import.meta.url)('sm-crypto-v2') as typeof smCrypto).sm2)
}

function newSm2Pair(): Pair {
  const { publicKey, privateKey } = sm2().generateKeyPairHex()
  return { publicKey: Buffer.from(`${SM2_START}${publicKey}`, 'hex'), privateKey }
}

export function isSm2Key(publicKey: Buffer): boolean {
  return publicKey.toString('hex').startsWith(SM2_START)
}

/** Private keys are in hexadecimal. Messages are signed as the holder of the certificate's number. */
export const sm2Algorithms: Algorithms = {
  signMethod: '21',
  hash: 'sm3',
  newAuthority: newSm2Pair,
  newPair: newSm2Pair,
  certify(privateKey, content) {
    const options = { hash: true, der: true, userId: AUTHORITY_ID }
    return Buffer.from(sm2().doSignature(content, privateKey, options), 'hex')
  },
  certifiedBy: algorithmOf('2a811ccf55018375'),
  sign(digest, privateKey, { serialNumber }) {
    const options = { hash: true, userId: BigInt(`0x${serialNumber}`).toString() }
    return Buffer.from(sm2().doSignature(digest, privateKey, options), 'hex')
  },
  isSigned(digest, signature, { publicKey, serialNumber }) {
    const der = publicKey.export(spki)
    if (signature.length !== 64 || !isSm2Key(der)) return false
    const options = { hash: true, userId: BigInt(`0x${serialNumber}`).toString() }
    const point = der.subarray(-65).toString('hex')
    return sm2().doVerifySignature(digest, signature.toString('hex'), point, options)
  },
  decrypt(bytes, privateKey) {
    // The first byte says that the point is not compressed.
    return sm2().doDecrypt(bytes.subarray(1).toString('hex'), privateKey, C1C3C2, {
      output: 'string',
    })
  },
}
