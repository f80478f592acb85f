import { product } from '@qingzhou/domain/product'
import { findDraw, releaseDraw } from '@qingzhou/lending/index'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import { closeFaceReviews, findHold } from '#features/identity/index.ts'
import type { Services } from '#services.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { lapsedMessage } from '#features/loans/messages.ts'
import type { LoanApplication, LoanKey } from '#features/loans/loan-application-store.ts'
import {
  findLoanApplication,
  findRunning,
  lockLoanApplication,
  markFailed,
} from '#features/loans/loan-application-store.ts'

export const UNVERIFIED = '超时未完成验证，借款已取消'

/** Cancels a draw whose verification has timed out, unless a person's review keeps it open. */
export async function endUnverifiedDraw(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  key: LoanKey,
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const held = await findHold(tx, faceOf(key))
    if (held === undefined || held <= services.now()) return lapse(tx, services, key)
    const payload = { customer: key.customer, drawNo: key.drawNo }
    await services.tasks.add(tx, {
      kind: 'end-unverified-draw',
      payload,
      key: key.drawNo,
      runAt: held,
    })
  })
}

/** The face check of a draw. */
export function faceOf({ customer, drawNo }: LoanKey) {
  return { customer, purpose: 'loan', businessNo: drawNo } as const
}

/** Cancels a draw that was not verified in time, and tells the borrower. */
export async function lapse(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  { customer, drawNo }: LoanKey,
): Promise<void> {
  const ended = { customer, drawNo, reason: UNVERIFIED }
  if (!(await endVerification(tx, services, ended))) return
  const draw = await findDraw(tx, { customer, drawNo })
  if (!draw) return
  const wasHeld = (await findHold(tx, faceOf({ customer, drawNo }))) !== undefined
  const sms = lapsedMessage(draw, { wasHeld })
  await enqueueSms(tx, services, { customer, messageNo: `${drawNo}-lapsed`, sms })
}

/** Until when a draw can be verified; a person's review of the face keeps it open for longer. */
export async function verifyBy(
  db: Queryable,
  application: Pick<LoanApplication, 'customer' | 'drawNo' | 'appliedAt'>,
): Promise<Date> {
  const inTime = minutesAfter(application.appliedAt, product.verification.minutes)
  const held = await findHold(db, faceOf(application))
  return held && held > inTime ? held : inTime
}

/** Refuses while the bank may be paying a draw out. */
export function requireNoDisbursement(application: LoanApplication | undefined): void {
  if (application?.state === 'processing') throw new Refused({ kind: 'draw-running' })
}

/** Whether this draw requires a face check. */
export async function drawAwaitsFace(
  db: Queryable,
  { customer, businessNo }: { readonly customer: CustomerNo; readonly businessNo: string },
): Promise<boolean> {
  const application = await findLoanApplication(db, { customer, drawNo: businessNo })
  return application?.state === 'verifying' && application.needsFace
}

/**
 * Cancels an unverified draw and releases its limit and coupon. No money has been sent. Returns
 * whether it was unverified until now.
 */
export async function endVerification(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  ended: LoanKey & { readonly reason: string },
): Promise<boolean> {
  const application = await lockLoanApplication(tx, ended)
  if (application?.state !== 'verifying') return false
  await releaseReservation(tx, services, ended)
  await closeFaceReviews(tx, services, faceOf(application))
  await markFailed(tx, ended, ended.reason)
  return true
}

/**
 * Stops the customer's draw in progress: no money has been ordered yet. Returns the draw that is
 * ordered from the bank already, which cannot be stopped.
 */
export async function stopDraw(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  customer: CustomerNo,
): Promise<{ readonly stopped: string | undefined; readonly ordered: string | undefined }> {
  const running = await findRunning(tx, customer)
  const application = running && (await lockLoanApplication(tx, running))
  if (!application) return { stopped: undefined, ordered: undefined }
  const { state, orderedAt, drawNo } = application
  if (state === 'processing' && orderedAt !== undefined) {
    return { stopped: undefined, ordered: drawNo }
  }
  if (state !== 'verifying' && state !== 'processing') {
    return { stopped: undefined, ordered: undefined }
  }
  await releaseReservation(tx, services, application)
  await closeFaceReviews(tx, services, faceOf(application))
  await markFailed(tx, application, STOPPED)
  return { stopped: drawNo, ordered: undefined }
}

const STOPPED = '本次借款已停止，请致电客服'

export async function releaseReservation(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, drawNo }: LoanKey,
): Promise<void> {
  const act = { customer, requestNo: `${drawNo}-release`, actor: 'system' }
  await releaseDraw({ database: inside(tx), now }, act, { drawNo })
}
