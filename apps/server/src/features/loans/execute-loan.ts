import { availableLimit as availableLimitOf } from '@qingzhou/domain/credit/limit'
import { ZERO, greater } from '@qingzhou/domain/money/money'
import { employeeProductNo, mallProductNo, productNames } from '@qingzhou/domain/product'
import { loanUseDueOn } from '@qingzhou/domain/evidence/evidence'
import { findCard } from '#features/cards/index.ts'
import { requireKnownCard, takePassedFace } from '#features/identity/index.ts'
import { takePassedCheck } from '#features/onboarding/index.ts'
import { findDraw, findLimit, obstacleToDisbursement, readLoans } from '@qingzhou/lending/index'
import { insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { endVerification, lapse, verifyBy } from './disbursement/end-unverified-draw.ts'
import type { LoanApplication, LoanState } from './loan-application-store.ts'
import { findLoanApplication, lockLoanApplication, markExecuted } from './loan-application-store.ts'
import { enqueueDisbursement, payoutNote } from './disbursement/disburse.ts'
import { isDrawInReview, verificationsLeft } from './open-draw.ts'
import { planView } from './quote/quote-view.ts'

/**
 * Executes a draw once its borrower is verified. The bank order is stored here and sent afterwards;
 * repeated calls return the current state.
 */
export async function executeLoan(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  caller: SignedInCaller,
  { drawNo }: { readonly drawNo: string },
): Promise<{ state: LoanState }> {
  const { customer } = caller.session
  return services.database.inTransaction(async (tx) => {
    const application = await lockLoanApplication(tx, { customer, drawNo })
    // Return the same error for another customer's draw as for a missing one.
    if (!application) throw new Refused({ kind: 'draw-unknown' })
    if (application.state !== 'verifying') return { state: application.state }

    if ((await verifyBy(tx, application)) <= services.now()) {
      await lapse(tx, services, application)
      return { state: 'failed' }
    }
    const obstacle = await obstacleToDisbursement(tx, application)
    if (obstacle !== undefined) {
      await endVerification(tx, services, { ...application, reason: obstacles[obstacle] })
      return { state: 'failed' }
    }
    await consumeVerifications(tx, services, { caller, application })
    await order(tx, services, application)
    return { state: 'processing' }
  })
}

const obstacles = {
  'limit-not-open': '您的额度状态有变化，暂不能放款',
  'signed-earlier': '还款日期有变化，请重新试算后再借',
} as const

/** Uses up both verifications or neither: if the face check is missing, the code stays valid. */
async function consumeVerifications(
  tx: Transaction,
  services: Pick<Services, 'now' | 'today'>,
  { caller, application }: { caller: SignedInCaller; application: LoanApplication },
): Promise<void> {
  const { customer, drawNo, needsFace } = application
  const face = { customer, purpose: 'loan', businessNo: drawNo } as const
  const code = { session: caller.session, purpose: 'loan' } as const
  // Check again: the card may have been replaced since the application.
  if (needsFace) await requireKnownCard(tx, services, { customer, isRenewalKnown: true })
  const isVerified =
    (!needsFace || (await takePassedFace(tx, services, face))) &&
    (await takePassedCheck(tx, services, code))
  if (!isVerified) throw new Refused({ kind: 'verification-needed' })
}

/** The order is committed before the bank is called, under the number of the future loan. */
async function order(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  application: LoanApplication,
): Promise<void> {
  const { customer, drawNo } = application
  const draw = await findDraw(tx, { customer, drawNo })
  if (!draw) throw new Refused({ kind: 'draw-unknown' })
  const orderedAt = services.now()
  const note = payoutNote(services, { application, draw, orderedAt })
  await markExecuted(tx, { customer, drawNo }, orderedAt)
  await insertBankOrder(tx, {
    orderNo: draw.loanNo,
    kind: 'disbursement',
    customer,
    orderedAt,
    note,
  })
  await enqueueDisbursement(tx, services, { customer, drawNo })
}

/** The state of a draw and, once disbursed, the loan it became. */
export async function loanResult(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
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
    months: draw?.months ?? 0,
    bankName: card?.bankName ?? '',
    lastFour: card?.lastFour ?? '',
    isPurchase: draw?.product === mallProductNo,
    verification: await verificationsLeft(services, application),
    ...((await isDrawInReview(database, application)) && { isFaceInReview: true }),
    reason,
    paidOn,
    ...(draw?.product === employeeProductNo && {
      productName: productNames[employeeProductNo],
      evidenceDueOn: paidOn && loanUseDueOn(paidOn),
    }),
    ...(state === 'paid' &&
      draw &&
      (await readBooking(services, { customer, loanNo: draw.loanNo }))),
  }
}

async function readBooking(
  { database }: Pick<Services, 'database'>,
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
