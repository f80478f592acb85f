import { browserKind, type BrowserKind } from '#platform/browser/browser.ts'
import { signInWith } from '#platform/navigation/wanted-page.ts'
import { routes } from '../routes.ts'

const { landing, repayLanding, bankPartnerLanding, unionPayLanding, channelSignIn, register } =
  routes.onboarding

/** Channels with their own sign-in page. */
const channelPages: readonly string[] = [
  repayLanding.path,
  bankPartnerLanding.path,
  unionPayLanding.path,
  channelSignIn.path,
]

/** Areas with their own sign-in page, by path prefix. */
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

const BILLS = /^\/(repay\/|smsVerify2)/

const signInPages: readonly string[] = [
  landing.path,
  register.path,
  routes.onboarding.registerInWallet.path,
  routes.onboarding.welcomeBack.path,
  ...channelPages,
  ...areas.map(([, page]) => page),
]

let entry: string | undefined

/** Stores the channel page the borrower came from. */
export function recordEntryPage(path: string): void {
  if (channelPages.includes(path) || path === landing.path) entry = path
}

export function isSignInPage(path: string): boolean {
  return signInPages.includes(path)
}

/** Returns the sign-in page of the area a path belongs to, if it has one. */
function areaSignInPage(path: string): string | undefined {
  return areas.find(([prefix]) => path.startsWith(prefix))?.[1]
}

/**
 * Returns the sign-in page: that of the area of the wanted page; else that of the channel; else the
 * landing page, or the authorisation inside the payment app. Each returns to the wanted page.
 */
export function signInPage({
  at,
  search = '',
  browser = browserKind(),
}: {
  readonly at: string
  readonly search?: string
  readonly browser?: BrowserKind
}):
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'authorisation'; readonly wanted: string } {
  const wanted = at + search
  const channel = entry !== undefined && channelPages.includes(entry) ? entry : undefined
  const page = areaSignInPage(at) ?? channel
  if (page !== undefined) return { kind: 'page', path: signInWith(page, wanted) }
  if (browser === 'wallet') return { kind: 'authorisation', wanted }
  // Bills and payments have their own sign-in page, another one inside the messaging app.
  const ofBills = browser === 'messenger' ? channelSignIn : repayLanding
  const { path } = BILLS.test(at) ? ofBills : landing
  return { kind: 'page', path: signInWith(path, wanted) }
}
