import { takePersonalPairs } from '#platform/navigation/link.ts'

/** The token and the phone of the link that was opened, held in memory alone. */
let token: string | undefined
let mobile: string | undefined

/**
 * Takes token and phone out of the address now, and out of every address opened later in this page.
 * Runs before the router exists, so that the router never sees them.
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

export function dropLinkToken(): void {
  token = undefined
}

/** Who the link was sent to, as far as it says so. A link is anybody's writing: it may be no phone. */
export function linkMobile(): string | undefined {
  return mobile
}
