import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Evidence, EvidenceState, Verdict } from '@qingzhou/domain/evidence/evidence'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'vault'>

export type EvidenceKey = { readonly customer: CustomerNo; readonly evidenceNo: string }

/** An evidence record. `submittedBy` is a staff number, or empty for the borrower. */
export type EvidenceRecord = EvidenceKey &
  Evidence & {
    readonly subject: EvidenceSubject
    readonly subjectNo: string
    readonly loanNo: string
    readonly submittedBy: string | undefined
    readonly submittedAt: Date | undefined
    readonly submittedOn: LocalDate | undefined
    readonly reviewedAt: Date | undefined
    readonly reason: string | undefined
    readonly note: string | undefined
    /** What is asked for with it, in one line without personal data. */
    readonly summary: string | undefined
  }

type Row = {
  customer_no: CustomerNo
  evidence_no: string
  subject: EvidenceSubject
  subject_no: string
  loan_no: string
  state: EvidenceState
  due_on: LocalDate | null
  round: number
  submitted_by: string | null
  submitted_at: Date | null
  submitted_on: LocalDate | null
  reviewed_at: Date | null
  reason_sealed: Buffer | null
  note_sealed: Buffer | null
  summary: string | null
}

const SELECT_EVIDENCE = `
  SELECT customer_no, evidence_no, subject, subject_no, loan_no, state, due_on, round, submitted_by,
         business_moment(submitted_at) AS submitted_at, submitted_on,
         business_moment(reviewed_at) AS reviewed_at, reason_sealed, note_sealed, summary
    FROM evidence`

/** Selects evidence records; `where` is the SQL after the column list. */
export async function selectEvidence(
  db: Queryable,
  { vault }: Deps,
  query: { readonly where: string; readonly values: readonly unknown[] },
): Promise<EvidenceRecord[]> {
  const rows = await db.query<Row>(`${SELECT_EVIDENCE} ${query.where}`, query.values)
  return rows.map((row) => evidenceOf(row, vault))
}

function evidenceOf(row: Row, vault: Deps['vault']): EvidenceRecord {
  const place = placeIn('evidence', row.customer_no, row.evidence_no)
  return {
    customer: row.customer_no,
    evidenceNo: row.evidence_no,
    subject: row.subject,
    subjectNo: row.subject_no,
    loanNo: row.loan_no,
    state: row.state,
    dueOn: row.due_on ?? undefined,
    round: row.round,
    submittedBy: row.submitted_by ?? undefined,
    submittedAt: row.submitted_at ?? undefined,
    submittedOn: row.submitted_on ?? undefined,
    reviewedAt: row.reviewed_at ?? undefined,
    reason: row.reason_sealed ? vault.open(row.reason_sealed, place('reason_sealed')) : undefined,
    note: row.note_sealed ? vault.open(row.note_sealed, place('note_sealed')) : undefined,
    summary: row.summary ?? undefined,
  }
}

/** Finds a customer's own evidence; another customer's is not found. */
export async function findEvidence(
  db: Queryable,
  deps: Deps,
  { customer, evidenceNo }: EvidenceKey,
): Promise<EvidenceRecord | undefined> {
  const where = 'WHERE customer_no = $1 AND evidence_no = $2'
  const [evidence] = await selectEvidence(db, deps, { where, values: [customer, evidenceNo] })
  return evidence
}

/** Finds evidence by its number alone, for staff. */
export async function findEvidenceByNo(
  db: Queryable,
  deps: Deps,
  evidenceNo: string,
): Promise<EvidenceRecord | undefined> {
  const [evidence] = await selectEvidence(db, deps, {
    where: 'WHERE evidence_no = $1',
    values: [evidenceNo],
  })
  return evidence
}

/** Locks the row: the second of two concurrent changes waits and sees the new state. */
export async function lockEvidence(
  tx: Transaction,
  deps: Deps,
  { customer, evidenceNo }: EvidenceKey,
): Promise<EvidenceRecord | undefined> {
  const where = 'WHERE customer_no = $1 AND evidence_no = $2 FOR UPDATE'
  const [evidence] = await selectEvidence(tx, deps, { where, values: [customer, evidenceNo] })
  return evidence
}

/** Inserts a record, or returns the number of the existing one. */
export async function insertEvidence(
  tx: Transaction,
  evidence: EvidenceKey &
    Pick<EvidenceRecord, 'subject' | 'subjectNo' | 'loanNo' | 'dueOn'> & {
      readonly openedAt: Date
    },
): Promise<string> {
  const { customer, evidenceNo, subject, subjectNo, loanNo, dueOn, openedAt } = evidence
  await tx.query(
    `INSERT INTO evidence (customer_no, evidence_no, subject, subject_no, loan_no, state, due_on,
                         opened_at, changed_at)
     VALUES ($1, $2, $3, $4, $5, 'toUpload', $6, $7, $7)
     ON CONFLICT (customer_no, subject, subject_no) DO NOTHING`,
    [customer, evidenceNo, subject, subjectNo, loanNo, dueOn, openedAt],
  )
  const [record] = await tx.query<{ evidence_no: string }>(
    `SELECT evidence_no FROM evidence WHERE customer_no = $1 AND subject = $2 AND subject_no = $3`,
    [customer, subject, subjectNo],
  )
  return record?.evidence_no ?? evidenceNo
}

export async function saveSubmission(
  tx: Transaction,
  { vault }: Deps,
  { customer, evidenceNo }: EvidenceKey,
  handedIn: {
    readonly round: number
    readonly by: string
    readonly at: Date
    readonly on: LocalDate
    readonly note: string | undefined
  },
): Promise<void> {
  const { round, by, at, on, note } = handedIn
  const place = placeIn('evidence', customer, evidenceNo)('note_sealed')
  await tx.query(
    `UPDATE evidence SET state = 'toReview', round = $3, submitted_by = $4, submitted_at = $5,
            submitted_on = $6, note_sealed = coalesce($7, note_sealed), changed_at = $5
      WHERE customer_no = $1 AND evidence_no = $2`,
    [customer, evidenceNo, round, by, at, on, note === undefined ? null : vault.seal(note, place)],
  )
}

/** Stores what is asked for with evidence, in one line for the reviewer's list. */
export async function saveSummary(
  tx: Transaction,
  { customer, evidenceNo, summary }: EvidenceKey & { readonly summary: string },
): Promise<void> {
  await tx.query('UPDATE evidence SET summary = $3 WHERE customer_no = $1 AND evidence_no = $2', [
    customer,
    evidenceNo,
    summary,
  ])
}

export async function saveReview(
  tx: Transaction,
  { vault }: Deps,
  { customer, evidenceNo }: EvidenceKey,
  review: {
    readonly verdict: Verdict
    readonly dueOn: LocalDate | undefined
    readonly by: string
    readonly at: Date
    readonly reason: string | undefined
  },
): Promise<void> {
  const { verdict, dueOn, by, at, reason } = review
  const place = placeIn('evidence', customer, evidenceNo)('reason_sealed')
  await tx.query(
    `UPDATE evidence SET state = $3, due_on = $4, reviewed_by = $5, reviewed_at = $6,
            reason_sealed = $7, changed_at = $6
      WHERE customer_no = $1 AND evidence_no = $2`,
    [
      customer,
      evidenceNo,
      verdict,
      dueOn,
      by,
      at,
      reason === undefined ? null : vault.seal(reason, place),
    ],
  )
}

export async function saveEvidenceLapsed(
  tx: Transaction,
  { customer, evidenceNo }: EvidenceKey,
  at: Date,
): Promise<void> {
  await tx.query(
    `UPDATE evidence SET state = 'invalid', changed_at = $3 WHERE customer_no = $1 AND evidence_no = $2`,
    [customer, evidenceNo, at],
  )
}
