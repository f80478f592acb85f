import { X509Certificate } from 'node:crypto'
import { isSignedWith, VERSION, type Fields } from './message.ts'
import type { Signatures } from './signatures.ts'

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
  readonly signatures: Signatures
}): Verify {
  // Its signatures are verified once, its dates with every message.
  const known = new Map<string, Chain>()
  const { signatures, now } = trust

  function signerIn(pem: string): X509Certificate | undefined {
    const chain = known.get(pem) ?? chainOf(pem, trust)
    if (!chain?.every((one) => isValidOn(one, now()))) return undefined
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(pem, chain)
    return chain[0]
  }

  return (fields) => {
    // A message with the other algorithms is none of ours, also with a genuine certificate.
    const { version, signMethod, signPubKeyCert = '' } = fields
    if (version !== VERSION || signMethod !== signatures.signMethod) return false
    const signer = signerIn(signPubKeyCert)
    return signer !== undefined && isSignedWith(fields, signer, signatures)
  }
}

function parseCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}

type Trust = Parameters<typeof createVerify>[0]
/** From the signer's own certificate to that of the root. */
type Chain = readonly [X509Certificate, ...X509Certificate[]]

function chainOf(
  pem: string,
  { authorities, companies, signatures: { isOf, isIssuedBy } }: Trust,
): Chain | undefined {
  const own = parseCertificate(pem)
  if (!own || !companies.includes(companyOf(own))) return undefined
  const above: X509Certificate[] = []
  let current = own
  for (let step = 0; step < CHAIN_MAX; step += 1) {
    const issuer = authorities.find((one) => one.ca && isIssuedBy(current, one))
    if (!issuer) return undefined
    above.push(issuer)
    // The key is read after the certificate is known to be genuine: reading may throw.
    if (isIssuedBy(issuer, issuer)) return isOf(own.publicKey) ? [own, ...above] : undefined
    current = issuer
  }
  return undefined
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
export function certIdOf({ serialNumber }: Pick<X509Certificate, 'serialNumber'>): string {
  return BigInt(`0x${serialNumber}`).toString()
}
