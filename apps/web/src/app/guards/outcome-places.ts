import { unreachable } from '@qingzhou/domain/assert'
import type { Outcome } from '#platform/api/api-error.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { WANTED } from '#platform/navigation/wanted-page.ts'
import { routes } from '../routes.ts'
import { isSignInPage, signInPage } from './sign-in-page.ts'
import { pages } from '@qingzhou/contract/pages'

/** The reaction to an outcome: a navigation, a message, or both. */
export type Reaction = {
  readonly to?: string
  readonly say?: string
  /** Opens the authorisation page of the payment app, which returns to the wanted page. */
  readonly authorise?: { readonly wanted: string }
  /** The session has expired. */
  readonly forget?: true
  /** The staff session has expired; the borrower's session is independent of it. */
  readonly forgetStaff?: true
}

const { notices, onboarding } = routes

const STAFF_SESSION_ENDED = '登录已失效，请重新登录'

/** The outcome of an ordinary call or of a step check. */
export function reactionTo(
  outcome: Exclude<Outcome, { kind: 'stepWanted' }>,
  {
    at,
    search = '',
    during,
    requestId,
  }: {
    readonly at: string
    readonly search?: string
    readonly during: 'call' | 'stepCheck'
    /** The number of the refused step check, for customer service. */
    readonly requestId?: string | undefined
  },
): Reaction {
  switch (outcome.kind) {
    case 'message':
      if (during === 'call') return { say: outcome.text }
      return { to: wrong({ reason: 'server', requestId }) }
    case 'notSignedIn':
      return { ...signInReaction(at, search), forget: true }
    case 'linkTokenRefused':
      return { ...signInReaction(at, search), say: outcome.text }
    case 'noticeShown':
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
  readonly requestId?: string | undefined
}): string {
  return addressWithQuery(notices.somethingWrong.path, query)
}

/** Opens the sign-in page, unless the user is already there. */
export function signInReaction(at: string, search = ''): Reaction {
  if (isSignInPage(at)) return {}
  const page = signInPage({ at, search })
  return page.kind === 'authorisation' ? { authorise: { wanted: page.wanted } } : { to: page.path }
}

/** After a new sign-in staff return to the page they were on. */
function staffSignIn(at: string, search: string): string {
  const isAtWork = at.startsWith(STAFF_AREA) && at !== pages.staffHome
  return isAtWork ? addressWithQuery(pages.staffHome, { [WANTED]: at + search }) : pages.staffHome
}

const STAFF_AREA = '/staffLoan/'

function badLinkPage(at: string): string {
  const isBankPartner = at === onboarding.bankPartnerLanding.path
  return (isBankPartner ? notices.badBankPartnerLink : notices.badLink).path
}
