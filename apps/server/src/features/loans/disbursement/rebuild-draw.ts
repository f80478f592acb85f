import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { mallProductNo } from '@qingzhou/domain/product'
import { findDraw, reserveAgain } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { customerOfOrder, insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import { Refused } from '@qingzhou/platform/refused'
import {
  findLoanApplication,
  insertLoanApplication,
  markAccepted,
} from '#features/loans/loan-application-store.ts'
import type { NotedPayout } from './disburse.ts'
import { requireNoDisbursement } from './end-unverified-draw.ts'
import { settleDisbursement, type DisbursementServices } from './settle-disbursement.ts'

/**
 * Books a draw that was paid out and is unknown here, or counts as failed: as the loan that the
 * customer has accepted, since the day of its disbursement. The order of a purchase at the mall is not
 * known to the bank, so such a draw is refused.
 */
export async function rebuildDraw(
  services: DisbursementServices,
  disbursement: { readonly customer: CustomerNo; readonly noted: NotedPayout },
  booking: { readonly paidOn: LocalDate; readonly actor: string },
): Promise<void> {
  const { customer, noted } = disbursement
  const { drawNo, loanNo, quotedOn, needsFace } = noted
  const { database } = services
  const key = { customer, drawNo }
  const [known, application] = [
    await findDraw(database, key),
    await findLoanApplication(database, key),
  ]
  if ((known ?? noted).product === mallProductNo) {
    throw new Refused({ kind: 'difference-not-matchable' })
  }
  // Its worker asks the bank.
  requireNoDisbursement(application)
  const orderedAt = new Date(noted.orderedAt)
  const { cardId, orderedAt: _, ...terms } = noted
  const lost = { ...terms, cardId, state: 'reserved', reservedAt: orderedAt } as const
  await reserveAgain(services, { customer, actor: booking.actor }, lost)
  await database.inTransaction(async (tx) => {
    if (!application) {
      await insertLoanApplication(tx, {
        ...key,
        cardId,
        quotedOn,
        needsFace,
        requestNo: drawNo,
        // Repeated, the request is refused: what it was is not known any more.
        fingerprint: Buffer.alloc(0),
        deviceIndex: undefined,
        app: 'browser',
        appliedAt: orderedAt,
      })
    }
    await markAccepted(tx, key, orderedAt)
    const order = { orderNo: loanNo, kind: 'disbursement' } as const
    if ((await customerOfOrder(tx, order)) === undefined) {
      await insertBankOrder(tx, { ...order, customer, orderedAt })
    }
  })
  await settleDisbursement(services, key, { state: 'done', on: booking.paidOn })
}
