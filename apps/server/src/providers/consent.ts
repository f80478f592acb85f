/** An app that can vouch for a person, once the person has agreed on its consent page. */
export type ConsentProvider = {
  /** The page the browser is sent to. It comes back to `redirectUri` with a code and the state. */
  consentUrl(request: { readonly state: string; readonly redirectUri: string }): string
  /** Who agreed. A code that is unknown, used or expired is a ProviderFault. */
  exchange(code: string): Promise<VouchedPerson>
}

export type VouchedPerson = {
  readonly openId: string
  /** The phone as the app knows it, when the person lets it be told. */
  readonly phone?: string | undefined
}

/**
 * A consent page on our own host (the sandbox's) gets only the path to return to: then the browser
 * stays on the very host it came by, be it a name or a number.
 */
export function consentUrlAt(
  page: string,
  { state, redirectUri }: { readonly state: string; readonly redirectUri: string },
): string {
  const { origin, href } = new URL(redirectUri)
  const redirect = page.startsWith('/') ? href.slice(origin.length) : href
  const query = new URLSearchParams({ redirect_uri: redirect, state })
  return `${page}?${query.toString()}`
}
