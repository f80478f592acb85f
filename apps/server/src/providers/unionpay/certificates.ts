import { X509Certificate, type KeyObject } from 'node:crypto'
import { isSignedWith, SIGN_METHOD, VERSION, type Fields } from './message.ts'

const CHAIN_MAX = 5
const KNOWN_MAX = 16

export type Verify = (fields: Fields) => boolean

/**
 * Returns a function that says whether a message is from the clearing house. The message brings the
 * certificate of its signature; we trust the authority above it and the company named in it, so the
 * clearing house can change its key without us.
 */
export function createVerify(trust: {
  readonly authorities: readonly X509Certificate[]
  readonly companies: readonly string[]
  readonly now: () => Date
}): Verify {
  const known = new Map<string, X509Certificate>()

  function signerIn(pem: string): KeyObject | undefined {
    const certificate = known.get(pem) ?? parsed(pem)
    if (!certificate || !isFrom(certificate, trust)) return undefined
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(pem, certificate)
    return certificate.publicKey.asymmetricKeyType === 'rsa' ? certificate.publicKey : undefined
  }

  return (fields) => {
    if (fields['version'] !== VERSION || fields['signMethod'] !== SIGN_METHOD) return false
    const key = signerIn(fields['signPubKeyCert'] ?? '')
    return key !== undefined && isSignedWith(fields, key)
  }
}

function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

type Trust = Parameters<typeof createVerify>[0]

function isFrom(certificate: X509Certificate, { authorities, companies, now }: Trust): boolean {
  if (!companies.includes(companyOf(certificate))) return false
  let current = certificate
  for (let step = 0; step < CHAIN_MAX; step += 1) {
    if (!isValidOn(current, now())) return false
    const issuer = authorities.find((one) => one.ca && isIssuedBy(current, one))
    if (!issuer) return false
    if (isIssuedBy(issuer, issuer)) return isValidOn(issuer, now())
    current = issuer
  }
  return false
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function isValidOn({ validFromDate, validToDate }: X509Certificate, now: Date): boolean {
  return validFromDate <= now && now <= validToDate
}

/** The common name is `041@…@company@…`. */
function companyOf({ subject }: X509Certificate): string {
  const [, name = ''] = /(?:^|\n)CN=(.*)(?:\n|$)/.exec(subject) ?? []
  return name.split('@')[2] ?? ''
}

/** The protocol names a certificate by its serial number in decimal digits. */
export function certIdOf({ serialNumber }: X509Certificate): string {
  return BigInt(`0x${serialNumber}`).toString()
}
