import type { DisputeReason } from '@qingzhou/domain/bureau/dispute'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Services } from '#services.ts'
import type { LoanKey } from './event-store.ts'

type Deps = Pick<Services, 'vault'>

export type Dispute = LoanKey & {
  readonly disputeNo: string
  readonly eventNo: number
  readonly reason: DisputeReason
  readonly text: string
  readonly state: 'open' | 'upheld' | 'rejected'
  readonly disputedOn: LocalDate
  readonly answerBy: LocalDate
  readonly answer:
    | { readonly on: LocalDate; readonly at: Date; readonly by: string; readonly text: string }
    | undefined
}

type Row = {
  customer_no: CustomerNo
  dispute_no: string
  loan_no: string
  event_no: number
  reason: DisputeReason
  text_sealed: Buffer
  state: Dispute['state']
  disputed_on: LocalDate
  answer_by: LocalDate
  answered_on: LocalDate | null
  answered_at: Date | null
  answered_by: string | null
  answer_sealed: Buffer | null
}

const COLUMNS = `customer_no, dispute_no, loan_no, event_no, reason, text_sealed, state, disputed_on, answer_by,
  answered_on, answered_at, answered_by, answer_sealed`

/** The disputes of a customer, the newest first. */
export async function listDisputes(
  db: Queryable,
  deps: Deps,
  customer: CustomerNo,
): Promise<Dispute[]> {
  const rows = await db.query<Row>(
    `SELECT ${COLUMNS} FROM bureau_disputes WHERE customer_no = $1
      ORDER BY disputed_at DESC, dispute_no`,
    [customer],
  )
  return rows.map((row) => disputeOf(deps, row))
}

export async function findDispute(
  db: Queryable,
  deps: Deps,
  disputeNo: string,
): Promise<Dispute | undefined> {
  const [row] = await db.query<Row>(
    `SELECT ${COLUMNS} FROM bureau_disputes WHERE dispute_no = $1`,
    [disputeNo],
  )
  return row && disputeOf(deps, row)
}

function disputeOf({ vault }: Deps, row: Row): Dispute {
  const place = placeIn('bureau_disputes', row.customer_no, row.dispute_no)
  const { answered_on: on, answered_at: at, answered_by: by, answer_sealed: sealed } = row
  return {
    customer: row.customer_no,
    disputeNo: row.dispute_no,
    loanNo: row.loan_no,
    eventNo: row.event_no,
    reason: row.reason,
    text: vault.open(row.text_sealed, place('text_sealed')),
    state: row.state,
    disputedOn: row.disputed_on,
    answerBy: row.answer_by,
    answer:
      on && at && by !== null && sealed
        ? { on, at, by, text: vault.open(sealed, place('answer_sealed')) }
        : undefined,
  }
}

export async function insertDispute(
  tx: Transaction,
  { vault }: Deps,
  dispute: Omit<Dispute, 'state' | 'answer'> & { readonly at: Date },
): Promise<void> {
  const { customer, disputeNo, loanNo, eventNo, reason, disputedOn, answerBy, at } = dispute
  const place = placeIn('bureau_disputes', customer, disputeNo)
  await tx.query(
    `INSERT INTO bureau_disputes (customer_no, dispute_no, loan_no, event_no, reason, text_sealed, state,
                                  disputed_on, disputed_at, answer_by)
     VALUES ($1, $2, $3, $4, $5, $6, 'open', $7, $8, $9)`,
    [
      customer,
      disputeNo,
      loanNo,
      eventNo,
      reason,
      vault.seal(dispute.text, place('text_sealed')),
      disputedOn,
      at,
      answerBy,
    ],
  )
}

/** False if the dispute is answered already. */
export async function saveAnswer(
  tx: Transaction,
  { vault }: Deps,
  {
    dispute: { customer, disputeNo },
    state,
    answer: { on, at, by, text },
  }: {
    readonly dispute: Dispute
    readonly state: 'upheld' | 'rejected'
    readonly answer: NonNullable<Dispute['answer']>
  },
): Promise<boolean> {
  const place = placeIn('bureau_disputes', customer, disputeNo)
  const rows = await tx.query(
    `UPDATE bureau_disputes
        SET state = $3, answered_on = $4, answered_at = $5, answered_by = $6, answer_sealed = $7
      WHERE customer_no = $1 AND dispute_no = $2 AND state = 'open' RETURNING dispute_no`,
    [customer, disputeNo, state, on, at, by, vault.seal(text, place('answer_sealed'))],
  )
  return rows.length > 0
}
