import { product } from '@qingzhou/domain/product'
import type { SecretCookie } from '#caller.ts'

const secrets: Record<SecretCookie, { readonly name: string; readonly maxAgeSeconds: number }> = {
  session: { name: 'qz_session', maxAgeSeconds: 24 * 60 * 60 },
  staff: { name: 'qz_staff', maxAgeSeconds: product.staff.sessionHours * 60 * 60 },
  authorisation: { name: 'qz_authorisation', maxAgeSeconds: 15 * 60 },
  codes: { name: 'qz_codes', maxAgeSeconds: 24 * 60 * 60 },
}

/** What a secret may look like; a cookie of any other form was never ours. */
const SECRET = /^[\w.-]{1,256}$/

export function readSecret(header: string | undefined, cookie: SecretCookie): string | undefined {
  const value = readCookie(header, secrets[cookie].name)
  return value !== undefined && SECRET.test(value) ? value : undefined
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
  const { name, maxAgeSeconds } = secrets[cookie]
  const age = value === undefined ? 0 : maxAgeSeconds
  const line = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Lax`
  return isSecure ? `${line}; Secure` : line
}
