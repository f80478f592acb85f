import type {
  ForbearanceFigures,
  ForbearanceReason,
} from '@qingzhou/contract/features/repayment/deferrals'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import type { ForbearanceTerms } from '@qingzhou/domain/repayment/forbearance'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { Services } from '#services.ts'

type Deps = Pick<Services, 'vault'>
export type ForbearanceKey = { readonly customer: CustomerNo; readonly forbearanceNo: string }

/** An application, with the business date and the penalty at its submission. */
export type ForbearanceRequest = {
  readonly days: number
  readonly reason: ForbearanceReason
  readonly note: string | undefined
  readonly asked: ForbearanceTerms
  /** As agreed to; once approved, as booked. An old application has none. */
  readonly figures: ForbearanceFigures | undefined
}

export type ForbearanceRecord = ForbearanceKey & {
  readonly evidenceNo: string
  readonly loanNo: string
  readonly state: 'open' | 'review' | 'approved' | 'refused'
  /** Undefined until it is submitted. */
  readonly request: ForbearanceRequest | undefined
}

type Row = {
  customer_no: CustomerNo
  forbearance_no: string
  evidence_no: string
  loan_no: string
  state: ForbearanceRecord['state']
  days: number | null
  reason: ForbearanceReason | null
  note_sealed: Buffer | null
  applied_on: LocalDate | null
  penalties_fen: bigint[] | null
  cost_fen: bigint | null
  first_n: number | null
  due_on: LocalDate | null
  amount_fen: bigint | null
  new_due_on: LocalDate | null
  new_amount_fen: bigint | null
}

const SELECT = `
  SELECT customer_no, forbearance_no, evidence_no, loan_no, state, days, reason, note_sealed, applied_on,
         penalties_fen, cost_fen, first_n, due_on, amount_fen, new_due_on, new_amount_fen
    FROM forbearances WHERE customer_no = $1`

/** All applications of a customer, newest first. */
export async function listForbearances(
  db: Queryable,
  deps: Deps,
  customer: CustomerNo,
): Promise<ForbearanceRecord[]> {
  const rows = await db.query<Row>(`${SELECT} ORDER BY opened_at DESC, forbearance_no`, [customer])
  return rows.map((row) => forbearanceOf(row, deps))
}

export async function insertForbearance(
  tx: Transaction,
  {
    customer,
    forbearanceNo,
    evidenceNo,
    loanNo,
    openedAt,
  }: Omit<ForbearanceRecord, 'state' | 'request'> & {
    readonly openedAt: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO forbearances (customer_no, forbearance_no, evidence_no, loan_no, state, opened_at)
     VALUES ($1, $2, $3, $4, 'open', $5)`,
    [customer, forbearanceNo, evidenceNo, loanNo, openedAt],
  )
}

export async function putUnderReview(
  tx: Transaction,
  { vault }: Deps,
  submitted: ForbearanceKey & ForbearanceRequest & { readonly figures: ForbearanceFigures },
): Promise<void> {
  const { customer, forbearanceNo, days, reason, note, asked, figures } = submitted
  const place = placeIn('forbearances', customer, forbearanceNo)('note_sealed')
  await tx.query(
    `UPDATE forbearances SET state = 'review', days = $3, reason = $4, note_sealed = $5, applied_on = $6,
                        penalties_fen = $7
      WHERE customer_no = $1 AND forbearance_no = $2`,
    [
      customer,
      forbearanceNo,
      days,
      reason,
      note === undefined ? null : vault.seal(note, place),
      asked.on,
      asked.penalties,
    ],
  )
  await saveFigures(tx, submitted, figures)
}

/** Stores the figures that were agreed to, or that were booked. */
export async function saveFigures(
  tx: Transaction,
  { customer, forbearanceNo }: ForbearanceKey,
  { cost, n, dueDate, amount, newDueDate, newAmount }: ForbearanceFigures,
): Promise<void> {
  await tx.query(
    `UPDATE forbearances SET cost_fen = $3, first_n = $4, due_on = $5, amount_fen = $6, new_due_on = $7,
                        new_amount_fen = $8
      WHERE customer_no = $1 AND forbearance_no = $2`,
    [customer, forbearanceNo, cost, n, dueDate, amount, newDueDate, newAmount],
  )
}

export async function endReview(
  tx: Transaction,
  { customer, forbearanceNo }: ForbearanceKey,
  state: 'approved' | 'refused',
): Promise<void> {
  await tx.query(
    'UPDATE forbearances SET state = $3 WHERE customer_no = $1 AND forbearance_no = $2',
    [customer, forbearanceNo, state],
  )
}

function forbearanceOf(row: Row, { vault }: Deps): ForbearanceRecord {
  const { days, reason, note_sealed: note, applied_on: on, penalties_fen: penalties } = row
  const place = placeIn('forbearances', row.customer_no, row.forbearance_no)('note_sealed')
  const isAsked = days !== null && reason !== null && on !== null && penalties !== null
  return {
    customer: row.customer_no,
    forbearanceNo: row.forbearance_no,
    evidenceNo: row.evidence_no,
    loanNo: row.loan_no,
    state: row.state,
    request: isAsked
      ? {
          days,
          reason,
          note: note === null ? undefined : vault.open(note, place),
          asked: { on, penalties: penalties.map(fen) },
          figures: figuresIn(row),
        }
      : undefined,
  }
}

function figuresIn(row: Row): ForbearanceFigures | undefined {
  const { cost_fen: cost, first_n: n, due_on: dueDate, amount_fen: amount } = row
  const { new_due_on: newDueDate, new_amount_fen: newAmount } = row
  if (cost === null || n === null || dueDate === null || amount === null) return undefined
  if (newDueDate === null || newAmount === null) return undefined
  const first = { n, dueDate, amount: fen(amount), newDueDate, newAmount: fen(newAmount) }
  return { cost: fen(cost), ...first }
}
