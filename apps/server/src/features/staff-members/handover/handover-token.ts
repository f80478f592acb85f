import { verify, type KeyObject } from 'node:crypto'

/** What the admin platform says: who is signed in there, in a token of its own. */
export type Handover = {
  readonly username: string
  readonly tokenId: string
  readonly expiresAt: Date
}

/** The platform's name for the staff area. */
export const AUDIENCE = 'qingzhou-staff'
export const ISSUER = 'admin-platform'
export const LIFETIME_SECONDS_MAX = 60
/** The clocks of the two systems may differ by this much. */
const SKEW_SECONDS = 30
const TOKEN_ID = /^[\w-]{16,64}$/
const USERNAME_MAX = 40

/**
 * Reads a JSON Web Token signed with Ed25519. Undefined for anything else: another algorithm,
 * issuer or audience, a lifetime above a minute, or a token that has expired.
 */
export function handoverIn(token: string, key: KeyObject, now: Date): Handover | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0 || jsonIn(head)?.['alg'] !== 'EdDSA') return undefined
  const signed = Buffer.from(`${head}.${body}`)
  // The key is of Ed25519, so that no other algorithm can be meant.
  if (!verify(null, signed, key, Buffer.from(signature, 'base64url'))) return undefined

  const { iss, aud, sub, jti, iat, exp } = jsonIn(body) ?? {}
  if (iss !== ISSUER || aud !== AUDIENCE) return undefined
  if (typeof sub !== 'string' || sub.length > USERNAME_MAX) return undefined
  if (typeof jti !== 'string' || !TOKEN_ID.test(jti)) return undefined
  if (!Number.isSafeInteger(iat) || !Number.isSafeInteger(exp)) return undefined
  const [from, until] = [Number(iat), Number(exp)]
  const seconds = now.getTime() / 1000
  const isInTime = from <= seconds + SKEW_SECONDS && seconds < until
  if (!isInTime || until - from > LIFETIME_SECONDS_MAX) return undefined
  return { username: sub, tokenId: jti, expiresAt: new Date(until * 1000) }
}

function jsonIn(part: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    // Fields are checked one by one above.
    return typeof value === 'object' && value !== null
      ? (value as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}
