import { readCookie } from '#platform/browser/cookies.ts'

const NAME = 'adminPlatformToken'

/**
 * Reads the token that the lender's admin platform set on a domain above ours, and deletes it there:
 * a token is used once.
 */
export function takeAdminPlatformToken(): string | undefined {
  const token = readCookie(NAME)
  if (token === undefined) return undefined
  const labels = window.location.hostname.split('.')
  const domains = labels.slice(0, -1).map((_, at) => `; Domain=${labels.slice(at).join('.')}`)
  for (const domain of ['', ...domains]) {
    document.cookie = `${NAME}=; Path=/; Max-Age=-1; SameSite=Lax${domain}`
  }
  return token === '' ? undefined : token
}
