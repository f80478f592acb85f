import { product } from '@qingzhou/domain/product'
import type { FastifyRequest } from 'fastify'
import type { SecretCookie } from '@qingzhou/platform/caller'
import type { HttpContext } from '#http/http-context.ts'

const secrets: Record<SecretCookie, { readonly name: string; readonly maxAgeSeconds: number }> = {
  session: { name: 'qz_session', maxAgeSeconds: 24 * 60 * 60 },
  staff: { name: 'qz_staff', maxAgeSeconds: product.staff.sessionHours * 60 * 60 },
  staffOidc: { name: 'qz_staff_oidc', maxAgeSeconds: 15 * 60 },
  authorisation: { name: 'qz_authorisation', maxAgeSeconds: 15 * 60 },
  codes: { name: 'qz_codes', maxAgeSeconds: 24 * 60 * 60 },
}

/** The format of a secret. A cookie in any other format was not issued by us. */
const SECRET = /^[\w.-]{1,256}$/

/** The cookies of a request, and how they were sent. */
export type CookieSource = {
  readonly header: string | undefined
  /** Whether the browser connected by https. */
  readonly isSecure: boolean
}

export function readSecret(
  { header, isSecure }: CookieSource,
  cookie: SecretCookie,
): string | undefined {
  const value = readCookie(header, nameOf(cookie, isSecure))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

/**
 * On https a browser accepts a `__Host-` cookie only from this host, over https and for the whole
 * site, so neither a sibling host nor an attacker on plain http can plant one. The unprefixed name
 * is then ignored. On plain http, which only the sandbox uses, browsers refuse the prefix.
 */
function nameOf(cookie: SecretCookie, isSecure: boolean): string {
  const { name } = secrets[cookie]
  return isSecure ? `__Host-${name}` : name
}

/**
 * The cookies of a request. The configured address counts too, because a proxy may not report that
 * it was reached by https.
 */
export function cookiesOf(
  { publicOrigin }: Pick<HttpContext, 'publicOrigin'>,
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
): CookieSource {
  const isSecure = protocol === 'https' || (publicOrigin?.startsWith('https:') ?? false)
  return { header: headers.cookie, isSecure }
}

/**
 * The value of a cookie. A name repeated with different values counts as absent: one of them was
 * planted through another path or a sibling host, and it is unknown which.
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  const start = `${name}=`
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  const [found, ...others] = pairs.filter((pair) => pair.startsWith(start))
  if (found === undefined || others.some((other) => other !== found)) return undefined
  try {
    return decodeURIComponent(found.slice(start.length))
  } catch {
    return undefined
  }
}

const WRITTEN = 'qz_written'

/** Whether a call of this browser changed something in the last seconds. */
export function hasWrittenCookie({ header, isSecure }: CookieSource): boolean {
  return readCookie(header, isSecure ? `__Host-${WRITTEN}` : WRITTEN) !== undefined
}

/** The Set-Cookie line that says so for some seconds. */
export function writtenCookie(isSecure: boolean, seconds: number): string {
  const line = `${WRITTEN}=1; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax`
  return isSecure ? `__Host-${line}; Secure` : line
}

/** The Set-Cookie line that stores a secret, or without a value deletes it. */
export function secretCookie(
  cookie: SecretCookie,
  { value, isSecure }: { readonly value: string | undefined; readonly isSecure: boolean },
): string {
  const { maxAgeSeconds } = secrets[cookie]
  const name = nameOf(cookie, isSecure)
  const age = value === undefined ? 0 : maxAgeSeconds
  const line = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`
  return isSecure ? `${line}; Secure` : line
}
