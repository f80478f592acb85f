import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { mallProductNo } from '@qingzhou/domain/product'
import { findDraw, reserveAgain, type DrawRecord } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { customerOfOrder, insertBankOrder } from '@qingzhou/providers/records/bank-order-store'
import { sealNote } from '@qingzhou/providers/records/order-note'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import {
  findLoanApplication,
  insertLoanApplication,
  markAccepted,
  type LoanApplication,
} from '#features/loans/loan-application-store.ts'
import { settleDisbursement, type DisbursementServices } from './settle-disbursement.ts'

/** A draw that a customer has accepted, as the bank keeps it for us. */
export type NotedPayout = Omit<DrawRecord, 'state'> &
  Pick<LoanApplication, 'needsFace' | 'quotedOn'> & {
    readonly cardId: string
    /** In milliseconds. */
    readonly orderedAt: number
  }

export function payoutNote(
  services: Pick<Services, 'vault'>,
  noted: {
    readonly application: LoanApplication
    readonly draw: DrawRecord
    readonly orderedAt: Date
  },
): string | undefined {
  const { application, draw } = noted
  const { customer, cardId, needsFace, quotedOn } = application
  const { state: _, ...terms } = draw
  const orderedAt = noted.orderedAt.getTime()
  const order: NotedPayout = { ...terms, cardId, needsFace, quotedOn, orderedAt }
  return sealNote(services, draw.loanNo, { kind: 'disbursement', customer, order })
}

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
  if (application?.state === 'processing') throw new Refused({ kind: 'draw-running' })
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
