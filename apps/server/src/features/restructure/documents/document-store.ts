import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn, type SealedPlace } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

type Key = { readonly customer: CustomerNo; readonly evidenceNo: string }

/** A hardship document. Its files and review are in the evidence record. */
type HardshipDocument = Key & {
  readonly note: string | undefined
  /** The last day of validity, once it is approved. */
  readonly countsUntil: LocalDate | undefined
}

export async function insertDocument(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, evidenceNo }: Key,
): Promise<void> {
  await tx.query(
    'INSERT INTO hardship_documents (customer_no, evidence_no, opened_at) VALUES ($1, $2, $3)',
    [customer, evidenceNo, now()],
  )
}

/** The hardship documents of a customer, newest first. */
export async function readDocuments(
  db: Queryable,
  { vault }: Pick<Services, 'vault'>,
  customer: CustomerNo,
): Promise<HardshipDocument[]> {
  const rows = await db.query<{
    evidence_no: string
    note_sealed: Buffer | null
    valid_until: LocalDate | null
  }>(
    `SELECT evidence_no, note_sealed, valid_until FROM hardship_documents
      WHERE customer_no = $1 ORDER BY opened_at DESC, evidence_no`,
    [customer],
  )
  return rows.map((row) => ({
    customer,
    evidenceNo: row.evidence_no,
    note: row.note_sealed
      ? vault.open(row.note_sealed, placeOfNote({ customer, evidenceNo: row.evidence_no }))
      : undefined,
    countsUntil: row.valid_until ?? undefined,
  }))
}

export async function saveNote(
  tx: Transaction,
  { vault }: Pick<Services, 'vault'>,
  { customer, evidenceNo, note }: Key & { readonly note: string | undefined },
): Promise<void> {
  await tx.query(
    'UPDATE hardship_documents SET note_sealed = $3 WHERE customer_no = $1 AND evidence_no = $2',
    [
      customer,
      evidenceNo,
      note === undefined ? null : vault.seal(note, placeOfNote({ customer, evidenceNo })),
    ],
  )
}

export async function saveValidUntil(
  tx: Transaction,
  { customer, evidenceNo, countsUntil }: Key & { readonly countsUntil: LocalDate },
): Promise<void> {
  await tx.query(
    'UPDATE hardship_documents SET valid_until = $3 WHERE customer_no = $1 AND evidence_no = $2',
    [customer, evidenceNo, countsUntil],
  )
}

/** Whether a customer has an approved document that is valid on a day. */
export async function hasValidDocument(
  db: Queryable,
  { customer, today }: { readonly customer: CustomerNo; readonly today: LocalDate },
): Promise<boolean> {
  const rows = await db.query(
    'SELECT 1 FROM hardship_documents WHERE customer_no = $1 AND valid_until >= $2 LIMIT 1',
    [customer, today],
  )
  return rows.length > 0
}

function placeOfNote({ customer, evidenceNo }: Key): SealedPlace {
  return placeIn('hardship_documents', customer, evidenceNo)('note_sealed')
}
