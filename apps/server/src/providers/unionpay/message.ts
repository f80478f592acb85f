import {
  constants,
  createHash,
  createSign,
  createVerify,
  publicEncrypt,
  type KeyObject,
} from 'node:crypto'

/** The fields of a message: a request, an answer or a notice. */
export type Fields = Readonly<Record<string, string>>

/** RSA with SHA-256. The older version of the protocol signs with SHA-1 and is refused. */
export const VERSION = '5.1.0'
export const SIGN_METHOD = '01'

/** What a signature covers: the hexadecimal digest of all fields but the signature, by name. */
export function signedDigest(fields: Fields): string {
  const text = Object.entries(fields)
    .filter(([name]) => name !== 'signature')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

export function signed(fields: Fields, privateKey: string): Fields {
  const signature = createSign('RSA-SHA256').update(signedDigest(fields)).sign(privateKey, 'base64')
  return { ...fields, signature }
}

export function isSignedWith(fields: Fields, publicKey: KeyObject): boolean {
  const { signature = '' } = fields
  // Decoders accept several texts for the same bytes; only one of them was sent.
  const isCanonical = Buffer.from(signature, 'base64').toString('base64') === signature
  if (signature === '' || !isCanonical) return false
  return createVerify('RSA-SHA256')
    .update(signedDigest(fields))
    .verify(publicKey, signature, 'base64')
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

/** Encrypted for the clearing house, as it wants card numbers and phones. */
export function encrypted(text: string, key: KeyObject): string {
  const how = { key, padding: constants.RSA_PKCS1_PADDING }
  return publicEncrypt(how, Buffer.from(text, 'utf8')).toString('base64')
}

/** `{a=1&b=2}`, in base64: fields about the holder of a card. The phone is encrypted in addition. */
export function customerInfo(holder: Fields, phone: string | undefined, key: KeyObject): string {
  const all =
    phone === undefined ? holder : { ...holder, encryptedInfo: encrypted(`phoneNo=${phone}`, key) }
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
