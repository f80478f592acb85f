import { takeAuthToken } from '#platform/browser/cookies.ts'
import { takePersonalPairs } from '#platform/navigation/link.ts'

/** Token and phone of the opened link, in memory only. */
let token: string | undefined
let mobile: string | undefined

/** A token that came beside the link: in `sessionId`, or in a cookie of the app around the page. */
let sideToken: string | undefined

const TOKEN = /^[\w-]{8,128}$/

/**
 * Removes token and phone from this address and every later one. Runs before the router is created,
 * so that the router never sees them.
 */
export function guardAddress(): void {
  take()
  window.addEventListener('popstate', take)
}

function take(): void {
  const taken = takePersonalPairs()
  token = taken.token ?? token
  const beside = taken.sessionId ?? takeAuthToken() ?? ''
  sideToken = TOKEN.test(beside) ? beside : sideToken
  mobile = taken.mobile ?? mobile
}

export function linkToken(): string | undefined {
  return token
}

/** A channel may put a session number of its own there, so a refused one is not an error. */
export function sideLinkToken(): string | undefined {
  return sideToken
}

export function clearLinkToken(): void {
  token = undefined
  sideToken = undefined
}

/** The phone the link was sent to, if present. Untrusted: it may not be a valid number. */
export function linkMobile(): string | undefined {
  return mobile
}
