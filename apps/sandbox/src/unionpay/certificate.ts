import { randomBytes, type X509Certificate } from 'node:crypto'

type Issue = {
  readonly name: string
  /** SubjectPublicKeyInfo, in DER. */
  readonly publicKey: Buffer
  readonly issuer: {
    readonly name: string
    readonly algorithm: Buffer
    readonly sign: (content: Buffer) => Buffer
  }
  readonly isAuthority: boolean
  readonly now: number
}

const DAY_MS = 86_400_000
const YEARS_VALID = 20
const VALID_BEFORE_MS = 2 * DAY_MS

/** An X.509 certificate in PEM, with the few fields that the clearing house's certificates need. */
export function issueCertificate({ name, publicKey, issuer, isAuthority, now }: Issue): string {
  const authority = sequence(
    oid('551d13'),
    boolean,
    octets(sequence(...(isAuthority ? [boolean] : []))),
  )
  const content = sequence(
    encodeTag(0xa0, integer(Buffer.of(2))),
    integer(serialNumber()),
    issuer.algorithm,
    nameOf(issuer.name),
    sequence(time(now - VALID_BEFORE_MS), time(now + YEARS_VALID * 365 * DAY_MS)),
    nameOf(name),
    publicKey,
    encodeTag(0xa3, sequence(authority)),
  )
  const signature = issuer.sign(content)
  const der = sequence(content, issuer.algorithm, encodeTag(0x03, Buffer.of(0), signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  // The clearing house ends lines in this way, and the signature of a message covers them.
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----'].join('\r\n')
}

/** To the second. */
export function readIssueTime({ validFromDate }: X509Certificate): number {
  return validFromDate.getTime() + VALID_BEFORE_MS
}

/** A tag of DER with its length and content. */
function encodeTag(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

const sequence = (...parts: readonly Buffer[]) => encodeTag(0x30, ...parts)
const integer = (bytes: Buffer) => encodeTag(0x02, bytes)
const octets = (bytes: Buffer) => encodeTag(0x04, bytes)
const oid = (hex: string) => encodeTag(0x06, Buffer.from(hex, 'hex'))
const boolean = encodeTag(0x01, Buffer.of(0xff))

/** An algorithm without parameters, by its identifier in hexadecimal. */
export function algorithmOf(identifier: string): Buffer {
  return sequence(oid(identifier))
}

/** Positive: the first bit is not set. Forty bits, as those of the clearing house. */
function serialNumber(): Buffer {
  const bytes = randomBytes(5)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x10
  return bytes
}

function nameOf(commonName: string): Buffer {
  const attribute = sequence(oid('550403'), encodeTag(0x0c, Buffer.from(commonName, 'utf8')))
  return sequence(encodeTag(0x31, attribute))
}

/** `20310106100000Z`: valid for every year, which the shorter form is not. */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().slice(0, 19).replaceAll(/\D/g, '')
  return encodeTag(0x18, Buffer.from(`${digits}Z`, 'ascii'))
}
