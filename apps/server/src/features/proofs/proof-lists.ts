import { randomBytes } from 'node:crypto'
import type { ProofSubject } from '@qingzhou/contract/proofs'
import { proofStates } from '@qingzhou/contract/proofs'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { ProofState } from '@qingzhou/domain/proofs/proof'
import { loanUseDueOn, moveProof } from '@qingzhou/domain/proofs/proof'
import { readBusinessDate } from '#lending/ledger/index.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { orRefuse } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { enqueueLapseSms, enqueueReminderSms } from './messages.ts'
import { noteProofEvent } from './proof-event-store.ts'
import type { EvidenceRecord } from './proof-store.ts'
import { insertProof, saveLapsed, selectProofs } from './proof-store.ts'

type Deps = Pick<Services, 'vault'>

const PROOFS_PER_PAGE = 10

/** Which proofs; what is left out counts for all. */
type Filter = {
  readonly customer?: CustomerNo | undefined
  readonly subject?: ProofSubject | undefined
}

const FILTERED = `WHERE ($1::text IS NULL OR customer_no = $1) AND ($2::text IS NULL OR subject = $2)`

/** One page, the newest first, and one row more where there are more. */
export async function pageOfProofs(
  db: Queryable,
  deps: Deps,
  asked: Filter & { readonly state?: ProofState | undefined; readonly pageNo: number },
): Promise<{ readonly proofs: EvidenceRecord[]; readonly hasMore: boolean }> {
  const { customer, subject, state, pageNo } = asked
  const found = await selectProofs(db, deps, {
    where: `${FILTERED} AND ($3::text IS NULL OR state = $3)
            ORDER BY changed_at DESC, proof_no LIMIT $4 OFFSET $5`,
    values: [customer, subject, state, PROOFS_PER_PAGE + 1, (pageNo - 1) * PROOFS_PER_PAGE],
  })
  return { proofs: found.slice(0, PROOFS_PER_PAGE), hasMore: found.length > PROOFS_PER_PAGE }
}

export async function countProofs(
  db: Queryable,
  { customer, subject }: Filter,
): Promise<Record<ProofState, number>> {
  const rows = await db.query<{ state: ProofState; count: number }>(
    `SELECT state, count(*)::int AS count FROM proofs ${FILTERED} GROUP BY state`,
    [customer, subject],
  )
  const counts = { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/** Staff ask by number: 0 to upload, 1 to review, and so on. */
export function stateOfSource(source: number): ProofState {
  const state = proofStates[source]
  if (state === undefined) throw new RangeError('a source is one of the states')
  return state
}

type Slice = { readonly date: LocalDate; readonly count: number }

/** Not handed in by a last day that is over; locked, so that nobody hands it in meanwhile. */
export async function lockOverdue(
  tx: Transaction,
  deps: Deps,
  { date, count }: Slice,
): Promise<EvidenceRecord[]> {
  return selectProofs(tx, deps, {
    where: `WHERE state IN ('toUpload', 'refused') AND due_on < $1
            ORDER BY customer_no, proof_no LIMIT $2 FOR UPDATE`,
    values: [date, count],
  })
}

/** Soon to be over, and not reminded of; from now on they count as reminded. */
export async function takeUnreminded(
  tx: Transaction,
  deps: Deps,
  {
    from,
    until,
    count,
  }: { readonly from: LocalDate; readonly until: LocalDate; readonly count: number },
): Promise<EvidenceRecord[]> {
  const found = await selectProofs(tx, deps, {
    where: `WHERE state IN ('toUpload', 'refused') AND due_on BETWEEN $1 AND $2
              AND reminded_of IS DISTINCT FROM due_on
            ORDER BY customer_no, proof_no LIMIT $3 FOR UPDATE`,
    values: [from, until, count],
  })
  await tx.query(
    `UPDATE proofs SET reminded_of = due_on FROM unnest($1::text[], $2::text[])
       AS found (customer_no, proof_no)
      WHERE proofs.customer_no = found.customer_no AND proofs.proof_no = found.proof_no`,
    [found.map(({ customer }) => customer), found.map(({ proofNo }) => proofNo)],
  )
  return found
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
  const proofNo = randomBytes(8).toString('hex')
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
