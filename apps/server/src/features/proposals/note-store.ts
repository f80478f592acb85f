import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Vault } from '@qingzhou/platform/database/vault/vault'
import { newNo, type CustomerNo } from '@qingzhou/platform/ids'

export type NoteAct = 'comment' | 'evidence' | 'send-back' | 'renew'

type NoteFile = {
  readonly fileNo: string
  readonly kind: 'picture' | 'pdf'
  readonly bytes: number
}

/** A comment, a file with its name, or a step of a proposal. */
export type NoteRecord = {
  readonly noteNo: string
  readonly act: NoteAct
  readonly text: string | undefined
  readonly file: NoteFile | undefined
  readonly writtenBy: string
  readonly writtenAt: Date
}

type Sealing = { readonly vault: Pick<Vault, 'seal' | 'open'> }

export async function insertNote(
  tx: Transaction,
  { vault }: Sealing,
  note: Omit<NoteRecord, 'noteNo' | 'file'> & {
    readonly proposalNo: string
    readonly customer: CustomerNo | undefined
    readonly file?: NoteFile
  },
): Promise<void> {
  const { proposalNo, customer, act, text, file, writtenBy, writtenAt } = note
  const noteNo = newNo()
  const place = placeIn('proposal_notes', proposalNo, noteNo)('text_sealed')
  await tx.query(
    `INSERT INTO proposal_notes (proposal_no, note_no, customer_no, act, text_sealed, file_no,
                                 file_kind, file_bytes, written_by, written_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      proposalNo,
      noteNo,
      customer ?? '',
      act,
      text === undefined ? null : vault.seal(text, place),
      file?.fileNo,
      file?.kind,
      file?.bytes,
      writtenBy,
      writtenAt,
    ],
  )
}

type Row = {
  note_no: string
  act: NoteAct
  text_sealed: Buffer | null
  file_no: string | null
  file_kind: NoteFile['kind'] | null
  file_bytes: number | null
  written_by: string
  written_at: Date
}

/** The notes of a proposal, in order. */
export async function listNotes(
  db: Queryable,
  { vault }: Sealing,
  proposalNo: string,
): Promise<NoteRecord[]> {
  const rows = await db.query<Row>(
    `SELECT note_no, act, text_sealed, file_no, file_kind, file_bytes, written_by, written_at
       FROM proposal_notes WHERE proposal_no = $1 ORDER BY written_at, note_no`,
    [proposalNo],
  )
  return rows.map((row) => {
    const { note_no: noteNo, text_sealed: sealed, file_no: fileNo, file_kind: kind } = row
    const place = placeIn('proposal_notes', proposalNo, noteNo)('text_sealed')
    return {
      noteNo,
      act: row.act,
      text: sealed === null ? undefined : vault.open(sealed, place),
      file:
        fileNo === null || kind === null ? undefined : { fileNo, kind, bytes: row.file_bytes ?? 0 },
      writtenBy: row.written_by,
      writtenAt: row.written_at,
    }
  })
}
