import { browserKind } from '#platform/browser.ts'
import type { BrowserKind } from '#platform/browser.ts'
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

const signInPages: readonly string[] = [
  landing.path,
  register.path,
  routes.onboarding.registerInWallet.path,
  routes.onboarding.welcomeBack.path,
  ...channelPages,
]

let entry: string | undefined

/** Remembers the channel page by which the borrower came in. */
export function noteEntry(path: string): void {
  if (channelPages.includes(path) || path === landing.path) entry = path
}

export function isSignInPage(path: string): boolean {
  return signInPages.includes(path)
}

/**
 * Where somebody signs in who has to: on the page of the channel they came by; without one, on
 * the landing page, or in the payment app by its authorisation.
 */
export function signInPage({
  at,
  browser = browserKind(),
}: {
  readonly at: string
  readonly browser?: BrowserKind
}): { readonly kind: 'page'; readonly path: string } | { readonly kind: 'authorisation' } {
  const own = at.startsWith('/wxChannel/') ? channelSignIn.path : entry
  if (own !== undefined && channelPages.includes(own)) return { kind: 'page', path: own }
  return browser === 'wallet' ? { kind: 'authorisation' } : { kind: 'page', path: landing.path }
}
