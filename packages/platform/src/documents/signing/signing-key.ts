import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The lender's private key, and its certificates from its own up to the authority's. */
export type SigningKey = {
  readonly privateKey: KeyObject
  readonly chain: readonly [X509Certificate, ...X509Certificate[]]
}

/** PEM files, and the passphrase of an encrypted key. */
export type SigningFiles = {
  readonly keyFile: string
  readonly certificateFile: string
  readonly passphrase: string | undefined
}

const RSA_BITS_MIN = 3072

/**
 * Reads the lender's key and certificates. Errors are reported at start, not at the first document.
 */
export function readSigningKey(
  { keyFile, certificateFile, passphrase }: SigningFiles,
  now: Date,
): SigningKey {
  const key = readPem('LENDER_KEY_FILE', keyFile)
  const certificates = readPem('LENDER_CERTIFICATE_FILE', certificateFile)
  return checkedKey({ key, certificates, passphrase }, now)
}

/** Parses PEM text. The lender's own certificate comes first. */
export function checkedKey(
  pem: {
    readonly key: string
    readonly certificates: string
    readonly passphrase?: string | undefined
  },
  now: Date,
): SigningKey {
  const privateKey = openedKey(pem)
  const [own, ...others] = certificatesIn(pem.certificates)
  if (!own) throw new Error('LENDER_CERTIFICATE_FILE holds no certificate')
  if (!own.checkPrivateKey(privateKey)) {
    throw new Error(
      'LENDER_KEY_FILE is not the key of the first LENDER_CERTIFICATE_FILE certificate',
    )
  }
  const chain: SigningKey['chain'] = [own, ...others]
  requireValid(chain, now)
  for (const [index, certificate] of chain.entries()) {
    const issuer = chain[index + 1]
    if (issuer && !(certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))) {
      throw new Error(
        'LENDER_CERTIFICATE_FILE has to go from the own certificate up to its issuers',
      )
    }
  }
  return { privateKey, chain }
}

function readPem(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`${setting} cannot be read`, { cause })
  }
}

function openedKey({
  key,
  passphrase,
}: {
  key: string
  passphrase?: string | undefined
}): KeyObject {
  let opened: KeyObject
  try {
    opened = createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) })
  } catch {
    // The cause may quote the file's content.
    throw new Error('LENDER_KEY_FILE is no private key that LENDER_KEY_PASSPHRASE opens')
  }
  if (!isStrong(opened)) {
    throw new Error(
      `LENDER_KEY_FILE has to be RSA of ${RSA_BITS_MIN} bits at least, or ECDSA on P-256`,
    )
  }
  return opened
}

function isStrong({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return (asymmetricKeyDetails?.modulusLength ?? 0) >= RSA_BITS_MIN
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g

export function certificatesIn(pem: string): X509Certificate[] {
  return Array.from(pem.matchAll(CERTIFICATE), ([text]) => new X509Certificate(text))
}

/** Throws if a certificate is expired or not yet valid. */
export function requireValid(chain: SigningKey['chain'], now: Date): void {
  for (const { validFromDate, validToDate, validFrom, validTo } of chain) {
    if (validFromDate <= now && now < validToDate) continue
    throw new Error(
      `LENDER_CERTIFICATE_FILE has a certificate that is valid from ${validFrom} to ${validTo} only`,
    )
  }
}
