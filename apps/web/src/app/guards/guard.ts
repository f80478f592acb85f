import type { StepAnswer } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import type { Step } from '@qingzhou/domain/credit/steps'
import { drawParam } from '@qingzhou/contract/wire/params'
import { ownPath, signInWith } from '#platform/navigation/wanted-page.ts'
import { type Route, routes } from '#app/routes.ts'

/** The input of the guard decision. */
export type GuardInput = {
  /** The row of the route table; undefined for an unknown address. */
  readonly route: Pick<Route, 'access' | 'needsValidCard'> | undefined
  readonly signedIn: boolean
  readonly expiry: { readonly expired: boolean } | undefined
  readonly step: StepAnswer | undefined
  /** The requested path and its query. */
  readonly at: string
  readonly search?: string
}

export type Decision =
  | { readonly kind: 'pass'; readonly controlMessage?: string }
  | {
      readonly kind: 'redirect'
      readonly to: string
      /** Shown as a toast during the redirect. */
      readonly message?: string
      /** Stored for the page that explains a rejected application. */
      readonly controlMessage?: string
    }

const EXPIRED = '您的身份认证信息已过期，为提供更好服务，请重新认证!'

const pass: Decision = { kind: 'pass' }

/** Decides whether a screen opens or where to redirect. The server checks every call again. */
export function decide({ route, signedIn, expiry, step, at, search = '' }: GuardInput): Decision {
  if (!route) return { kind: 'redirect', to: missingPage }
  // The server checks staff sessions: it answers 9998, and the app opens the staff sign-in.
  if (route.access === 'everyone' || route.access === 'staff') return pass
  if (!signedIn) {
    return { kind: 'redirect', to: signInWith(routes.onboarding.register.path, at + search) }
  }

  if (expiry?.expired) {
    if (at === stepPaths.identity || !route.needsValidCard) return pass
    return { kind: 'redirect', to: stepPaths.identity, message: EXPIRED }
  }
  if (route.access === 'signedIn' || !step) return pass
  return byStep(step, at)
}

/** Returns the page for a step answer; a page of one draw is told which. */
export function pageOf({ step, pageUrl, drawNo }: StepAnswer): string {
  const page = isFaceStep(step) ? facePage(step, pageUrl) : stepPaths[step]
  const isOfDraw = step === 'faceForLoan' || step === 'loanResult'
  if (!isOfDraw || drawNo === undefined) return page
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams({ [drawParam]: drawNo })}`
}

function facePage(step: Step, pageUrl: string | undefined): string {
  if (pageUrl === undefined) return stepPaths[step]
  if (pageUrl.includes('faceFail')) return pages.faceFailed
  return ownPath(pageUrl) ?? stepPaths[step]
}

/**
 * Whether a page is guarded by the step of a draw instead of the step of the application: the pages
 * of borrowing, and a failed face check of a draw.
 */
export function isPageOfDraw(at: string, search: string): boolean {
  if (at === pages.faceFailed) return new URLSearchParams(search).has(drawParam)
  return at === stepPaths.borrow || borrowing.some((page) => page === at)
}

const missingPage = `${routes.notices.somethingWrong.path}?reason=notFound`

function byStep(answer: StepAnswer, at: string): Decision {
  const page = pageOf(answer)
  const saved = controlMessageOf(answer)
  // After a failed face check its own page opens for the next attempt.
  const isNextTry = isAt(pages.faceFailed, page) && at === stepPaths[answer.step]
  if (isAt(at, page) || isNextTry || isOpenAtStep(answer.step, at))
    return { kind: 'pass', ...saved }
  return { kind: 'redirect', to: page, ...saved }
}

function isAt(at: string, page: string): boolean {
  return page.split('?')[0] === at
}

function isOpenAtStep(step: Step, at: string): boolean {
  return openPages[step]?.includes(at) ?? false
}

function controlMessageOf({ step, controlMessage }: StepAnswer) {
  return step === 'notGranted' && controlMessage !== undefined ? { controlMessage } : {}
}

function isFaceStep(step: Step): boolean {
  return step === 'faceByChannel' || step === 'faceInPage' || step === 'faceForLoan'
}

/** The page of each step, including steps without a row in the route table. */
// A table: one step, one line.
// oxfmt-ignore
export const stepPaths = {
  signIn:             pages.landing,
  identity:           pages.idCard,
  faceByChannel:      pages.faceByChannel,
  faceInPage:         pages.faceInPage,
  bindCardForCredit:  pages.bindCardForCredit,
  bindCard:           pages.bindCard,
  basicInfo:          pages.basicInfo,
  companyInfo:        pages.companyInfo,
  confirmApplication: pages.confirmApplication,
  underReview:        pages.underReview,
  notGranted:         pages.notGranted,
  limit:              pages.limit,
  borrow:             pages.borrow,
  faceForLoan:        pages.faceForLoan,
  loanResult:         pages.loanResult,
} as const satisfies Record<Step, string>

const faceEnds = [pages.faceFailed, pages.faceFailedInPage, pages.faceUnsupported] as const

const facePassed = [pages.facePassed, pages.facePassedInPage] as const

const { identity, bindCardForCredit, bindCard, basicInfo, companyInfo } = stepPaths

const borrowing = [pages.loanAgreements, pages.chooseCoupon, stepPaths.loanResult] as const

/** Further pages that are open at each step. */
// A table: one step, one line.
// oxfmt-ignore
const openPages: { readonly [S in Step]?: readonly string[] } = {
  faceByChannel:      [identity, ...faceEnds, pages.facePassed],
  faceInPage:         [identity, ...faceEnds, pages.faceInReview],
  bindCardForCredit:  [identity, ...facePassed, pages.supportedBanks],
  bindCard:           [pages.supportedBanks],
  basicInfo:          [identity, bindCardForCredit, pages.supportedBanks, companyInfo],
  companyInfo:        [identity, bindCardForCredit, pages.supportedBanks, basicInfo],
  confirmApplication: [identity, bindCardForCredit, pages.supportedBanks, basicInfo, companyInfo],
  limit:              [companyInfo, bindCard, pages.supportedBanks, pages.faceUnsupported],
  borrow:             [...borrowing, bindCard, pages.supportedBanks, pages.faceUnsupported],
  faceForLoan:        [...faceEnds, stepPaths.loanResult],
}
