import { proofStates } from '@qingzhou/contract/proofs'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { ProofState } from '@qingzhou/domain/proofs/proof'
import { loanUseDueOn, moveProof } from '@qingzhou/domain/proofs/proof'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { enqueueLapseSms, enqueueReminderSms } from './messages.ts'
import { lockOverdue, takeUnreminded } from './proof-list-store.ts'
import { noteProofEvent } from './proof-event-store.ts'
import type { EvidenceRecord } from './proof-store.ts'
import { insertProof, saveLapsed } from './proof-store.ts'
import { newNo } from '#platform/ids.ts'

/** Staff ask by number: 0 to upload, 1 to review, and so on. */
export function stateOfSource(source: number): ProofState {
  const state = proofStates[source]
  if (state === undefined) throw new RangeError('a source is one of the states')
  return state
}

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

type ProofsDayDeps = Pick<Services, 'now'>

/** Asks for a proof, and answers its number. Asked for again for the same matter, it is the same one. */
export async function openProof(
  tx: Transaction,
  { now }: ProofsDayDeps,
  wanted: Pick<EvidenceRecord, 'customer' | 'subject' | 'subjectNo' | 'loanNo'> & {
    readonly dueOn?: LocalDate
  },
): Promise<string> {
  const { customer, subject, subjectNo, loanNo, dueOn } = wanted
  const proofNo = newNo(8)
  return insertProof(tx, { customer, proofNo, subject, subjectNo, loanNo, dueOn, openedAt: now() })
}

/** An employee's loan was booked: what it is used for has to be shown. */
export async function openLoanUseProof(
  tx: Transaction,
  deps: ProofsDayDeps,
  loan: { readonly customer: CustomerNo; readonly loanNo: string; readonly bookedOn: LocalDate },
): Promise<void> {
  const { customer, loanNo, bookedOn } = loan
  const dueOn = loanUseDueOn(bookedOn)
  await openProof(tx, deps, { customer, subject: 'loanUse', subjectNo: loanNo, loanNo, dueOn })
}
