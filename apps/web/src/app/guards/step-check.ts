import { codes } from '@qingzhou/contract/codes'
import { creditShapes, type StepAnswer } from '@qingzhou/contract/features/credit'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { loansShapes } from '@qingzhou/contract/features/loans'
import type { Step } from '@qingzhou/domain/credit/steps'
import { drawParam } from '@qingzhou/contract/wire/params'
import { ApiError } from '#platform/api/api-error.ts'
import { callsOf } from '#platform/api/api.ts'
import { forgetUsedFlowBranch } from '#platform/navigation/flow-branch.ts'
import { readCookie } from '#platform/browser/cookies.ts'
import { isSignedIn } from '#platform/session/session.ts'
import { silentSignIn } from '#platform/session/silent-sign-in.ts'
import { store, read } from '#platform/browser/storage.ts'
import { decide, type Decision, isPageOfDraw, pageOf } from './guard.ts'
import { type Route, routes } from '../routes.ts'

// This module is loaded with the first step of a customer: the first page has no room for it.
registerOfflinePage()

const APPLICATION = '/apply/'

const credit = callsOf('credit', creditShapes)
const identity = callsOf('identity', identityShapes)
const loans = callsOf('loans', { currentStep: loansShapes.currentStep })

type Navigation = { readonly at: string; readonly search: string; readonly signal: AbortSignal }

/** A valid identity card is asked about again after this time. The server checks it at each act. */
const CARD_VALID_MS = 5 * 60_000

/** The screens that the server let this session open, and until when its identity card is not asked about. */
const opened = { token: '', paths: new Set<string>(), cardValidUntil: 0 }

/**
 * Requests the data the guard needs and returns its decision. Without a network, a screen that this
 * session has opened before opens again, with the data it had; the server checks every call.
 */
export async function checkStep(
  route: Route,
  navigation: Navigation,
): Promise<Decision | 'signIn'> {
  const token = readCookie('token') ?? ''
  if (token !== opened.token) {
    opened.token = token
    opened.paths.clear()
    opened.cardValidUntil = 0
  }
  try {
    const decision = await askStep(route, navigation)
    if (decision !== 'signIn' && decision.kind === 'pass') opened.paths.add(route.path)
    else opened.paths.delete(route.path)
    return decision
  } catch (error) {
    const isCut = error instanceof ApiError && error.code === 'network'
    if (isCut && token !== '' && opened.paths.has(route.path)) return { kind: 'pass' }
    throw error
  }
}

async function askStep(
  route: Route,
  { at, search, signal }: Navigation,
): Promise<Decision | 'signIn'> {
  if ((await silentSignIn()) === 'refused') return 'signIn'

  const isKnown = isSignedIn()
  // Only the pages of an application are for people who may have no account yet.
  if (!isKnown && route.access !== 'staff' && !at.startsWith(APPLICATION)) return 'signIn'
  const [expiry, step] = await Promise.all([
    isKnown && route.access !== 'staff' ? idCardExpiry(route, signal) : undefined,
    isKnown && route.access === 'inStep' ? stepAt({ at, search, signal }) : undefined,
  ])
  const decision = decide({ route, signedIn: isKnown, expiry, step, at, search })
  if (decision.controlMessage !== undefined) store('controlMsg', decision.controlMessage)
  return decision
}

/** The empty address: a signed-in user continues at the current step. */
export async function checkHome(): Promise<Decision | 'signIn'> {
  if ((await silentSignIn()) === 'refused') return 'signIn'
  const to = isSignedIn() ? await currentPage() : routes.onboarding.landing.path
  return { kind: 'redirect', to }
}

/** Returns the page of the borrower's current step. */
export async function currentPage(): Promise<string> {
  const answer = await currentStep(undefined)
  if (answer.step === 'notGranted' && answer.controlMessage !== undefined) {
    store('controlMsg', answer.controlMessage)
  }
  return pageOf(answer)
}

/** The step that decides about a page: that of the draw for pages of borrowing. */
async function stepAt({ at, search, signal }: Navigation): Promise<StepAnswer> {
  if (!isPageOfDraw(at, search)) return currentStep(signal)
  const drawNo = new URLSearchParams(search).get(drawParam)
  const isNumber = drawNo !== null && /^[\w-]{8,64}$/.test(drawNo)
  const draw = isNumber ? { drawNo } : {}
  return loans.currentStep(draw, { signal, leaveOutcome: true })
}

async function currentStep(signal: AbortSignal | undefined): Promise<StepAnswer> {
  const flowBranch = read('flowBranch')
  try {
    const answer = await credit.currentStep({ flowBranch }, { signal, leaveOutcome: true })
    if (ends.includes(answer.step)) forgetUsedFlowBranch()
    return answer
  } catch (error) {
    if (error instanceof ApiError && isRejection(error)) forgetUsedFlowBranch()
    throw error
  }
}

/** The steps that end an application. */
const ends: readonly Step[] = ['limit', 'notGranted']

/** The server rejected the application, and says so at every step check. */
function isRejection({ code }: ApiError): boolean {
  return code === codes.refused || code === codes.riskRefused
}

/** Most taps open a screen that only this could keep shut, so they do not wait for it each time. */
async function idCardExpiry({ access }: Route, signal: AbortSignal): Promise<{ expired: boolean }> {
  if (access === 'signedIn' && Date.now() < opened.cardValidUntil) return { expired: false }
  const answer = await identity.idCardExpiry({}, { signal, leaveOutcome: true })
  if (!answer.expired) opened.cardValidUntil = Date.now() + CARD_VALID_MS
  return answer
}

/**
 * Registers the page that is shown instead of the browser's own when a reload finds no network.
 * Browsers and apps without service workers go without it.
 */
function registerOfflinePage(): void {
  const { serviceWorker } = navigator as Partial<Navigator>
  // Nothing depends on it.
  serviceWorker?.register('/offline.js').catch(() => undefined)
}
