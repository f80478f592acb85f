/** An app that identifies a person after their consent on its page. */
export type ConsentProvider = {
  /** The page to redirect the browser to. It returns to `redirectUri` with a code and the state. */
  consentUrl(request: { readonly state: string; readonly redirectUri: string }): string
  /** The person who consented. An unknown, used or expired code is a ProviderFault. */
  exchange(code: string): Promise<ConsentedPerson>
}

export type ConsentedPerson = {
  readonly openId: string
  /** The phone registered in the app, if the person shares it. */
  readonly phone?: string | undefined
}

/**
 * A consent page on our own host (the sandbox's) gets only the path to return to, so that the
 * browser stays on the host it used.
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

/**
 * The address that a page of a provider returns to. A page on our own host (the sandbox's) gets only the path, so
 * that the browser stays on the host it used.
 */
export function returnFrom(page: string, ownOrigin: () => string, path: string): string {
  return page.startsWith('/') ? path : `${ownOrigin()}${path}`
}
