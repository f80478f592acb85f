import type { Caller } from '@qingzhou/platform/caller'
import { newToken } from '@qingzhou/platform/ids'
import { ProviderFault, ProviderOutage } from '@qingzhou/platform/provider-fault'
import { Refused } from '@qingzhou/platform/refused'
import type { OidcRequest, StaffOidc } from '@qingzhou/providers/staff-oidc/port'
import type { Services } from '#services.ts'
import { oidcSubjectHash } from './find-member.ts'
import {
  admit,
  admitCaller,
  recordFailure,
  requireStaffAllowance,
  type AdmittedMember,
  type SignInServices,
} from './sign-in.ts'
import { findBySubject, findCredentials } from './staff-store.ts'

type OidcServices = SignInServices & Pick<Services, 'staffOidc' | 'publicOrigin' | 'log'>

/** The page to which the provider returns the browser. */
const RETURN_PATH = '/console/sign-in'

/** Starts a sign-in at the lender's OpenID provider: returns the address of its page. */
export async function startOidc(
  services: OidcServices,
  caller: Caller,
): Promise<{ address: string }> {
  await requireStaffAllowance(services, caller)
  const oidc = oidcOf(services)
  const secret = newToken()
  const address = await oidc
    .addressOf(requestOf(services, secret))
    .catch((error: unknown) => refuse(services, error))
  caller.setSecretCookie('staffOidc', secret)
  return { address }
}

/**
 * Signs in the member whom an administrator linked to this person of the provider. It stands for the
 * password and for nothing else, so a second factor is still asked for. Nobody is registered here.
 */
export async function finishOidc(
  services: OidcServices,
  caller: Caller,
  { query }: { readonly query: string },
): Promise<AdmittedMember> {
  await requireStaffAllowance(services, caller)
  const oidc = oidcOf(services)
  const secret = caller.readSecret('staffOidc')
  if (secret === undefined) throw new Refused({ kind: 'staff-oidc', state: 'failed' })
  caller.setSecretCookie('staffOidc', undefined)
  const subject = await oidc
    .subjectOf(requestOf(services, secret), query)
    .catch((error: unknown) => refuse(services, error))
  const { database, now } = services
  const hash = oidcSubjectHash(services, { issuer: oidc.issuer, subject })
  const username = await findBySubject(database, hash)
  const found =
    username === undefined ? undefined : await findCredentials(database, { username, now: now() })
  const step =
    found && username !== undefined
      ? await admit(services, caller, { ...found, username })
      : undefined
  if (!step) {
    await recordFailure(services, { staffNo: found?.staffNo, isLock: false })
    throw new Refused({ kind: 'staff-oidc', state: 'unknown' })
  }
  return admitCaller(caller, step)
}

function oidcOf({ staffOidc }: OidcServices): StaffOidc {
  if (!staffOidc) throw new Refused({ kind: 'staff-oidc', state: 'unavailable' })
  return staffOidc
}

/**
 * Everything secret of one sign-in comes from the secret in the cookie: an answer is of use in the
 * browser that asked for it alone, and nothing is stored.
 */
function requestOf({ vault, publicOrigin }: OidcServices, secret: string): OidcRequest {
  const derive = (name: string) =>
    vault.hash('staff', `oidc ${name} ${secret}`).toString('base64url')
  return {
    redirectUri: `${publicOrigin}${RETURN_PATH}`,
    state: derive('state'),
    nonce: derive('nonce'),
    codeVerifier: derive('verifier'),
  }
}

function refuse({ log }: OidcServices, error: unknown): never {
  if (!(error instanceof ProviderFault)) throw error
  log.warn('staff.oidc-fault', { error: error.message })
  const isOutage = error instanceof ProviderOutage
  throw new Refused({ kind: 'staff-oidc', state: isOutage ? 'unavailable' : 'failed' })
}
