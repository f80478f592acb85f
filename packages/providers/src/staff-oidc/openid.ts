import type { Configuration } from 'openid-client'
import type { StaffOidcSettings } from '@qingzhou/platform/config/staff-oidc-settings'
import { ProviderOutage, ProviderRefused } from '@qingzhou/platform/provider-fault'
import type { StaffOidc } from './port.ts'

const PATH = 'staff-oidc'
const TIMEOUT_SECONDS = 10

/**
 * Signs staff in by the authorisation code flow with PKCE. The signature of the identity token is
 * checked against the provider's keys even though the token comes over TLS.
 */
export function createStaffOidc(settings: StaffOidcSettings): StaffOidc {
  let known: Promise<Configuration> | undefined
  const configuration = () => {
    // A provider that was down at the first sign-in is asked again at the next one.
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined
      throw new ProviderOutage(PATH, 'discovery failed', error)
    })
    return known
  }
  return {
    issuer: settings.issuer,
    async addressOf({ redirectUri, state, nonce, codeVerifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client')
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return address.href
    },
    async subjectOf({ redirectUri, state, nonce, codeVerifier }, query) {
      const { authorizationCodeGrant } = await import('openid-client')
      const returned = new URL(redirectUri)
      returned.search = query
      const checks = {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      }
      const config = await configuration()
      const tokens = await authorizationCodeGrant(config, returned, checks).catch(
        (error: unknown) => {
          throw new ProviderRefused(PATH, 'sign-in refused', error)
        },
      )
      const subject = tokens.claims()?.sub
      if (subject === undefined) throw new ProviderRefused(PATH, 'no subject')
      return subject
    },
  }
}

async function discover({
  issuer,
  clientId,
  clientSecret,
}: StaffOidcSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery, enableNonRepudiationChecks } =
    await import('openid-client')
  // The settings allow plain http in the sandbox alone.
  const insecure = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [...insecure, enableNonRepudiationChecks],
    timeout: TIMEOUT_SECONDS,
  })
}
