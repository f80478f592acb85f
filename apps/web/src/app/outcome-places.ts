import { unreachable } from '@qingzhou/domain/assert'
import type { Outcome } from '#platform/api/outcomes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { WANTED } from '#platform/navigation/wanted-page.ts'
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
  /** The session of the staff area is over; the borrower's has nothing to do with it. */
  readonly forgetStaff?: true
}

const { notices, onboarding } = routes

const STAFF_SESSION_ENDED = '登录已失效，请重新登录'

/** An outcome met in passing, or while the step was being checked. */
export function reactionTo(
  outcome: Exclude<Outcome, { kind: 'stepWanted' }>,
  {
    at,
    search = '',
    during,
  }: {
    readonly at: string
    readonly search?: string
    readonly during: 'call' | 'stepCheck'
  },
): Reaction {
  switch (outcome.kind) {
    case 'message':
      return during === 'stepCheck' ? { to: wrong({ reason: 'server' }) } : { say: outcome.text }
    case 'notSignedIn':
      return { ...signInReaction(at, search), forget: true }
    case 'linkTokenRefused':
      return { ...signInReaction(at, search), say: outcome.text }
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
      return { to: staffSignIn(at, search), say: STAFF_SESSION_ENDED, forgetStaff: true }
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
export function signInReaction(at: string, search = ''): Reaction {
  if (isSignInPage(at)) return {}
  const page = signInPage({ at, search })
  return page.kind === 'authorisation' ? { authorise: true } : { to: page.path }
}

/** Staff go on, once they are let in again, with what they were doing. */
function staffSignIn(at: string, search: string): string {
  const isAtWork = at.startsWith(STAFF_AREA) && at !== pages.staffHome
  return isAtWork ? addressWithQuery(pages.staffHome, { [WANTED]: at + search }) : pages.staffHome
}

const STAFF_AREA = '/staffLoan/'

function badLinkPage(at: string): string {
  const isBankPartner = at === onboarding.bankPartnerLanding.path
  return (isBankPartner ? notices.badBankPartnerLink : notices.badLink).path
}
