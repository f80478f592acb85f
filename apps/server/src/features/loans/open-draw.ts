import type { OpenDraw, StepAnswer } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import { drawStep } from '@qingzhou/domain/draws/draw-request'
import { mallProductNo } from '@qingzhou/domain/product'
import { readCards } from '#features/cards/index.ts'
import { currentStep } from '#features/credit/index.ts'
import { hasFailedFace, hasPassedFace, isFaceInReview } from '#features/identity/index.ts'
import { findDraw } from '@qingzhou/lending/index'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { endVerification, faceOf, verifyBy } from './disbursement/end-unverified-draw.ts'
import type { LoanApplication, LoanState } from './loan-application-store.ts'
import { findLoanApplication, findRunning, lockLoanApplication } from './loan-application-store.ts'

type Deps = Pick<Services, 'database' | 'now'>

export type Verification = 'sms' | 'face'

/** The verifications that a draw requires before disbursement. */
export function requiredVerifications({
  state,
  needsFace,
}: Pick<LoanApplication, 'state' | 'needsFace'>): Verification[] {
  if (state !== 'verifying') return []
  return needsFace ? ['sms', 'face'] : ['sms']
}

/**
 * The verifications still required. The SMS code is entered last, so it stays in the list until
 * execution.
 */
export async function verificationsLeft(
  services: Deps,
  application: LoanApplication,
): Promise<Verification[]> {
  const verifications = requiredVerifications(application)
  if (!verifications.includes('face')) return verifications
  const isPassed = await hasPassedFace(services.database, services, faceOf(application))
  return isPassed ? verifications.filter((verification) => verification !== 'face') : verifications
}

/** Whether the draw waits for a person who compares the pictures of its face check. */
export async function isDrawInReview(
  db: Queryable,
  application: Pick<LoanApplication, 'customer' | 'drawNo' | 'state'>,
): Promise<boolean> {
  return application.state === 'verifying' && isFaceInReview(db, faceOf(application))
}

/** The customer's draw in progress, whichever phone it was begun on. */
export async function findOpenDraw(
  services: Deps,
  customer: CustomerNo,
): Promise<OpenDraw | undefined> {
  const { database } = services
  const running = await findRunning(database, customer)
  const draw = running && (await findDraw(database, { customer, drawNo: running.drawNo }))
  if (!running || !draw) return undefined
  const isVerifying = running.state === 'verifying'
  return {
    drawNo: running.drawNo,
    amount: draw.amount,
    state: isVerifying ? 'verifying' : 'processing',
    verification: await verificationsLeft(services, running),
    ...((await isDrawInReview(database, running)) && { isFaceInReview: true }),
    ...(isVerifying && { verifyBy: (await verifyBy(database, running)).getTime() }),
    isPurchase: draw.product === mallProductNo,
  }
}

/**
 * The borrower's current step of a draw: bind a card, choose, face check, or result. Without a
 * number, the draw in progress is used, as the page may have been reloaded or opened on another
 * phone. A customer who cannot borrow yet gets the step of the application.
 */
export async function loanStep(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'today' | 'businessDate'>,
  caller: SignedInCaller,
  { drawNo }: { readonly drawNo?: string | undefined },
): Promise<StepAnswer> {
  const { database } = services
  const { customer } = caller.session
  const reached = await currentStep(services, caller)
  if (reached.step !== 'limit') return reached
  const named =
    drawNo === undefined ? undefined : await findLoanApplication(database, { customer, drawNo })
  const application = named ?? (await findRunning(database, customer))
  if (!application) {
    const cards = await readCards(database, services, customer)
    return { step: drawStep(undefined, { hasCard: cards.length > 0 }) }
  }
  const verifications = await verificationsLeft(services, application)
  const isVerified = application.state !== 'verifying'
  const progress = { isVerified, needsFace: verifications.includes('face') }
  const step = drawStep(progress, { hasCard: true })
  const answer = { step, drawNo: application.drawNo }
  if (step !== 'faceForLoan') return answer
  // The page of the check shows that it waits, and what can be done.
  if (await isDrawInReview(database, application)) return { ...answer, pageUrl: pages.faceForLoan }
  const hasFailed = await hasFailedFace(database, services, faceOf(application))
  return { ...answer, pageUrl: hasFailed ? pages.faceFailed : pages.faceForLoan }
}

/**
 * Cancels a draw at the borrower's wish, on any of their phones, and releases limit and coupon.
 * Refuses once the money is ordered from the bank. Of two taps, the second finds it cancelled.
 */
export async function cancelDraw(
  services: Deps,
  { session: { customer } }: SignedInCaller,
  { drawNo }: { readonly drawNo: string },
): Promise<{ state: LoanState }> {
  return services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, { customer, drawNo })
    if (!application) throw new Refused({ kind: 'draw-unknown' })
    if (application.state === 'paid') throw new Refused({ kind: 'draw-booked' })
    if (application.state === 'processing') throw new Refused({ kind: 'draw-ordered' })
    await endVerification(tx, services, { customer, drawNo, reason: CANCELLED })
    return { state: 'failed' }
  })
}

const CANCELLED = '您已取消本次借款'
