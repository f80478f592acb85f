import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { isPhone } from '@qingzhou/domain/people/fields'
import { ApiError, emit } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { linkMobile } from './link-token.ts'
import { storeToken } from './session.ts'
import { rememberUser } from './remember-user.ts'

const { redeemLinkToken } = callsOf('onboarding', {
  redeemLinkToken: onboardingShapes.redeemLinkToken,
})

/** Embedding apps may start listening late, so the message is sent three times. */
const EVENT_DELAYS_MS = [100, 300, 600]

/** Exchanges a link token for a session. Returns the reason of a failure instead of throwing. */
export async function signInByLink(
  linkToken: string,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<'signedIn' | 'spent' | 'unsent'> {
  try {
    const mobile = linkMobile() ?? ''
    const phone = isPhone(mobile) ? { mobile } : {}
    const session = await redeemLinkToken({ linkToken, ...phone }, { leaveOutcome: true })
    storeToken(session.token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (!isQuiet) await emit({ kind: 'message', text: error.message })
    return error.code === codes.linkTokenInvalid ? 'spent' : 'unsent'
  }
  await rememberUser()
  announceSignIn()
  return 'signedIn'
}

function announceSignIn(): void {
  for (const delay of EVENT_DELAYS_MS) {
    setTimeout(() => window.dispatchEvent(new CustomEvent('qingzhou:sign-in')), delay)
  }
}
