import { product } from '@qingzhou/domain/product'
import { findDraw, releaseDraw } from '@qingzhou/lending/index'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
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

/** Cancels a draw whose verification has timed out. */
export async function endUnverifiedDraw(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  key: LoanKey,
): Promise<void> {
  await services.database.inTransaction((tx) => lapse(tx, services, key))
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
  const sms = lapsedMessage(draw)
  await enqueueSms(tx, services, { customer, messageNo: `${drawNo}-lapsed`, sms })
}

export function isVerifiedTooLate({ appliedAt }: LoanApplication, now: Date): boolean {
  return minutesAfter(appliedAt, product.verification.minutes) <= now
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
