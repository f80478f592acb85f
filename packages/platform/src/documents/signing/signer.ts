import type { KeyObject } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { OFFSET_DIGITS } from './room-for-signature.ts'
import type { SigningKey } from './signing-key.ts'
import { requireValid } from './signing-key.ts'
import { loadOnce } from '#load-once.ts'
import { sha256 } from '#canonical-json.ts'

const oid = {
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  timestamp: '1.2.840.113549.1.9.16.2.14',
} as const

/**
 * A detached signature as PAdES requires (CAdES, RFC 5652 and 5035). It contains the certificates,
 * and signs which of them is its own, so that it cannot be exchanged.
 */
async function signatureOver(
  content: Uint8Array<ArrayBuffer>,
  { privateKey, chain }: SigningKey,
  stamp: Stamp | undefined,
): Promise<Buffer> {
  const certificates = chain.map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)))
  const [own] = certificates
  if (!own) throw new Error('the signing key has no certificate')
  const signed = new SignedData({
    version: 1,
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: attributesOf(content, chain[0].raw),
        }),
      }),
    ],
  })
  await signed.sign(await toCryptoKey(privateKey), 0, 'SHA-256', content)
  const [signer] = signed.signerInfos
  if (stamp && signer) {
    const token = await stamp(Buffer.from(signer.signature.valueBlock.valueHexView))
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [new Attribute({ type: oid.timestamp, values: [token.toSchema()] })],
    })
  }
  const message = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  return Buffer.from(message.toSchema().toBER())
}

/** In the encoding order of a DER set, shortest first. */
function attributesOf(content: Uint8Array, certificate: Buffer): Attribute[] {
  const certificateId = new Sequence({ value: [digestOf(certificate)] })
  const signingCertificate = new Sequence({ value: [new Sequence({ value: [certificateId] })] })
  return [
    new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
    new Attribute({ type: oid.messageDigest, values: [digestOf(content)] }),
    new Attribute({ type: oid.signingCertificate, values: [signingCertificate] }),
  ]
}

function digestOf(bytes: Uint8Array): OctetString {
  const digest = sha256(bytes)
  return new OctetString({ valueHex: new Uint8Array(digest).buffer })
}

async function toCryptoKey(privateKey: KeyObject): Promise<CryptoKey> {
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' }
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  return crypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), algorithm, false, ['sign'])
}

const RANGE = new RegExp(String.raw`/ByteRange \[ 0( 9{${OFFSET_DIGITS}}){3} \]`)
const CONTENTS = '/Contents <'

/**
 * Signs a PDF with reserved space: all bytes except the signature itself, so that any change or
 * addition is detected.
 */
async function signPdf(pdf: Buffer, key: SigningKey, stamp: Stamp | undefined): Promise<Buffer> {
  const room = roomIn(pdf)
  const signed = Buffer.from(pdf)
  const afterRoom = room.to + 1
  const range = [0, room.from, afterRoom, pdf.length - afterRoom].join(' ')
  signed.write(`/ByteRange [ ${range} ]`.padEnd(room.range.length), room.range.at, 'latin1')
  const content = Buffer.concat([signed.subarray(0, room.from), signed.subarray(afterRoom)])
  const signature = await signatureOver(new Uint8Array(content), key, stamp)
  const hex = signature.toString('hex')
  if (hex.length > room.to - room.from - 1)
    throw new Error(`signature of ${hex.length} hex digits does not fit the reserved space`)
  signed.write(hex, room.from + 1, 'latin1')
  return signed
}

/** From the opening angle bracket of the signature to the closing one. */
function roomIn(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const range = RANGE.exec(text)
  const contents = range ? text.indexOf(CONTENTS, range.index) : -1
  if (!range || contents === -1) throw new Error('PDF has no reserved space for a signature')
  const from = contents + CONTENTS.length - 1
  const to = text.indexOf('>', from)
  return { range: { at: range.index, length: range[0].length }, from, to }
}

/** Returns an authority's time stamp of these bytes. */
export type Stamp = (bytes: Buffer) => Promise<ContentInfo>

/** Signs documents printed with a seal, as the lender. */
export type Signer = {
  sign(pdf: Buffer): Promise<Buffer>
  /** Returns a detached signature (CMS, DER) of a file that is not a PDF. */
  signDetached(bytes: Buffer): Promise<Buffer>
  /** When the first of its certificates ends. Unknown for the sandbox's own, made when needed. */
  readonly certificatesEnd?: Date
}

/** Loads the key when first needed, once. With a stamp, a signature carries its time (PAdES B-T). */
export function createSigner(
  open: () => Promise<SigningKey>,
  now: () => Date,
  stamp?: Stamp,
): Signer {
  const opened = loadOnce(open)
  const validKey = async () => {
    const key = await opened()
    requireValid(key.chain, now())
    return key
  }
  return {
    sign: async (pdf) => signPdf(pdf, await validKey(), stamp),
    signDetached: async (bytes) => signatureOver(new Uint8Array(bytes), await validKey(), stamp),
  }
}
