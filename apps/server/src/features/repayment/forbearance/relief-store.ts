import type { ReliefReason } from '@qingzhou/contract/delays'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { ReliefAsked } from '@qingzhou/domain/repayment/regional-relief'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { placeIn } from '#platform/database/sealed-columns.ts'
import type { Services } from '#platform/services.ts'

type Deps = Pick<Services, 'vault'>
export type ReliefKey = { readonly customer: CustomerNo; readonly reliefNo: string }

/** What somebody asks for, and the day and the penalty it counts from. */
export type AskedRelief = {
  readonly days: number
  readonly reason: ReliefReason
  readonly note: string | undefined
  readonly asked: ReliefAsked
}

export type Relief = ReliefKey & {
  readonly proofNo: string
  readonly loanNo: string
  readonly state: 'open' | 'review' | 'approved' | 'refused'
  /** Nothing until it is handed in. */
  readonly request: AskedRelief | undefined
}

type Row = {
  customer_no: CustomerNo
  relief_no: string
  proof_no: string
  loan_no: string
  state: Relief['state']
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

/** Everything a customer has ever asked for, the newest first. */
export async function readReliefs(
  db: Queryable,
  deps: Deps,
  customer: CustomerNo,
): Promise<Relief[]> {
  const rows = await db.query<Row>(`${SELECT} ORDER BY opened_at DESC, relief_no`, [customer])
  return rows.map((row) => reliefOf(row, deps))
}

export async function insertRelief(
  tx: Transaction,
  {
    customer,
    reliefNo,
    proofNo,
    loanNo,
    openedAt,
  }: Omit<Relief, 'state' | 'request'> & {
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
  { customer, reliefNo, days, reason, note, asked }: ReliefKey & AskedRelief,
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
  { customer, reliefNo }: ReliefKey,
  state: 'approved' | 'refused',
): Promise<void> {
  await tx.query('UPDATE reliefs SET state = $3 WHERE customer_no = $1 AND relief_no = $2', [
    customer,
    reliefNo,
    state,
  ])
}

function reliefOf(row: Row, { vault }: Deps): Relief {
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
