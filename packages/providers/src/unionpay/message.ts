import { createHash, type X509Certificate } from 'node:crypto'
import type { DebitRefusalKind } from '@qingzhou/domain/cards/debit-refusal'
import type { Signatures, Signer } from './signatures.ts'
import { BIND_AGAIN, reasonOf } from '#bank/transform.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'

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

export function signFields(fields: Fields, signer: Signer, { hash, sign }: Signatures): Fields {
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

export const DONE = '00'
/** Done, and something of it is not recorded yet. */
const DONE_WITH_DEFECT = 'A6'

/** Nothing was done, for a reason that is not the customer's: closed, busy, malformed, not signed. */
const NOT_TAKEN = new Set(['02', '06', '10', '11', '13', '31', '32', '37', '39', '43'])

/**
 * Refused for certain: the order itself, the card, its holder, a limit or a risk. Every other code
 * leaves the order open: time-outs, a repeated order, a state that is not known, and 42, 74 and 75,
 * which say that money was debited.
 */
const DECLINED = new Set(
  '30 33 35 36 38 40 44 61 62 63 64 65 66 67 68 69 71 72 73 76 77 78 79 80 81 82'.split(' '),
)

export const UNKNOWN_ORDER = '34'
export const WRONG_CODE = '71'
const BINDING_GONE = '40'
const ABOVE_LIMIT = new Set(['33', '81'])

/**
 * The card's bank does not serve this merchant, the card does not support this service, or its bank
 * has not permitted it. All other declines are final: about the card, its holder, a limit or a risk.
 */
const OF_ROUTE = new Set(['62', '68', '78'])

/** What a code says about an order. Throws if nothing is certain of it. */
export function stateOf(code: string, what: string): 'done' | 'processing' | 'declined' {
  if (code === DONE || code === DONE_WITH_DEFECT) return 'done'
  if (DECLINED.has(code)) return 'declined'
  if (NOT_TAKEN.has(code) || !/^\w{2}$/.test(code)) throw new ProviderFault(what, `code ${code}`)
  return 'processing'
}

/** The reason of a decline. The clearing house ends its messages with a number in brackets. */
export function reasonIn(answer: Fields, prefix: 'resp' | 'origResp'): string {
  const code = answer[`${prefix}Code`] ?? ''
  if (code === BINDING_GONE) return BIND_AGAIN
  if (ABOVE_LIMIT.has(code)) return '超过银行限额，请换一张卡、减少还款金额或明天再还'
  return reasonOf(answer[`${prefix}Msg`]?.replace(/\[\w*\]$/, ''))
}

/** What a decline says about the card. */
export function refusalIn(answer: Fields, prefix: 'resp' | 'origResp'): DebitRefusalKind {
  const code = answer[`${prefix}Code`] ?? ''
  if (OF_ROUTE.has(code)) return 'support'
  return ABOVE_LIMIT.has(code) ? 'limit' : (refusals[code] ?? 'other')
}

/** 61, 63, 67 and 73: no such card, its state, wrong passwords, expired. 77: not open for this service. */
const refusals: Readonly<Record<string, DebitRefusalKind>> = {
  [BINDING_GONE]: 'binding',
  '61': 'card',
  '63': 'card',
  '64': 'balance',
  '67': 'card',
  '73': 'card',
  '77': 'support',
}

export function isOfRoute(answer: Fields, prefix: 'resp' | 'origResp'): boolean {
  return OF_ROUTE.has(answer[`${prefix}Code`] ?? '')
}

export function codeOf(answer: Fields): string {
  return `code ${answer['respCode'] ?? ''}`
}
