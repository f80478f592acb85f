import { unreachable } from '@qingzhou/domain/assert'
import type { Outcome } from '#platform/outcomes.ts'
import { addressWithQuery } from '#platform/navigation.ts'
import { routes } from './routes.ts'
import { isSignInPage, signInPage } from './sign-in-page.ts'
import { pages } from '@qingzhou/contract/pages'

/** What the app does about an outcome: goes somewhere, says something, or both. */
export type Reaction = {
  readonly to?: string
  readonly say?: string
  /** Leaves for the payment app's own authorisation. */
  readonly authorise?: true
  /** The session is over. */
  readonly forget?: true
}

const { notices, onboarding } = routes

/** An outcome met in passing, or while the step was being checked. */
export function reactionTo(
  outcome: Exclude<Outcome, { kind: 'stepWanted' }>,
  { at, during }: { readonly at: string; readonly during: 'call' | 'stepCheck' },
): Reaction {
  switch (outcome.kind) {
    case 'message':
      return during === 'stepCheck' ? { to: wrong({ reason: 'server' }) } : { say: outcome.text }
    case 'notSignedIn':
      return { ...signInReaction(at), forget: true }
    case 'linkTokenRefused':
      return { ...signInReaction(at), say: outcome.text }
    case 'proclaimed':
      return { to: notices.notice.path }
    case 'riskRefused':
      return { to: notices.riskRefused.path }
    case 'refused':
      return { to: pages.refused }
    case 'badLink':
      return { to: badLinkPage(at) }
    case 'pageDataMissing':
      return { to: wrong({ reason: 'pageData', requestId: outcome.requestId }) }
    case 'serverFault':
      if (during === 'call') return { say: outcome.text }
      return { to: wrong({ reason: 'server', requestId: outcome.requestId }) }
    case 'staffSessionEnded':
      return { to: pages.staffHome }
    default:
      return unreachable(outcome)
  }
}

export function wrong(query: {
  readonly reason: 'notMobile' | 'notFound' | 'server' | 'pageData'
  readonly requestId?: string
}): string {
  return addressWithQuery(notices.somethingWrong.path, query)
}

/** To where somebody signs in; whoever is there already stays. */
export function signInReaction(at: string): Reaction {
  if (isSignInPage(at)) return {}
  const page = signInPage({ at })
  return page.kind === 'authorisation' ? { authorise: true } : { to: page.path }
}

function badLinkPage(at: string): string {
  const isBankPartner = at === onboarding.bankPartnerLanding.path
  return (isBankPartner ? notices.badBankPartnerLink : notices.badLink).path
}
