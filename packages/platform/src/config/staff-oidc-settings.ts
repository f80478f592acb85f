import type { Settings } from './settings.ts'

export type StaffOidcSettings = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The OpenID provider by which staff may sign in. Undefined without one. */
export function staffOidcOf(
  settings: Settings,
  mode: 'sandbox' | 'production',
): StaffOidcSettings | undefined {
  if (settings.oneOf('STAFF_SIGN_IN', ['password', 'openid'], 'password') === 'password') {
    return undefined
  }
  const issuer = settings.required('STAFF_OIDC_ISSUER', 'the address of the OpenID provider')
  const protocol = URL.canParse(issuer) ? new URL(issuer).protocol : ''
  if (protocol !== 'https:' && !(mode === 'sandbox' && protocol === 'http:')) {
    settings.complain('STAFF_OIDC_ISSUER has to be an https address')
  }
  const clientId = settings.required('STAFF_OIDC_CLIENT_ID', 'the client that is registered there')
  const clientSecret = settings.required('STAFF_OIDC_CLIENT_SECRET', 'the secret of that client')
  if (mode === 'production') settings.checkSecret('STAFF_OIDC_CLIENT_SECRET', clientSecret)
  return { issuer, clientId, clientSecret }
}
