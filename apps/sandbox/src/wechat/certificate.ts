import { createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

const YEARS_VALID = 5
const DAY_MS = 86_400_000

/** A new key with a certificate that it signed itself: what the messaging app shows to merchants. */
export function newCertificate(now: number): {
  readonly key: string
  readonly certificate: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const from = new Date(now - DAY_MS)
  const until = new Date(now + YEARS_VALID * 365 * DAY_MS)
  const der = selfSigned({ privateKey, publicKey, from, until })
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate: pem }
}

// The types of DER.
const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const UTF8 = 0x0c
const UTC_TIME = 0x17

const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')

function selfSigned(wish: {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly from: Date
  readonly until: Date
}): Buffer {
  // Positive, with 20 bytes, as the app's own.
  const serial = randomBytes(20)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const name = der(SEQUENCE, [
    der(SET, [der(SEQUENCE, [COMMON_NAME, der(UTF8, [Buffer.from('Sandbox Pay')])])]),
  ])
  const content = der(SEQUENCE, [
    der(INTEGER, [serial]),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, [utcTime(wish.from), utcTime(wish.until)]),
    name,
    wish.publicKey.export({ type: 'spki', format: 'der' }),
  ])
  const signature = createSign('RSA-SHA256').update(content).sign(wish.privateKey)
  const signed = der(BIT_STRING, [Buffer.from([0]), signature])
  return der(SEQUENCE, [content, SHA256_WITH_RSA, signed])
}

function utcTime(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(2, 14)
  return der(UTC_TIME, [Buffer.from(`${digits}Z`)])
}

function der(type: number, parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([type, ...size]), content])
}
