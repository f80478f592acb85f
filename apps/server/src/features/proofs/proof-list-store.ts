import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ProofState } from '@qingzhou/domain/proofs/proof'
import type { CustomerNo } from '#platform/ids.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { selectEvidence, type EvidenceRecord } from './evidence-store.ts'

type Deps = Pick<Services, 'vault'>

const EVIDENCE_PER_PAGE = 10

/** A missing field does not filter. */
type Filter = {
  readonly customer?: CustomerNo | undefined
  readonly subject?: ProofSubject | undefined
}

const FILTERED = `WHERE ($1::text IS NULL OR customer_no = $1) AND ($2::text IS NULL OR subject = $2)`

/** One page, newest first, plus one row if there are more. */
export async function listEvidencePage(
  db: Queryable,
  deps: Deps,
  input: Filter & { readonly state?: ProofState | undefined; readonly pageNo: number },
): Promise<{ readonly proofs: EvidenceRecord[]; readonly hasMore: boolean }> {
  const { customer, subject, state, pageNo } = input
  const found = await selectEvidence(db, deps, {
    where: `${FILTERED} AND ($3::text IS NULL OR state = $3)
            ORDER BY changed_at DESC, proof_no LIMIT $4 OFFSET $5`,
    values: [customer, subject, state, EVIDENCE_PER_PAGE + 1, (pageNo - 1) * EVIDENCE_PER_PAGE],
  })
  return { proofs: found.slice(0, EVIDENCE_PER_PAGE), hasMore: found.length > EVIDENCE_PER_PAGE }
}

export async function countEvidence(
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

type Slice = { readonly date: LocalDate; readonly count: number }

/**
 * Locks evidence that was not submitted by its due date, so that it cannot be submitted meanwhile.
 */
export async function lockOverdueEvidence(
  tx: Transaction,
  deps: Deps,
  { date, count }: Slice,
): Promise<EvidenceRecord[]> {
  return selectEvidence(tx, deps, {
    where: `WHERE state IN ('toUpload', 'refused') AND due_on < $1
            ORDER BY customer_no, proof_no LIMIT $2 FOR UPDATE`,
    values: [date, count],
  })
}

/** Finds evidence that is due soon without a reminder, and marks it as reminded. */
export async function markEvidenceReminded(
  tx: Transaction,
  deps: Deps,
  {
    from,
    until,
    count,
  }: { readonly from: LocalDate; readonly until: LocalDate; readonly count: number },
): Promise<EvidenceRecord[]> {
  const found = await selectEvidence(tx, deps, {
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
