import { takeLinkToken } from './link.ts'

/** The token of the link that was opened, held in memory alone. */
let token: string | undefined

/**
 * Takes the token out of the address now, and out of every address opened later in this page.
 * Runs before the router exists, so that the router never sees it.
 */
export function guardAddress(): void {
  take()
  window.addEventListener('popstate', take)
}

function take(): void {
  token = takeLinkToken() ?? token
}

export function linkToken(): string | undefined {
  return token
}

export function dropLinkToken(): void {
  token = undefined
}
