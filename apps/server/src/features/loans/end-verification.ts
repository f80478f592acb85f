import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import { releaseDraw } from '#lending/index.ts'
import type { Services } from '#platform/services.ts'
import { lockLoanApplication, markFailed, type LoanKey } from './loan-application-store.ts'

/** Ends a draw that nobody stood up for: limit and coupon come back. Money never left. */
export async function endVerification(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  ended: LoanKey & { readonly reason: string },
): Promise<void> {
  const application = await lockLoanApplication(tx, ended)
  if (application?.state !== 'verifying') return
  await releaseHeld(tx, services, ended)
  await markFailed(tx, ended, ended.reason)
}

export async function releaseHeld(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, loanSeqNo }: LoanKey,
): Promise<void> {
  const act = { customer, requestNo: `${loanSeqNo}-release`, actor: 'system' }
  await releaseDraw({ database: inside(tx), now }, act, { drawNo: loanSeqNo })
}
