import { insertBankOrder } from '#platform/bank-orders.ts'
import type { SignedInCaller } from '#platform/caller.ts'
import type { Transaction } from '#platform/database/database.ts'
import { requireKnownCard, takePassedFace } from '#features/identity/index.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { findDraw, findLimit } from '#lending/index.ts'
import { takePassedCheck } from '#features/onboarding/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { isVerifiedTooLate, UNVERIFIED } from './end-unverified-draw.ts'
import { endVerification } from './end-verification.ts'
import {
  lockLoanApplication,
  markExecuted,
  type LoanApplication,
  type LoanState,
} from './loan-application-store.ts'
import { payOutSoon } from './pay-out-later.ts'

/**
 * Lets a draw run, once its borrower has proven who they are. The order for the bank is kept here and
 * carried out afterwards; asked again, it only tells how far that has come.
 */
export async function executeLoan(
  services: Services,
  caller: SignedInCaller,
  { loanSeqNo }: { readonly loanSeqNo: string },
): Promise<{ state: LoanState }> {
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, { customer, loanSeqNo })
    // Another customer's draw is as unknown as one that never was.
    if (!application) throw new Refused({ kind: 'draw-unknown' })
    if (application.state !== 'verifying') return { state: application.state }

    const obstacle = await obstacleTo(tx, services, application)
    if (obstacle !== undefined) {
      await endVerification(tx, services, { ...application, reason: obstacle })
      return { state: 'failed' }
    }
    await takeProofs(tx, services, { caller, application })
    await order(tx, services, application)
    return { state: 'processing' }
  })
}

/**
 * The plan that was signed begins on the day it was signed for. When the books have moved on since,
 * its due dates would be others, so the draw is ended and asked for afresh: nobody gets a plan that
 * they did not see. (A bank that takes until the next day is another matter: see settle-payout.ts.)
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

/** Taken together or not at all: a face that is missing leaves the code where it is. */
async function takeProofs(
  tx: Transaction,
  services: Services,
  { caller, application }: { caller: SignedInCaller; application: LoanApplication },
): Promise<void> {
  const { customer, loanSeqNo, needsFace } = application
  const face = { customer, purpose: 'loan', businessNo: loanSeqNo } as const
  const code = { session: caller.session, purpose: 'loan' } as const
  // Once more: the card may have been replaced since the draw was applied for.
  if (needsFace) await requireKnownCard(tx, services, { customer, isRenewalKnown: true })
  const isProven =
    (!needsFace || (await takePassedFace(tx, services, face))) &&
    (await takePassedCheck(tx, services, code))
  if (!isProven) throw new Refused({ kind: 'verification-needed' })
}

/** The intent is committed before the bank hears of it, under the number that the loan will have. */
async function order(
  tx: Transaction,
  services: Services,
  { customer, loanSeqNo }: LoanApplication,
): Promise<void> {
  const draw = await findDraw(tx, { customer, drawNo: loanSeqNo })
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  await markExecuted(tx, { customer, loanSeqNo }, services.now())
  await insertBankOrder(tx, { orderNo: draw.loanNo, kind: 'payout', customer })
  await payOutSoon(tx, services, { customer, loanSeqNo })
}
