import type { loanStates } from '@qingzhou/contract/features/loans'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { App } from '@qingzhou/platform/caller'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'

export type LoanState = (typeof loanStates)[number]
export type LoanKey = { readonly customer: CustomerNo; readonly drawNo: string }

/** A draw between application and disbursement. */
export type LoanApplication = LoanKey & {
  readonly fingerprint: Buffer
  readonly state: LoanState
  readonly needsFace: boolean
  readonly cardId: string
  readonly quotedOn: LocalDate
  readonly appliedAt: Date
  readonly executedAt: Date | undefined
  /** Set before the bank is called: from then on the bank may know the order. */
  readonly orderedAt: Date | undefined
  readonly paidOn: LocalDate | undefined
  readonly reason: string | undefined
}

export type NewLoanApplication = Pick<
  LoanApplication,
  'customer' | 'drawNo' | 'fingerprint' | 'needsFace' | 'cardId' | 'quotedOn' | 'appliedAt'
> & {
  readonly requestNo: string
  readonly deviceIndex: Buffer | undefined
  /** The app it was applied for in. */
  readonly app: App
}

type Row = {
  customer_no: CustomerNo
  draw_no: string
  fingerprint: Buffer
  state: LoanState
  needs_face: boolean
  card_id: string
  quoted_on: LocalDate
  applied_at: Date
  executed_at: Date | null
  ordered_at: Date | null
  paid_on: LocalDate | null
  reason: string | null
}

const SELECT = `
  SELECT customer_no, draw_no, fingerprint, state, needs_face, card_id, quoted_on, applied_at,
         executed_at, ordered_at, paid_on, reason
    FROM draw_applications`
const BY_NUMBER = `${SELECT} WHERE customer_no = $1 AND draw_no = $2`

export async function findLoanApplication(
  db: Queryable,
  { customer, drawNo }: LoanKey,
): Promise<LoanApplication | undefined> {
  const [row] = await db.query<Row>(BY_NUMBER, [customer, drawNo])
  return row && applicationOf(row)
}

/** Row lock: a concurrent transition waits here and then finds the new state. */
export async function lockLoanApplication(
  tx: Transaction,
  { customer, drawNo }: LoanKey,
): Promise<LoanApplication | undefined> {
  const [row] = await tx.query<Row>(`${BY_NUMBER} FOR UPDATE`, [customer, drawNo])
  return row && applicationOf(row)
}

const RUNNING = `${SELECT} WHERE customer_no = $1 AND state IN ('verifying', 'processing')`

/** The customer's draw in progress, if any. */
export async function findRunning(
  db: Queryable,
  customer: CustomerNo,
): Promise<LoanApplication | undefined> {
  const [row] = await db.query<Row>(RUNNING, [customer])
  return row && applicationOf(row)
}

/** The same with a row lock. */
export async function lockRunning(
  tx: Transaction,
  customer: CustomerNo,
): Promise<LoanApplication | undefined> {
  const [row] = await tx.query<Row>(`${RUNNING} FOR UPDATE`, [customer])
  return row && applicationOf(row)
}

export async function findByRequestNo(
  db: Queryable,
  { customer, requestNo }: { readonly customer: CustomerNo; readonly requestNo: string },
): Promise<LoanApplication | undefined> {
  const [row] = await db.query<Row>(`${SELECT} WHERE customer_no = $1 AND request_no = $2`, [
    customer,
    requestNo,
  ])
  return row && applicationOf(row)
}

/** The disbursed draws that were applied for in an app. */
export async function applicationsIn(
  db: Queryable,
  { customer, app }: { readonly customer: CustomerNo; readonly app: App },
): Promise<readonly string[]> {
  const rows = await db.query<{ draw_no: string }>(
    `SELECT draw_no FROM draw_applications
      WHERE customer_no = $1 AND app = $2 AND state = 'paid'`,
    [customer, app],
  )
  return rows.map((row) => row.draw_no)
}

function applicationOf(row: Row): LoanApplication {
  return {
    customer: row.customer_no,
    drawNo: row.draw_no,
    fingerprint: row.fingerprint,
    state: row.state,
    needsFace: row.needs_face,
    cardId: row.card_id,
    quotedOn: row.quoted_on,
    appliedAt: row.applied_at,
    executedAt: row.executed_at ?? undefined,
    orderedAt: row.ordered_at ?? undefined,
    paidOn: row.paid_on ?? undefined,
    reason: row.reason ?? undefined,
  }
}

export async function insertLoanApplication(
  tx: Transaction,
  application: NewLoanApplication,
): Promise<void> {
  await tx.query(
    `INSERT INTO draw_applications (customer_no, draw_no, request_no, fingerprint, state,
                                    needs_face, card_id, device_index, quoted_on, applied_at, app)
     VALUES ($1, $2, $3, $4, 'verifying', $5, $6, $7, $8, $9, $10)`,
    [
      application.customer,
      application.drawNo,
      application.requestNo,
      application.fingerprint,
      application.needsFace,
      application.cardId,
      application.deviceIndex,
      application.quotedOn,
      application.appliedAt,
      application.app,
    ],
  )
}

/** The borrower is verified: the draw may be disbursed. */
export async function markExecuted(
  tx: Transaction,
  { customer, drawNo }: LoanKey,
  executedAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE draw_applications SET state = 'processing', executed_at = $3
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'verifying'`,
    [customer, drawNo, executedAt],
  )
}

/** The money has left, whatever became of the application here: it goes on from there. */
export async function markAccepted(
  tx: Transaction,
  { customer, drawNo }: LoanKey,
  orderedAt: Date,
): Promise<void> {
  await tx.query(
    `UPDATE draw_applications
        SET state = 'processing', executed_at = $3, ordered_at = $3, reason = NULL
      WHERE customer_no = $1 AND draw_no = $2 AND state IN ('verifying', 'failed')`,
    [customer, drawNo, orderedAt],
  )
}

/** Returns false if the draw was stopped meanwhile: nothing may be ordered then. */
export async function markOrdered(
  db: Queryable,
  { customer, drawNo }: LoanKey,
  orderedAt: Date,
): Promise<boolean> {
  const rows = await db.query<{ draw_no: string }>(
    `UPDATE draw_applications SET ordered_at = coalesce(ordered_at, $3)
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'processing' RETURNING draw_no`,
    [customer, drawNo, orderedAt],
  )
  return rows.length > 0
}

export async function markPaid(
  tx: Transaction,
  { customer, drawNo }: LoanKey,
  paidOn: LocalDate,
): Promise<void> {
  await tx.query(
    `UPDATE draw_applications SET state = 'paid', paid_on = $3
      WHERE customer_no = $1 AND draw_no = $2 AND state = 'processing'`,
    [customer, drawNo, paidOn],
  )
}

export async function markFailed(
  tx: Transaction,
  { customer, drawNo }: LoanKey,
  reason: string,
): Promise<void> {
  await tx.query(
    `UPDATE draw_applications SET state = 'failed', reason = $3
      WHERE customer_no = $1 AND draw_no = $2 AND state IN ('verifying', 'processing')`,
    [customer, drawNo, reason],
  )
}
