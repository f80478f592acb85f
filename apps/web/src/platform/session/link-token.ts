import { takePersonalPairs } from '#platform/navigation/link.ts'

/** Token and phone of the opened link, in memory only. */
let token: string | undefined
let mobile: string | undefined

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
  mobile = taken.mobile ?? mobile
}

export function linkToken(): string | undefined {
  return token
}

export function clearLinkToken(): void {
  token = undefined
}

/** The phone the link was sent to, if present. Untrusted: it may not be a valid number. */
export function linkMobile(): string | undefined {
  return mobile
}
