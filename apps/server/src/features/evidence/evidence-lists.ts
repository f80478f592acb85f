import { evidenceStates } from '@qingzhou/contract/features/evidence'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import type { EvidenceState } from '@qingzhou/domain/evidence/evidence'
import { loanUseDueOn, applyEvidenceEvent } from '@qingzhou/domain/evidence/evidence'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { orRefuse } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { enqueueLapseSms, enqueueReminderSms } from './messages.ts'
import {
  findEvidenceDueSoon,
  findOverdueEvidence,
  lockOverdueEvidence,
  markEvidenceReminded,
} from './evidence-list-store.ts'
import { insertEvidenceEvent } from './evidence-event-store.ts'
import type { EvidenceKey, EvidenceRecord } from './evidence-store.ts'
import { insertEvidence, saveEvidenceLapsed } from './evidence-store.ts'

type Deps = Pick<Services, 'vault' | 'tasks' | 'now'>

/** The staff API numbers the states: 0 is toUpload, 1 is toReview, and so on. */
export function stateOfSource(source: number): EvidenceState {
  const state = evidenceStates[source]
  if (state === undefined) throw new RangeError(`unknown evidence source ${source}`)
  return state
}

const EVIDENCE_PER_SLICE = 100

/**
 * Daily run: sets overdue evidence to invalid and sends reminders, each in its own transaction. Can
 * be interrupted and run again.
 */
export async function runEvidenceDay(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  date: LocalDate,
): Promise<void> {
  const { database } = services
  const slice = { date, count: EVIDENCE_PER_SLICE }
  await inSlices({
    find: () => findOverdueEvidence(database, slice),
    each: (key) => database.inTransaction((tx) => lapseEvidence(tx, services, { ...key, date })),
  })
  // Skips evidence that is already overdue because a test clock has moved the business date on.
  const from = await readBusinessDate(database)
  const until = addDays(date, product.evidence.remindDaysBefore)
  await inSlices({
    find: () => findEvidenceDueSoon(database, { ...slice, from, until }),
    each: (key) =>
      database.inTransaction((tx) => remindOfEvidence(tx, services, { ...key, from, until })),
  })
}

async function inSlices({
  find,
  each,
}: {
  readonly find: () => Promise<readonly EvidenceKey[]>
  readonly each: (key: EvidenceKey) => Promise<void>
}): Promise<void> {
  let found
  do {
    found = await find()
    for (const key of found) await each(key)
  } while (found.length === EVIDENCE_PER_SLICE)
}

async function lapseEvidence(
  tx: Transaction,
  services: Deps,
  overdue: EvidenceKey & { readonly date: LocalDate },
): Promise<void> {
  const evidence = await lockOverdueEvidence(tx, services, overdue)
  if (!evidence) return
  const { round } = orRefuse(applyEvidenceEvent(evidence, { type: 'day-began', on: overdue.date }))
  const at = services.now()
  await saveEvidenceLapsed(tx, evidence, at)
  const lapsed = { act: 'lapsed', round, by: '', at, reason: undefined, fileNos: [] } as const
  await insertEvidenceEvent(tx, services, evidence, lapsed)
  await enqueueLapseSms(tx, services, evidence)
}

async function remindOfEvidence(
  tx: Transaction,
  services: Deps,
  dueSoon: EvidenceKey & { readonly from: LocalDate; readonly until: LocalDate },
): Promise<void> {
  const evidence = await markEvidenceReminded(tx, services, dueSoon)
  if (evidence) await enqueueReminderSms(tx, services, evidence)
}

type EvidenceDayDeps = Pick<Services, 'now'>

/**
 * Creates an evidence record and returns its number; returns the existing one for the same subject.
 */
export async function openEvidence(
  tx: Transaction,
  { now }: EvidenceDayDeps,
  wanted: Pick<EvidenceRecord, 'customer' | 'subject' | 'subjectNo' | 'loanNo'> & {
    readonly dueOn?: LocalDate
  },
): Promise<string> {
  const { customer, subject, subjectNo, loanNo, dueOn } = wanted
  const evidenceNo = newNo(8)
  return insertEvidence(tx, {
    customer,
    evidenceNo,
    subject,
    subjectNo,
    loanNo,
    dueOn,
    openedAt: now(),
  })
}

/** Requests loan-use evidence for an employee's loan. */
export async function openLoanUseEvidence(
  tx: Transaction,
  deps: EvidenceDayDeps,
  loan: { readonly customer: CustomerNo; readonly loanNo: string; readonly bookedOn: LocalDate },
): Promise<void> {
  const { customer, loanNo, bookedOn } = loan
  const dueOn = loanUseDueOn(bookedOn)
  await openEvidence(tx, deps, { customer, subject: 'loanUse', subjectNo: loanNo, loanNo, dueOn })
}
