import { product } from '@qingzhou/domain/product'
import type { FastifyRequest } from 'fastify'
import type { SecretCookie } from '#platform/caller.ts'
import type { Edge } from '#http/http-context.ts'

const secrets: Record<SecretCookie, { readonly name: string; readonly maxAgeSeconds: number }> = {
  session: { name: 'qz_session', maxAgeSeconds: 24 * 60 * 60 },
  staff: { name: 'qz_staff', maxAgeSeconds: product.staff.sessionHours * 60 * 60 },
  authorisation: { name: 'qz_authorisation', maxAgeSeconds: 15 * 60 },
  codes: { name: 'qz_codes', maxAgeSeconds: 24 * 60 * 60 },
}

/** What a secret may look like; a cookie of any other form was never ours. */
const SECRET = /^[\w.-]{1,256}$/

/** What is known of a request that carries cookies. */
export type CookieSource = {
  readonly header: string | undefined
  /** Whether the browser reached us by https. */
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
 * On https, a browser takes a cookie of this prefix only from this very host, over https and for the
 * whole site: neither a neighbouring host nor somebody on a plain line can plant one. Then the plain
 * name is not read at all. On plain http, which only the sandbox speaks, browsers refuse the prefix.
 */
function nameOf(cookie: SecretCookie, isSecure: boolean): string {
  const { name } = secrets[cookie]
  return isSecure ? `__Host-${name}` : name
}

/** The cookies of a request. The configured address counts: a proxy may forget to say that it was reached by https. */
export function cookiesOf(
  { publicOrigin }: Pick<Edge, 'publicOrigin'>,
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
): CookieSource {
  const isSecure = protocol === 'https' || (publicOrigin?.startsWith('https:') ?? false)
  return { header: headers.cookie, isSecure }
}

/**
 * The value of a cookie. A name that comes twice counts as absent: one of the two was planted
 * through another path or a neighbouring host, and nobody can tell which.
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

/** The Set-Cookie line that keeps a secret, or without a value forgets it. */
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
