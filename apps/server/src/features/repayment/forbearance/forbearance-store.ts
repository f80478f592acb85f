import type { ReliefReason } from '@qingzhou/contract/features/delays'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { ForbearanceTerms } from '@qingzhou/domain/repayment/forbearance'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/vault/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

type Deps = Pick<Services, 'vault'>
export type ForbearanceKey = { readonly customer: CustomerNo; readonly reliefNo: string }

/** An application, with the business date and the penalty at its submission. */
export type ForbearanceRequest = {
  readonly days: number
  readonly reason: ReliefReason
  readonly note: string | undefined
  readonly asked: ForbearanceTerms
}

export type ForbearanceRecord = ForbearanceKey & {
  readonly proofNo: string
  readonly loanNo: string
  readonly state: 'open' | 'review' | 'approved' | 'refused'
  /** Undefined until it is submitted. */
  readonly request: ForbearanceRequest | undefined
}

type Row = {
  customer_no: CustomerNo
  relief_no: string
  proof_no: string
  loan_no: string
  state: ForbearanceRecord['state']
  days: number | null
  reason: ReliefReason | null
  note_sealed: Buffer | null
  asked_on: LocalDate | null
  penalties_fen: bigint[] | null
}

const SELECT = `
  SELECT customer_no, relief_no, proof_no, loan_no, state, days, reason, note_sealed, asked_on,
         penalties_fen
    FROM reliefs WHERE customer_no = $1`

/** All applications of a customer, newest first. */
export async function listForbearances(
  db: Queryable,
  deps: Deps,
  customer: CustomerNo,
): Promise<ForbearanceRecord[]> {
  const rows = await db.query<Row>(`${SELECT} ORDER BY opened_at DESC, relief_no`, [customer])
  return rows.map((row) => reliefOf(row, deps))
}

export async function insertForbearance(
  tx: Transaction,
  {
    customer,
    reliefNo,
    proofNo,
    loanNo,
    openedAt,
  }: Omit<ForbearanceRecord, 'state' | 'request'> & {
    readonly openedAt: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO reliefs (customer_no, relief_no, proof_no, loan_no, state, opened_at)
     VALUES ($1, $2, $3, $4, 'open', $5)`,
    [customer, reliefNo, proofNo, loanNo, openedAt],
  )
}

export async function putUnderReview(
  tx: Transaction,
  { vault }: Deps,
  { customer, reliefNo, days, reason, note, asked }: ForbearanceKey & ForbearanceRequest,
): Promise<void> {
  const place = placeIn('reliefs', customer, reliefNo)('note_sealed')
  await tx.query(
    `UPDATE reliefs SET state = 'review', days = $3, reason = $4, note_sealed = $5, asked_on = $6,
                        penalties_fen = $7
      WHERE customer_no = $1 AND relief_no = $2`,
    [
      customer,
      reliefNo,
      days,
      reason,
      note === undefined ? null : vault.seal(note, place),
      asked.on,
      asked.penalties,
    ],
  )
}

export async function endReview(
  tx: Transaction,
  { customer, reliefNo }: ForbearanceKey,
  state: 'approved' | 'refused',
): Promise<void> {
  await tx.query('UPDATE reliefs SET state = $3 WHERE customer_no = $1 AND relief_no = $2', [
    customer,
    reliefNo,
    state,
  ])
}

function reliefOf(row: Row, { vault }: Deps): ForbearanceRecord {
  const { days, reason, note_sealed: note, asked_on: on, penalties_fen: penalties } = row
  const place = placeIn('reliefs', row.customer_no, row.relief_no)('note_sealed')
  const isAsked = days !== null && reason !== null && on !== null && penalties !== null
  return {
    customer: row.customer_no,
    reliefNo: row.relief_no,
    proofNo: row.proof_no,
    loanNo: row.loan_no,
    state: row.state,
    request: isAsked
      ? {
          days,
          reason,
          note: note === null ? undefined : vault.open(note, place),
          asked: { on, penalties: penalties.map(fen) },
        }
      : undefined,
  }
}
