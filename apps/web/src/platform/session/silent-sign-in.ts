import { clearLinkToken, linkToken, sideLinkToken } from './link-token.ts'
import { isSignedIn } from './session.ts'

export type SilentSignIn = 'signedIn' | 'noToken' | 'refused'

let running: Promise<SilentSignIn> | undefined

/**
 * Signs in with the token of the link; concurrent callers share one attempt. The code is loaded on
 * demand, as few links contain a token.
 */
export async function silentSignIn(): Promise<SilentSignIn> {
  const token = linkToken()
  // A token that came beside the link never replaces a session.
  const sideToken = isSignedIn() ? undefined : sideLinkToken()
  if (token === undefined && sideToken === undefined) return running ?? 'noToken'

  running ??= redeem(token, sideToken).finally(() => {
    running = undefined
  })
  return running
}

/** Whether `silentSignIn` has a token to redeem, or is redeeming one. */
export function isSilentSignInPossible(): boolean {
  return running !== undefined || linkToken() !== undefined
}

/** A used token is not tried again; one that failed on the network may be. */
async function redeem(
  token: string | undefined,
  sideToken: string | undefined,
): Promise<SilentSignIn> {
  const { signInByLink } = await import('./sign-in-by-link.ts')
  const outcome = await signInByLink(token ?? sideToken ?? '', { isQuiet: token === undefined })
  if (outcome !== 'unsent') clearLinkToken()
  if (outcome === 'signedIn') return 'signedIn'
  return token === undefined ? 'noToken' : 'refused'
}
