import { toast } from '@qingzhou/ui/overlays'
import { isMobile } from '#platform/browser/browser.ts'
import { linkToken } from '#platform/session/link-token.ts'
import { isSignedIn } from '#platform/session/session.ts'
import { signInReaction, wrong } from './outcome-places.ts'
import { targetAfter, react } from '#app/reactions.ts'
import type { Guard } from '#app/hash-router.ts'
import { type Route, routes } from '#app/routes.ts'
import { recordEntryPage } from './sign-in-page.ts'

const HOME = '/'

/**
 * Guards every screen. The code that only guarded screens need is loaded with the first of them.
 */
export const guardScreen: Guard = async (route, { at, search, signal }) => {
  if (!isMobile() && !isOpenOnComputers(route, at)) {
    toast('请在移动设备中访问')
    return wrong({ reason: 'notMobile' })
  }
  recordEntryPage(at)
  if (route?.access === 'everyone') return undefined
  if (!route && at !== HOME) return wrong({ reason: 'notFound' })
  // The step check is not needed to show the landing page.
  if (!route && !isSignedIn() && linkToken() === undefined) return routes.onboarding.landing.path

  const { checkHome, checkStep } = await import('./step-check.ts')
  try {
    const decision = await (route ? checkStep(route, { at, search, signal }) : checkHome())
    if (decision === 'signIn') return await react(signInReaction(at, search))
    if (decision.kind === 'pass') return undefined
    if (decision.message !== undefined) toast(decision.message)
    return decision.to
  } catch (error) {
    return targetAfter(error, { at, search })
  }
}

/** The app is for phones. Staff screens and the certificate page also open on computers. */
function isOpenOnComputers(route: Route | undefined, at: string): boolean {
  return at === VERIFICATION || (route !== undefined && openAtComputers.includes(route))
}

const VERIFICATION = routes.notices.servicePage.path.replace(':name', 'verify')

const openAtComputers: readonly Route[] = [
  routes.notices.somethingWrong,
  ...Object.values(routes.staff),
]
