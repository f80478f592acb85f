import { ZERO, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { findDraw } from '#lending/index.ts'
import { findRunning } from './loan-application-store.ts'

/** What a draw that waits for its borrower keeps of the limit and the coupons. */
export type ReservedMeanwhile = { readonly amount: Money; readonly loanNo: string | undefined }

/**
 * A borrower who turned back before proving who they are may ask anew: the new draw takes the place of
 * the old one, so what the old one holds counts as free.
 */
export async function reservedMeanwhile(
  db: Queryable,
  customer: CustomerNo,
): Promise<ReservedMeanwhile> {
  const running = await findRunning(db, customer)
  if (running?.state !== 'verifying') return { amount: ZERO, loanNo: undefined }
  const draw = await findDraw(db, { customer, drawNo: running.loanSeqNo })
  return draw?.state === 'held'
    ? { amount: draw.amount, loanNo: draw.loanNo }
    : { amount: ZERO, loanNo: undefined }
}
