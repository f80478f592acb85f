import type { ProofSubject } from '@qingzhou/contract/proofs'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ProofState } from '@qingzhou/domain/proofs/proof'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { selectProofs, type EvidenceRecord } from './proof-store.ts'

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
