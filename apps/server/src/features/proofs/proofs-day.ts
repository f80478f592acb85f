import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { moveProof } from '@qingzhou/domain/proofs/proof'
import type { Transaction } from '#platform/database/database.ts'
import { readBusinessDate } from '#lending/ledger/index.ts'
import { orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { enqueueLapseSms, enqueueReminderSms } from './messages.ts'
import { noteProofEvent } from './proof-event-store.ts'
import { lockOverdue, takeUnreminded } from './proof-lists.ts'
import { saveLapsed } from './proof-store.ts'

/** A slice takes a moment, and its proofs are locked no longer. */
const PROOFS_PER_SLICE = 100

/**
 * What a new day does to proofs: those whose last day is over are invalid, and who has a few days left
 * is reminded. Killed anywhere and run again, it goes on where it was.
 */
export async function proofsDay(services: Services, date: LocalDate): Promise<void> {
  await inSlices(services, (tx) => lapseSome(tx, services, date))
  await inSlices(services, (tx) => remindSome(tx, services, date))
}

async function inSlices(
  { database }: Services,
  work: (tx: Transaction) => Promise<number>,
): Promise<void> {
  let done = PROOFS_PER_SLICE
  while (done === PROOFS_PER_SLICE) done = await database.inTransaction(work)
}

async function lapseSome(tx: Transaction, services: Services, date: LocalDate): Promise<number> {
  const overdue = await lockOverdue(tx, services, { date, count: PROOFS_PER_SLICE })
  for (const proof of overdue) {
    const { round } = orRefuse(moveProof(proof, { type: 'day-began', on: date }))
    const at = services.now()
    await saveLapsed(tx, proof, at)
    const lapsed = { act: 'lapsed', round, by: '', at, reason: undefined, fileNos: [] } as const
    await noteProofEvent(tx, services, proof, lapsed)
    await enqueueLapseSms(tx, services, proof)
  }
  return overdue.length
}

/** Books that a test clock has moved on leave nobody to be reminded of what is over. */
async function remindSome(tx: Transaction, services: Services, date: LocalDate): Promise<number> {
  const until = addDays(date, product.proofs.remindDaysBefore)
  const from = await readBusinessDate(tx)
  const soon = await takeUnreminded(tx, services, { from, until, count: PROOFS_PER_SLICE })
  for (const proof of soon) await enqueueReminderSms(tx, services, proof)
  return soon.length
}
