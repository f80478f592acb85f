import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'
import type { EvidenceRecord, EvidenceKey } from './evidence-store.ts'

type Deps = Pick<Services, 'vault'>

/** A file of an evidence record. `putBy` is a staff number, or empty for the borrower. */
export type EvidenceFile = {
  readonly fileNo: string
  readonly fileName: string
  readonly kind: FileRecord['kind']
  readonly size: number
  readonly pages: number
  readonly putBy: string
  readonly putAt: Date
  readonly round: number
  readonly isHandedIn: boolean
}

type Row = {
  file_no: string
  name_sealed: Buffer
  kind: FileRecord['kind']
  size: number
  pages: number
  uploaded_by: string
  uploaded_at: Date
  round: number
  is_submitted: boolean
}

/**
 * The current files: those of the last round and those uploaded for the next. After a refusal it is
 * both, because files of the refused round may be submitted again.
 */
export async function listCurrentFiles(
  db: Queryable,
  { vault }: Deps,
  { customer, evidenceNo, round }: EvidenceKey & Pick<EvidenceRecord, 'round'>,
): Promise<EvidenceFile[]> {
  const rows = await db.query<Row>(
    `SELECT file_no, name_sealed, kind, size, pages, uploaded_by, business_moment(uploaded_at) AS uploaded_at, round,
            is_submitted
       FROM evidence_files
      WHERE customer_no = $1 AND evidence_no = $2 AND round > 0 AND round BETWEEN $3 AND $3 + 1
      ORDER BY uploaded_at, file_no`,
    [customer, evidenceNo, round],
  )
  return rows.map((row) => ({
    fileNo: row.file_no,
    fileName: vault.open(
      row.name_sealed,
      placeIn('evidence_files', customer, row.file_no)('name_sealed'),
    ),
    kind: row.kind,
    size: row.size,
    pages: row.pages,
    putBy: row.uploaded_by,
    putAt: row.uploaded_at,
    round: row.round,
    isHandedIn: row.is_submitted,
  }))
}

export async function countFiles(
  db: Queryable,
  evidenceList: readonly EvidenceRecord[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ evidence_no: string; count: number }>(
    `SELECT asked.evidence_no, count(*)::int AS count
       FROM unnest($1::text[], $2::text[], $3::int[]) AS asked (customer_no, evidence_no, round)
       JOIN evidence_files AS file
         ON file.customer_no = asked.customer_no AND file.evidence_no = asked.evidence_no
        AND file.round > 0 AND file.round BETWEEN asked.round AND asked.round + 1
      GROUP BY asked.evidence_no`,
    [
      evidenceList.map(({ customer }) => customer),
      evidenceList.map(({ evidenceNo }) => evidenceNo),
      evidenceList.map(({ round }) => round),
    ],
  )
  return new Map(rows.map((row) => [row.evidence_no, row.count]))
}

export async function insertEvidenceFile(
  tx: Transaction,
  { vault }: Deps,
  { customer, evidenceNo }: EvidenceKey,
  file: Omit<EvidenceFile, 'isHandedIn'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO evidence_files
       (customer_no, file_no, evidence_no, round, name_sealed, kind, size, pages, uploaded_by, uploaded_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      customer,
      file.fileNo,
      evidenceNo,
      file.round,
      vault.seal(file.fileName, placeIn('evidence_files', customer, file.fileNo)('name_sealed')),
      file.kind,
      file.size,
      file.pages,
      file.putBy,
      file.putAt,
    ],
  )
}

type EvidenceFileKey = EvidenceKey & { readonly fileNo: string }

export async function deleteEvidenceFile(
  tx: Transaction,
  { customer, evidenceNo, fileNo }: EvidenceFileKey,
): Promise<void> {
  await tx.query(
    `DELETE FROM evidence_files WHERE customer_no = $1 AND evidence_no = $2 AND file_no = $3`,
    [customer, evidenceNo, fileNo],
  )
}

/**
 * Removes a submitted file from the current files; it stays stored as part of the reviewed round.
 */
export async function detachSubmittedFile(
  tx: Transaction,
  { customer, evidenceNo, fileNo }: EvidenceFileKey,
): Promise<void> {
  await tx.query(
    `UPDATE evidence_files SET round = 0 WHERE customer_no = $1 AND evidence_no = $2 AND file_no = $3`,
    [customer, evidenceNo, fileNo],
  )
}

export async function markFilesSubmitted(
  tx: Transaction,
  { customer, evidenceNo }: EvidenceKey,
  handedIn: { readonly fileNos: readonly string[]; readonly round: number },
): Promise<void> {
  await tx.query(
    `UPDATE evidence_files SET is_submitted = true, round = $4
      WHERE customer_no = $1 AND evidence_no = $2 AND file_no = ANY ($3)`,
    [customer, evidenceNo, handedIn.fileNos, handedIn.round],
  )
}
