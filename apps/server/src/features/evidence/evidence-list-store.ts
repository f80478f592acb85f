import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { EvidenceState } from '@qingzhou/domain/evidence/evidence'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { selectEvidence, type EvidenceKey, type EvidenceRecord } from './evidence-store.ts'

type Deps = Pick<Services, 'vault'>

const EVIDENCE_PER_PAGE = 10

/** A missing field does not filter. */
type Filter = {
  readonly customer?: CustomerNo | undefined
  readonly subject?: EvidenceSubject | undefined
}

/**
 * What a customer has opened without being asked for it has no due date. Until it is submitted, only
 * the customer sees it.
 */
const FILTERED = `WHERE ($1::text IS NULL OR customer_no = $1) AND ($2::text IS NULL OR subject = $2)
  AND ($1::text IS NOT NULL OR state <> 'toUpload' OR due_on IS NOT NULL)`

/** One page, newest first, plus one row if there are more. */
export async function listEvidencePage(
  db: Queryable,
  deps: Deps,
  input: Filter & { readonly state?: EvidenceState | undefined; readonly pageNo: number },
): Promise<{ readonly evidenceList: EvidenceRecord[]; readonly hasMore: boolean }> {
  const { customer, subject, state, pageNo } = input
  const found = await selectEvidence(db, deps, {
    where: `${FILTERED} AND ($3::text IS NULL OR state = $3)
            ORDER BY changed_at DESC, evidence_no LIMIT $4 OFFSET $5`,
    values: [customer, subject, state, EVIDENCE_PER_PAGE + 1, (pageNo - 1) * EVIDENCE_PER_PAGE],
  })
  return {
    evidenceList: found.slice(0, EVIDENCE_PER_PAGE),
    hasMore: found.length > EVIDENCE_PER_PAGE,
  }
}

export async function countEvidence(
  db: Queryable,
  { customer, subject }: Filter,
): Promise<Record<EvidenceState, number>> {
  const rows = await db.query<{ state: EvidenceState; count: number }>(
    `SELECT state, count(*)::int AS count FROM evidence ${FILTERED} GROUP BY state`,
    [customer, subject],
  )
  const counts = { toUpload: 0, toReview: 0, approved: 0, refused: 0, invalid: 0 }
  for (const { state, count } of rows) counts[state] = count
  return counts
}

type Due = { readonly date: LocalDate }
type DueSoon = { readonly from: LocalDate; readonly until: LocalDate }

const OVERDUE = `state IN ('toUpload', 'refused') AND due_on < $1`
const DUE_SOON = `state IN ('toUpload', 'refused') AND due_on BETWEEN $1 AND $2
              AND reminded_of IS DISTINCT FROM due_on`

/** Evidence of any customers that was not submitted by its due date. */
export async function findOverdueEvidence(
  db: Queryable,
  { date, count }: Due & { readonly count: number },
): Promise<EvidenceKey[]> {
  return findKeys(db, `${OVERDUE} ORDER BY customer_no, evidence_no LIMIT $2`, [date, count])
}

/** Evidence of any customers that is due soon and without a reminder. */
export async function findEvidenceDueSoon(
  db: Queryable,
  { from, until, count }: DueSoon & { readonly count: number },
): Promise<EvidenceKey[]> {
  const where = `${DUE_SOON} ORDER BY customer_no, evidence_no LIMIT $3`
  return findKeys(db, where, [from, until, count])
}

async function findKeys(
  db: Queryable,
  where: string,
  values: readonly unknown[],
): Promise<EvidenceKey[]> {
  const rows = await db.query<{ customer_no: CustomerNo; evidence_no: string }>(
    `SELECT customer_no, evidence_no FROM evidence WHERE ${where}`,
    values,
  )
  return rows.map((row) => ({ customer: row.customer_no, evidenceNo: row.evidence_no }))
}

/** Locks evidence that is still overdue, so that it cannot be submitted meanwhile. */
export async function lockOverdueEvidence(
  tx: Transaction,
  deps: Deps,
  { customer, evidenceNo, date }: EvidenceKey & Due,
): Promise<EvidenceRecord | undefined> {
  const [evidence] = await selectEvidence(tx, deps, {
    where: `WHERE ${OVERDUE} AND customer_no = $2 AND evidence_no = $3 FOR UPDATE`,
    values: [date, customer, evidenceNo],
  })
  return evidence
}

/** Marks evidence as reminded. Undefined if it was reminded of or submitted meanwhile. */
export async function markEvidenceReminded(
  tx: Transaction,
  deps: Deps,
  { customer, evidenceNo, from, until }: EvidenceKey & DueSoon,
): Promise<EvidenceRecord | undefined> {
  const [evidence] = await selectEvidence(tx, deps, {
    where: `WHERE ${DUE_SOON} AND customer_no = $3 AND evidence_no = $4 FOR UPDATE`,
    values: [from, until, customer, evidenceNo],
  })
  if (!evidence) return undefined
  await tx.query(
    'UPDATE evidence SET reminded_of = due_on WHERE customer_no = $1 AND evidence_no = $2',
    [customer, evidenceNo],
  )
  return evidence
}
