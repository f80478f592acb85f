/** What belongs to one sign-in and is known to the browser that started it alone. */
export type OidcRequest = {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** The lender's OpenID provider, which knows its staff. */
export type StaffOidc = {
  readonly issuer: string
  /** The provider's page on which a member signs in. */
  addressOf(request: OidcRequest): Promise<string>
  /** The person who signed in, from the query with which the page returned. */
  subjectOf(request: OidcRequest, query: string): Promise<string>
}
