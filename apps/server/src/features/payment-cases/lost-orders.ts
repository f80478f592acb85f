import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { rebuildDraw, type NotedPayout } from '#features/loans/index.ts'
import {
  bookSentRefund,
  rebuildOrder,
  type NotedDebit,
  type NotedRefund,
} from '#features/repayment/index.ts'
import type { ProposalServices } from '#features/proposals/index.ts'
import { readDifferences, type DifferenceRecord } from '#features/reconciliation/index.ts'
import { inside } from '@qingzhou/platform/database/database'
import { openNote, type OrderNote } from '@qingzhou/providers/records/order-note'
import { Refused } from '@qingzhou/platform/refused'

/** What an order of ours has carried, if the provider returns it and the key is there. */
export function noteOf(
  services: Pick<ProposalServices, 'vault'>,
  { wireNo, note }: Pick<DifferenceRecord, 'wireNo' | 'note'>,
): OrderNote | undefined {
  return wireNo === undefined || note === undefined
    ? undefined
    : openNote(services, { wireNo, note })
}

/**
 * Books a transfer that its provider has carried out and the books do not have: rebuilds the order
 * from its note, and books it as if the answer had come in time.
 */
export async function bookLostOrder(
  services: ProposalServices,
  difference: DifferenceRecord,
  actor: string,
): Promise<void> {
  const { provider, day, kind, finding, said, theirs: amount, wireNo } = difference
  const noted = noteOf(services, difference)
  const isMoved = finding === 'missing-with-us' && said === 'done' && amount !== undefined
  if (!isMoved || wireNo === undefined || !noted?.order || noted.kind !== kind) {
    throw new Refused({ kind: 'difference-not-matchable' })
  }
  const { customer, order } = noted
  // The kind of a note says what its order is.
  if (noted.kind === 'disbursement') {
    const disbursement = { customer, noted: order as NotedPayout }
    if (disbursement.noted.amount !== amount)
      throw new Refused({ kind: 'difference-not-matchable' })
    return rebuildDraw(services, disbursement, { paidOn: day, actor })
  }
  if (noted.kind === 'refund') {
    const { refundNo } = order as NotedRefund
    const sent = { wireNo, by: provider, amount, movedOn: day }
    return bookSentRefund(services, { customer, refundNo }, sent)
  }
  const lost = { customer, noted: order as NotedDebit, amount }
  await services.database.inTransaction((tx) =>
    rebuildOrder(tx, services, lost, { paidOn: day, actor }),
  )
}

/** A transfer that cannot be booked, and why. */
export type LeftOrder = { readonly difference: DifferenceRecord; readonly reason: string }

/** Which transfers of a day, or of all days, can be booked, in the order in which they have to be. */
export async function bookableOrders(
  services: ProposalServices,
  day: LocalDate | undefined,
): Promise<{
  readonly bookable: readonly DifferenceRecord[]
  readonly left: readonly LeftOrder[]
}> {
  const missing = (await readDifferences(services.database, day)).filter(
    ({ finding }) => finding === 'missing-with-us',
  )
  const bookable: DifferenceRecord[] = []
  const left: LeftOrder[] = []
  const triedOut = new Error('tried out')
  // Later ones may need earlier ones, so all are tried in one transaction, which is rolled back.
  const trying = services.database.inTransaction(async (tx) => {
    const dryRun = { ...services, database: inside(tx) }
    for (const difference of inOrder(services, missing)) {
      await tx.query('SAVEPOINT lost_order')
      try {
        await bookLostOrder(dryRun, difference, 'command')
        bookable.push(difference)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        await tx.query('ROLLBACK TO SAVEPOINT lost_order')
        left.push({ difference, reason: error.refusal.kind })
      }
    }
    throw triedOut
  })
  await trying.catch((error: unknown) => {
    if (error !== triedOut) throw error
  })
  return { bookable, left }
}

const turns: Readonly<Partial<Record<DifferenceRecord['kind'], number>>> = {
  disbursement: 1,
  debit: 2,
}

/** Of a day first the payouts, then the debits as they were ordered, then the refunds. */
export function inOrder(
  services: Pick<ProposalServices, 'vault'>,
  differences: readonly DifferenceRecord[],
): DifferenceRecord[] {
  const placed = differences.map((difference) => {
    const { orderedAt = 0 } = (noteOf(services, difference)?.order ?? {}) as Partial<NotedDebit>
    return { difference, orderedAt, turn: turns[difference.kind] ?? 3 }
  })
  return placed
    .toSorted(
      (one, other) =>
        one.difference.day.localeCompare(other.difference.day) ||
        one.turn - other.turn ||
        one.orderedAt - other.orderedAt,
    )
    .map(({ difference }) => difference)
}
