import { createHash, type X509Certificate } from 'node:crypto'
import type { Signatures, Signer } from './signatures.ts'

/** The fields of a message: a request, an answer or a notice. */
export type Fields = Readonly<Record<string, string>>

/** The older version of the protocol signs with SHA-1 and is refused. */
export const VERSION = '5.1.0'

/** What a signature covers: the hexadecimal digest of all fields but the signature, by name. */
export function signedDigest(fields: Fields, hash: Signatures['hash']): string {
  const text = Object.entries(fields)
    .filter(([name]) => name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash(hash).update(text, 'utf8').digest('hex')
}

export function signed(fields: Fields, signer: Signer, { hash, sign }: Signatures): Fields {
  return { ...fields, signature: sign(signedDigest(fields, hash), signer).toString('base64') }
}

export function isSignedWith(
  fields: Fields,
  certificate: X509Certificate,
  { hash, isSigned }: Signatures,
): boolean {
  const { signature = '' } = fields
  const bytes = Buffer.from(signature, 'base64')
  // Decoders accept several texts for the same bytes; only one of them was sent.
  if (signature === '' || bytes.toString('base64') !== signature) return false
  return isSigned(signedDigest(fields, hash), bytes, certificate)
}

/**
 * The fields of an answer, which is not percent-encoded: a value in braces may contain `&` and `=`.
 * Undefined if a field has no name or is given twice.
 */
export function fieldsInAnswer(text: string): Fields | undefined {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= text.length; at += 1) {
    const character = text[at]
    if (character === '{') depth += 1
    if (character === '}') depth -= 1
    if (character !== undefined && (character !== '&' || depth > 0)) continue
    parts.push(text.slice(start, at))
    start = at + 1
  }
  return fieldsOf(
    parts.map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)]
    }),
  )
}

/** The fields of a notice, which is a form. */
export function fieldsInForm(body: string): Fields | undefined {
  const entries = [...new URLSearchParams(body)]
  // The signed text would be the same as with one more field.
  if (entries.some(([, value]) => value.includes('&'))) return undefined
  return fieldsOf(entries)
}

/** A name that is given twice would be verified with one value and used with another. */
function fieldsOf(entries: readonly (readonly [string, string])[]): Fields | undefined {
  if (entries.some(([name]) => !/^\w+$/.test(name))) return undefined
  const fields: Fields = Object.fromEntries(entries)
  return Object.keys(fields).length === entries.length ? fields : undefined
}

/** Encrypts a text for the clearing house, as it wants card numbers and phones. */
export type Encrypt = (text: string) => string

/** `{a=1&b=2}`, in base64: fields about the holder of a card. The phone is encrypted in addition. */
export function customerInfo(holder: Fields, phone: string | undefined, encrypt: Encrypt): string {
  const all =
    phone === undefined ? holder : { ...holder, encryptedInfo: encrypt(`phoneNo=${phone}`) }
  const text = Object.entries(all)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return Buffer.from(`{${text}}`, 'utf8').toString('base64')
}

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** `20310106100000` in Shanghai, whatever the time zone of the machine. */
export function txnTimeOf(at: Date): string {
  const local = new Date(at.getTime() + SHANGHAI_AHEAD_MS).toISOString()
  return local.slice(0, 19).replaceAll(/\D/g, '')
}
