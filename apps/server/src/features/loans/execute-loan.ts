import type { StepAnswer } from '@qingzhou/contract/features/credit'
import { pages } from '@qingzhou/contract/pages'
import { availableLimit as availableLimitOf } from '@qingzhou/domain/credit/limit'
import { drawStep } from '@qingzhou/domain/draws/draw-request'
import { ZERO, greater } from '@qingzhou/domain/money/money'
import { employeeProductNo, mallProductNo, productNames } from '@qingzhou/domain/product'
import { loanUseDueOn } from '@qingzhou/domain/proofs/proof'
import { requireStep } from '#features/applications/index.ts'
import { findCard } from '#features/cards/index.ts'
import { hasPassedFace, requireKnownCard, takePassedFace } from '#features/identity/index.ts'
import { takePassedCheck } from '#features/onboarding/index.ts'
import { findDraw, findLimit, readLoans } from '#lending/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { insertBankOrder } from '#platform/provider-records/bank-order-store.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { CustomerNo } from '#platform/ids.ts'
import type { Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import {
  UNVERIFIED,
  endVerification,
  isVerifiedTooLate,
} from './disbursement/end-unverified-draw.ts'
import type { LoanApplication, LoanState } from './loan-application-store.ts'
import {
  findLoanApplication,
  findRunning,
  lockLoanApplication,
  markExecuted,
} from './loan-application-store.ts'
import { enqueueDisbursement } from './disbursement/disburse.ts'
import { planView } from './quote/quote-view.ts'

/**
 * Executes a draw once its borrower is verified. The bank order is stored here and sent afterwards;
 * repeated calls return the current state.
 */
export async function executeLoan(
  services: Services,
  caller: SignedInCaller,
  { drawNo }: { readonly drawNo: string },
): Promise<{ state: LoanState }> {
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, { customer, drawNo })
    // Return the same error for another customer's draw as for a missing one.
    if (!application) throw new Refused({ kind: 'draw-unknown' })
    if (application.state !== 'verifying') return { state: application.state }

    const obstacle = await obstacleTo(tx, services, application)
    if (obstacle !== undefined) {
      await endVerification(tx, services, { ...application, reason: obstacle })
      return { state: 'failed' }
    }
    await consumeVerifications(tx, services, { caller, application })
    await order(tx, services, application)
    return { state: 'processing' }
  })
}

/**
 * Why a draw cannot be executed. The signed plan starts on the day of the quote; if the business
 * date has moved on, the due dates would differ, so the draw is cancelled and must be applied for
 * again. (For a bank that pays on the next day, see settle-disbursement.ts.)
 */
async function obstacleTo(
  tx: Transaction,
  { now }: Services,
  application: LoanApplication,
): Promise<string | undefined> {
  if (isVerifiedTooLate(application, now())) return UNVERIFIED
  const limit = await findLimit(tx, application.customer)
  if (limit?.state !== 'open') return '您的额度状态有变化，暂不能放款'
  const isSignedToday = (await readBusinessDate(tx)) === application.quotedOn
  return isSignedToday ? undefined : '还款日期有变化，请重新试算后再借'
}

/** Uses up both verifications or neither: if the face check is missing, the code stays valid. */
async function consumeVerifications(
  tx: Transaction,
  services: Services,
  { caller, application }: { caller: SignedInCaller; application: LoanApplication },
): Promise<void> {
  const { customer, drawNo, needsFace } = application
  const face = { customer, purpose: 'loan', businessNo: drawNo } as const
  const code = { session: caller.session, purpose: 'loan' } as const
  // Check again: the card may have been replaced since the application.
  if (needsFace) await requireKnownCard(tx, services, { customer, isRenewalKnown: true })
  const isProven =
    (!needsFace || (await takePassedFace(tx, services, face))) &&
    (await takePassedCheck(tx, services, code))
  if (!isProven) throw new Refused({ kind: 'verification-needed' })
}

/** The order is committed before the bank is called, under the number of the future loan. */
async function order(
  tx: Transaction,
  services: Services,
  { customer, drawNo }: LoanApplication,
): Promise<void> {
  const draw = await findDraw(tx, { customer, drawNo })
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  const orderedAt = services.now()
  await markExecuted(tx, { customer, drawNo }, orderedAt)
  await insertBankOrder(tx, { orderNo: draw.loanNo, kind: 'payout', customer, orderedAt })
  await enqueueDisbursement(tx, services, { customer, drawNo })
}

/** The state of a draw and, once disbursed, the loan it became. */
export async function loanResult(
  services: Services,
  customer: CustomerNo,
  { drawNo }: { readonly drawNo: string },
) {
  const { database } = services
  const application = await findLoanApplication(database, { customer, drawNo })
  if (!application) throw new Refused({ kind: 'draw-unknown' })
  const { state, cardId, reason, paidOn } = application
  const draw = await findDraw(database, { customer, drawNo })
  const card = await findCard(database, services, { customer, cardId })
  return {
    state,
    amount: draw?.amount ?? ZERO,
    instalment: draw?.months ?? 0,
    bankName: card?.bankName ?? '',
    lastFour: card?.lastFour ?? '',
    isPurchase: draw?.product === mallProductNo,
    verification: await verificationsLeft(services, application),
    reason,
    paidOn,
    ...(draw?.product === employeeProductNo && {
      productName: productNames[employeeProductNo],
      evidenceDueOn: paidOn && loanUseDueOn(paidOn),
    }),
    ...(state === 'paid' && draw && (await bookedAs(services, { customer, loanNo: draw.loanNo }))),
  }
}

async function bookedAs(
  { database }: Services,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
) {
  const [loans, limit] = await Promise.all([
    readLoans(database, customer),
    findLimit(database, customer),
  ])
  const booked = loans.find((loan) => loan.loanNo === loanNo)
  const availableLimit = limit?.state === 'open' ? greater(availableLimitOf(limit), ZERO) : ZERO
  return { loanNo, plan: booked && planView(booked.loan), availableLimit }
}

/**
 * The borrower's current step of a draw: choose, face check, or result. Without a number, the draw
 * in progress is used, as the page may have been reloaded or opened on another phone.
 */
export async function loanStep(
  services: Services,
  caller: SignedInCaller,
  { drawNo }: { readonly drawNo?: string | undefined },
): Promise<StepAnswer> {
  const { database } = services
  const { customer } = caller.session
  await requireStep(database, services, caller, 'borrow')
  const named =
    drawNo === undefined ? undefined : await findLoanApplication(database, { customer, drawNo })
  const application = named ?? (await findRunning(database, customer))
  const step = drawStep(application && (await progressOf(services, application)))
  return step === 'faceForLoan' ? { step, pageUrl: pages.faceForLoan } : { step }
}

async function progressOf(services: Services, application: LoanApplication) {
  if (application.state !== 'verifying') return { isVerified: true, needsFace: false }
  const proofs = await verificationsLeft(services, application)
  return { isVerified: false, needsFace: proofs.includes('face') }
}

/**
 * The verifications still required. The SMS code is entered last, so it stays in the list until
 * execution.
 */
async function verificationsLeft(
  services: Services,
  application: LoanApplication,
): Promise<Proof[]> {
  const { customer, drawNo } = application
  const proofs = proofsOf(application)
  if (!proofs.includes('face')) return proofs
  const face = { customer, purpose: 'loan', businessNo: drawNo } as const
  const isPassed = await hasPassedFace(services.database, services, face)
  return isPassed ? proofs.filter((proof) => proof !== 'face') : proofs
}

export type Proof = 'sms' | 'face'

/** The verifications that a draw requires before disbursement. */
export function proofsOf({
  state,
  needsFace,
}: Pick<LoanApplication, 'state' | 'needsFace'>): Proof[] {
  if (state !== 'verifying') return []
  return needsFace ? ['sms', 'face'] : ['sms']
}
