import { browserKind, type BrowserKind } from '#platform/browser/browser.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { WANTED } from '#platform/navigation/wanted-page.ts'
import { routes } from './routes.ts'

const { landing, repayLanding, bankPartnerLanding, unionPayLanding, channelSignIn, register } =
  routes.onboarding

/** Channels with a sign-in page of their own. */
const channelPages: readonly string[] = [
  repayLanding.path,
  bankPartnerLanding.path,
  unionPayLanding.path,
  channelSignIn.path,
]

/** Parts of the app with a sign-in page of their own, by the beginning of their paths. */
const areas: readonly (readonly [prefix: string, page: string])[] = [
  ['/wxChannel/', channelSignIn.path],
  ['/wxPayment/', routes.waiver.findWaiver.path],
  ['/cutRates/', routes['rate-cuts'].rateCutSignIn.path],
  ['/wxProtocol/', routes.agreements.agreementSignIn.path],
  ['/personalize/', routes.restructure.restructureSignIn.path],
  ['/settlement/', routes.settlement.settlementSignIn.path],
  ['/wxUpdateInfo/', routes.profile.profileSignIn.path],
  ['/cancellimit/', routes['limit-cancellation'].cancelSignIn.path],
]

const signInPages: readonly string[] = [
  landing.path,
  register.path,
  routes.onboarding.registerInWallet.path,
  routes.onboarding.welcomeBack.path,
  ...channelPages,
  ...areas.map(([, page]) => page),
]

let entry: string | undefined

/** Remembers the channel page by which the borrower came in. */
export function noteEntry(path: string): void {
  if (channelPages.includes(path) || path === landing.path) entry = path
}

export function isSignInPage(path: string): boolean {
  return signInPages.includes(path)
}

/** The sign-in page of the part of the app that a path is in, where that part has one. */
export function areaSignInPage(path: string): string | undefined {
  return areas.find(([prefix]) => path.startsWith(prefix))?.[1]
}

/**
 * Where somebody signs in who has to: on the page of the part of the app they wanted, which leads
 * back; else on that of the channel they came by; without one, on the landing page, or in the
 * payment app by its authorisation.
 */
export function signInPage({
  at,
  search = '',
  browser = browserKind(),
}: {
  readonly at: string
  readonly search?: string
  readonly browser?: BrowserKind
}): { readonly kind: 'page'; readonly path: string } | { readonly kind: 'authorisation' } {
  const area = areaSignInPage(at)
  if (area !== undefined) {
    return { kind: 'page', path: addressWithQuery(area, { [WANTED]: at + search }) }
  }
  if (entry !== undefined && channelPages.includes(entry)) return { kind: 'page', path: entry }
  return browser === 'wallet' ? { kind: 'authorisation' } : { kind: 'page', path: landing.path }
}
