import type { FileRecord } from '@qingzhou/contract/files'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'
import type { EvidenceRecord, ProofKey } from './proof-store.ts'

type Deps = Pick<Services, 'vault'>

/** A file of a proof. Who put it there is a staff number, or empty for the borrower. */
export type ProofFile = {
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
  put_by: string
  put_at: Date
  round: number
  is_handed_in: boolean
}

/**
 * The files that make up a proof: those of its last round, and those put there for the next. After a
 * refusal that is both, as what was good may be handed in again.
 */
export async function filesOf(
  db: Queryable,
  { vault }: Deps,
  { customer, proofNo, round }: ProofKey & Pick<EvidenceRecord, 'round'>,
): Promise<ProofFile[]> {
  const rows = await db.query<Row>(
    `SELECT file_no, name_sealed, kind, size, pages, put_by, put_at, round, is_handed_in
       FROM proof_files
      WHERE customer_no = $1 AND proof_no = $2 AND round > 0 AND round BETWEEN $3 AND $3 + 1
      ORDER BY put_at, file_no`,
    [customer, proofNo, round],
  )
  return rows.map((row) => ({
    fileNo: row.file_no,
    fileName: vault.open(
      row.name_sealed,
      placeIn('proof_files', customer, row.file_no)('name_sealed'),
    ),
    kind: row.kind,
    size: row.size,
    pages: row.pages,
    putBy: row.put_by,
    putAt: row.put_at,
    round: row.round,
    isHandedIn: row.is_handed_in,
  }))
}

export async function countFiles(
  db: Queryable,
  proofs: readonly EvidenceRecord[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ proof_no: string; count: number }>(
    `SELECT asked.proof_no, count(*)::int AS count
       FROM unnest($1::text[], $2::text[], $3::int[]) AS asked (customer_no, proof_no, round)
       JOIN proof_files AS file
         ON file.customer_no = asked.customer_no AND file.proof_no = asked.proof_no
        AND file.round > 0 AND file.round BETWEEN asked.round AND asked.round + 1
      GROUP BY asked.proof_no`,
    [
      proofs.map(({ customer }) => customer),
      proofs.map(({ proofNo }) => proofNo),
      proofs.map(({ round }) => round),
    ],
  )
  return new Map(rows.map((row) => [row.proof_no, row.count]))
}

export async function insertProofFile(
  tx: Transaction,
  { vault }: Deps,
  { customer, proofNo }: ProofKey,
  file: Omit<ProofFile, 'isHandedIn'>,
): Promise<void> {
  await tx.query(
    `INSERT INTO proof_files
       (customer_no, file_no, proof_no, round, name_sealed, kind, size, pages, put_by, put_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      customer,
      file.fileNo,
      proofNo,
      file.round,
      vault.seal(file.fileName, placeIn('proof_files', customer, file.fileNo)('name_sealed')),
      file.kind,
      file.size,
      file.pages,
      file.putBy,
      file.putAt,
    ],
  )
}

type FileOfProof = ProofKey & { readonly fileNo: string }

export async function deleteProofFile(
  tx: Transaction,
  { customer, proofNo, fileNo }: FileOfProof,
): Promise<void> {
  await tx.query(
    `DELETE FROM proof_files WHERE customer_no = $1 AND proof_no = $2 AND file_no = $3`,
    [customer, proofNo, fileNo],
  )
}

/** What was handed in once stays for whoever asks what was reviewed, and is part of the proof no more. */
export async function setFileAside(
  tx: Transaction,
  { customer, proofNo, fileNo }: FileOfProof,
): Promise<void> {
  await tx.query(
    `UPDATE proof_files SET round = 0 WHERE customer_no = $1 AND proof_no = $2 AND file_no = $3`,
    [customer, proofNo, fileNo],
  )
}

export async function markHandedIn(
  tx: Transaction,
  { customer, proofNo }: ProofKey,
  handedIn: { readonly fileNos: readonly string[]; readonly round: number },
): Promise<void> {
  await tx.query(
    `UPDATE proof_files SET is_handed_in = true, round = $4
      WHERE customer_no = $1 AND proof_no = $2 AND file_no = ANY ($3)`,
    [customer, proofNo, handedIn.fileNos, handedIn.round],
  )
}
