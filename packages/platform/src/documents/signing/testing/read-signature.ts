import { createHash, verify, X509Certificate } from 'node:crypto'
import { OctetString, Sequence } from 'asn1js'
import { Certificate, ContentInfo, SignedData, type Attribute } from 'pkijs'

export type ReadSignature = {
  /** Whether the signed range and the signature cover the whole file. */
  readonly isOverAll: boolean
  /** Whether the signature matches content and certificate. */
  readonly isValid: boolean
  readonly form: string
  readonly chain: readonly X509Certificate[]
  /** Whether the signature carries the time stamp of an authority. */
  readonly hasStamp: boolean
}

const OID_DIGEST = '1.2.840.113549.1.9.4'
const OID_TIMESTAMP = '1.2.840.113549.1.9.16.2.14'
const OID_SIGNING_CERTIFICATE = '1.2.840.113549.1.9.16.2.47'

/** Reads a PDF's signature independently of our own code. */
export function readSignature(pdf: Buffer): ReadSignature {
  const text = pdf.toString('latin1')
  const range = /\/ByteRange \[ (\d+) (\d+) (\d+) (\d+) \]/.exec(text)
  const [from = 0, length = 0, next = 0, rest = 0] = range?.slice(1).map(Number) ?? []
  const content = Buffer.concat([
    pdf.subarray(from, from + length),
    pdf.subarray(next, next + rest),
  ])
  const hex = text.slice(length + 1, next - 1)
  const signed = signedDataOf(Buffer.from(hex, 'hex'))
  return {
    isOverAll:
      from === 0 && next + rest === pdf.length && /^<[0-9a-f]+>$/.test(text.slice(length, next)),
    isValid: isValid(signed, content),
    form: /\/SubFilter \/([\w.]+)/.exec(text)?.[1] ?? '',
    chain: chainOf(signed),
    hasStamp: (signed.signerInfos[0]?.unsignedAttrs?.attributes ?? []).some(
      ({ type }) => type === OID_TIMESTAMP,
    ),
  }
}

/** Whether a detached signature is valid for a content, and its certificates. */
export function readDetached(
  signature: Buffer,
  content: Buffer,
): Pick<ReadSignature, 'isValid' | 'chain'> {
  const signed = signedDataOf(signature)
  return { isValid: isValid(signed, content), chain: chainOf(signed) }
}

/** The message is followed by zero padding only. */
function signedDataOf(bytes: Buffer): SignedData {
  const end = 4 + bytes.readUInt16BE(2)
  const message = ContentInfo.fromBER(new Uint8Array(bytes.subarray(0, end)))
  // The constructor throws unless the message contains signed data.
  return new SignedData({ schema: message.content as unknown })
}

function isValid(signed: SignedData, content: Buffer): boolean {
  const [info] = signed.signerInfos
  const [own] = chainOf(signed)
  const attributes = info?.signedAttrs
  if (!info || !own || !attributes) return false
  const digest = octetsOf(attributes.attributes, OID_DIGEST, (value) => value)
  const named = octetsOf(attributes.attributes, OID_SIGNING_CERTIFICATE, firstLeaf)
  const signature = Buffer.from(info.signature.valueBlock.valueHexView)
  return (
    sha256(content).equals(digest) &&
    sha256(own.raw).equals(named) &&
    verify('sha256', Buffer.from(attributes.encodedValue), own.publicKey, signature)
  )
}

function chainOf({ certificates = [] }: SignedData): X509Certificate[] {
  return certificates
    .filter((certificate) => certificate instanceof Certificate)
    .map((certificate) => new X509Certificate(Buffer.from(certificate.toSchema().toBER())))
}

function octetsOf(
  attributes: readonly Attribute[],
  type: string,
  find: (value: unknown) => unknown,
): Buffer {
  const values = attributes.filter((attribute) => attribute.type === type)
  const value = find(values[0]?.values[0])
  if (values.length !== 1 || !(value instanceof OctetString)) return Buffer.alloc(0)
  return Buffer.from(value.valueBlock.valueHexView)
}

function firstLeaf(value: unknown): unknown {
  return value instanceof Sequence ? firstLeaf(value.valueBlock.value[0]) : value
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
