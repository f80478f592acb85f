import { KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  BitString,
  Integer,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set,
  Utf8String,
} from 'asn1js'
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  ExtKeyUsage,
  Extension,
  Extensions,
  GeneralName,
  GeneralNames,
  RelativeDistinguishedNames,
  Time,
} from 'pkijs'
import { lender } from '#config/brand.ts'
import type { SigningKey } from './signing-key.ts'
import { checkedKey } from './signing-key.ts'
import { sha256 } from '#canonical-json.ts'

/** A key with its certificates in PEM, and separately the authority to trust. */
type IssuedKey = {
  readonly key: string
  readonly certificates: string
  readonly authority: string
}

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const
const YEARS_VALID = 20
const LOCALHOST = new GeneralNames({ names: [new GeneralName({ type: 2, value: 'localhost' })] })

/** What a test certificate is for, as the extension of extended key usages says it. */
const purposes = {
  // For document signing. Older readers know only e-mail protection.
  documents: ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4'],
  timestamps: ['1.3.6.1.5.5.7.3.8'],
  /** A TLS server at `localhost`. */
  server: ['1.3.6.1.5.5.7.3.1'],
} as const

/**
 * A sandbox authority, and one certificate issued by it. The authority's key is discarded, so it
 * never signs anything else.
 */
export async function issueTestKey(
  now: Date,
  purpose: keyof typeof purposes = 'documents',
): Promise<IssuedKey> {
  const authorityKeys = await newKeys()
  const lenderKeys = await newKeys()
  const authorityName = `${lender.product} 沙盒测试证书机构（仅供测试）`
  const authority = await issueCertificate(now, {
    name: authorityName,
    publicKey: authorityKeys.publicKey,
    by: { name: authorityName, keys: authorityKeys },
    extensions: [
      extension('2.5.29.19', new BasicConstraints({ cA: true }).toSchema(), 'critical'),
      extension('2.5.29.15', usageOf(0b0000_0110), 'critical'),
    ],
  })
  const own = await issueCertificate(now, {
    name: `${lender.company}（沙盒）`,
    publicKey: lenderKeys.publicKey,
    by: { name: authorityName, keys: authorityKeys },
    extensions: [
      extension('2.5.29.19', new BasicConstraints({ cA: false }).toSchema(), 'critical'),
      // The key usages digitalSignature and nonRepudiation.
      extension('2.5.29.15', usageOf(0b1100_0000), 'critical'),
      extension(
        '2.5.29.37',
        new ExtKeyUsage({ keyPurposes: [...purposes[purpose]] }).toSchema(),
        // RFC 3161 requires it.
        purpose === 'timestamps' ? 'critical' : 'plain',
      ),
      ...(purpose === 'server' ? [extension('2.5.29.17', LOCALHOST.toSchema())] : []),
    ],
  })
  return {
    key: String(KeyObject.from(lenderKeys.privateKey).export({ type: 'pkcs8', format: 'pem' })),
    certificates: `${pemOf(own)}${pemOf(authority)}`,
    authority: pemOf(authority),
  }
}

async function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(P256, true, ['sign', 'verify'])
}

type Wish = {
  readonly name: string
  readonly publicKey: CryptoKey
  readonly by: { readonly name: string; readonly keys: CryptoKeyPair }
  readonly extensions: readonly Extension[]
}

async function issueCertificate(
  now: Date,
  { name, publicKey, by, extensions }: Wish,
): Promise<Certificate> {
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = newSerialNumber()
  certificate.subject = nameOf(name)
  certificate.issuer = nameOf(by.name)
  // Valid from earlier, for clocks that are slightly behind.
  certificate.notBefore = new Time({ value: daysAfter(now, -2) })
  certificate.notAfter = new Time({ value: daysAfter(now, YEARS_VALID * 365) })
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  const ofIssuer = new AuthorityKeyIdentifier({ keyIdentifier: keyIdOf(by.keys.publicKey) })
  certificate.extensions = new Extensions({
    extensions: [
      ...extensions,
      extension('2.5.29.14', keyIdOf(publicKey)),
      extension('2.5.29.35', ofIssuer.toSchema()),
    ],
  }).extensions
  await certificate.sign(by.keys.privateKey, 'SHA-256')
  return certificate
}

/** Positive and unique. */
function newSerialNumber(): Integer {
  const bytes = randomBytes(16)
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: new Uint8Array(bytes).buffer })
}

/**
 * One attribute per relative name, the most general first. Built by hand, because the library puts
 * all attributes into one.
 */
function nameOf(commonName: string): RelativeDistinguishedNames {
  const steps = [
    ['2.5.4.6', new PrintableString({ value: 'CN' })],
    ['2.5.4.10', new Utf8String({ value: lender.company })],
    ['2.5.4.3', new Utf8String({ value: commonName })],
  ] as const
  const sets = steps.map(
    ([type, value]) =>
      new Set({ value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), value] })] }),
  )
  return RelativeDistinguishedNames.fromBER(new Sequence({ value: sets }).toBER())
}

function extension(
  extnID: string,
  value: { toBER(): ArrayBuffer },
  weight: 'critical' | 'plain' = 'plain',
): Extension {
  return new Extension({ extnID, critical: weight === 'critical', extnValue: value.toBER() })
}

/** The key usage bits, first bit first, without trailing zeros. */
function usageOf(bits: number): BitString {
  const unusedBits = Math.log2(bits & -bits)
  return new BitString({ valueHex: new Uint8Array([bits]).buffer, unusedBits })
}

function keyIdOf(publicKey: CryptoKey): OctetString {
  const der = KeyObject.from(publicKey).export({ type: 'spki', format: 'der' })
  const digest = sha256(der).subarray(0, 20)
  return new OctetString({ valueHex: new Uint8Array(digest).buffer })
}

function daysAfter(moment: Date, days: number): Date {
  return new Date(moment.getTime() + days * 86_400_000)
}

function pemOf(certificate: Certificate): string {
  const base64 = Buffer.from(certificate.toSchema().toBER()).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

/** The key with its certificates, and the authority to trust in a separate file. */
const KEY_FILE = 'lender-signing.pem'
const AUTHORITY_FILE = 'lender-authority.pem'

/** The sandbox's signing key: created when first needed, readable by its owner only. */
export async function sandboxSigningKey(
  dataDirectory: string,
  now: () => Date,
): Promise<SigningKey> {
  const folder = join(dataDirectory, 'keys')
  const path = join(folder, KEY_FILE)
  if (readIfThere(path) === undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { key, certificates, authority } = await issueTestKey(now())
    // If two processes create a key at once, both use the first one written.
    if (writeOnce(path, `${key}${certificates}`)) writeOnce(join(folder, AUTHORITY_FILE), authority)
  }
  const pem = readIfThere(path) ?? ''
  return checkedKey({ key: pem, certificates: pem }, now())
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a file atomically and never replaces an existing one. */
function writeOnce(path: string, text: string): boolean {
  const draft = `${path}.${randomUUID()}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft)
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
