import { dropLinkToken, linkToken } from './link-token.ts'

export type SilentSignIn = 'signedIn' | 'noToken' | 'refused'

let running: Promise<SilentSignIn> | undefined

/**
 * Signs in with the token the link carried. Asked twice at once, it is done once. Few links carry
 * a token, so what redeems it is loaded when one does.
 */
export async function silentSignIn(): Promise<SilentSignIn> {
  const token = linkToken()
  if (token === undefined) return running ?? 'noToken'

  running ??= redeem(token).finally(() => {
    running = undefined
  })
  return running
}

/** A token that is spent is never tried again; one that a bad network kept from arriving may be. */
async function redeem(token: string): Promise<SilentSignIn> {
  const { signInByLink } = await import('./sign-in-by-link.ts')
  const outcome = await signInByLink(token)
  if (outcome !== 'unsent') dropLinkToken()
  return outcome === 'signedIn' ? 'signedIn' : 'refused'
}
