import { assert } from '@qingzhou/domain/assert'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { advance, type Application } from '@qingzhou/domain/credit/application'
import { isStep } from '@qingzhou/domain/credit/steps'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'

/** A stored application. */
export type ApplicationRecord = {
  readonly applyNo: string
  readonly application: Application
  /** Shown to the borrower if no limit is granted. */
  readonly controlMessage: string | undefined
  readonly refusal: 'risk-refused' | 'refused' | undefined
  /** The first day on which the customer may apply again. */
  readonly retryOn: LocalDate | undefined
  readonly openedAt: Date
  readonly submittedAt: Date | undefined
}

type Deps = Pick<Services, 'today'>

const NEWEST = `
  SELECT application_no, channel, step, flow_branch, control_message, refusal, retry_on, opened_at,
         submitted_at, expires_on
    FROM credit_applications LEFT JOIN id_cards USING (customer_no)
   WHERE customer_no = $1 ORDER BY opened_at DESC, application_no DESC LIMIT 1`

/** The customer's current application: the newest one. */
export async function findApplication(
  db: Queryable,
  deps: Deps,
  customer: CustomerNo,
): Promise<ApplicationRecord | undefined> {
  const [row] = await db.query<Row>(NEWEST, [customer])
  return row && recordOf(row, deps.today())
}

/**
 * The same, with a lock until the transaction ends: no other transaction changes it or opens
 * another. Locks the customer row, as there may be no application yet.
 */
export async function lockApplication(
  tx: Transaction,
  deps: Deps,
  customer: CustomerNo,
): Promise<ApplicationRecord | undefined> {
  await tx.query(`SELECT FROM customers WHERE customer_no = $1 FOR NO KEY UPDATE`, [customer])
  return findApplication(tx, deps, customer)
}

export async function insertApplication(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  opened: {
    readonly customer: CustomerNo
    readonly applyNo: string
    readonly application: Application
  },
): Promise<void> {
  const { customer, applyNo, application } = opened
  await tx.query(
    `INSERT INTO credit_applications (customer_no, application_no, channel, step, flow_branch, opened_at)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [customer, applyNo, application.channel, application.step, branchOf(application), now()],
  )
}

export async function saveApplication(
  tx: Transaction,
  moved: {
    readonly customer: CustomerNo
    readonly applyNo: string
    readonly application: Application
  },
): Promise<void> {
  const { customer, applyNo, application } = moved
  await tx.query(
    `UPDATE credit_applications SET channel = $3, step = $4, flow_branch = $5
      WHERE customer_no = $1 AND application_no = $2`,
    [customer, applyNo, application.channel, application.step, branchOf(application)],
  )
}

function branchOf({ preApproved }: Application): string {
  return preApproved ? '1' : '0'
}

type Row = {
  application_no: string
  channel: Application['channel']
  step: string
  flow_branch: string
  control_message: string | null
  refusal: 'risk-refused' | 'refused' | null
  retry_on: LocalDate | null
  opened_at: Date
  submitted_at: Date | null
  /**
   * Expiry date of the customer's identity card; null if there is no card yet, or if it never
   * expires.
   */
  expires_on: LocalDate | null
}

function recordOf(row: Row, today: LocalDate): ApplicationRecord {
  const { channel, step } = row
  assert(isStep(step), 'a stored step is one of ours')
  const stored = { step, channel, preApproved: row.flow_branch === '1', identityExpired: false }
  const isExpired = row.expires_on !== null && row.expires_on < today
  return {
    applyNo: row.application_no,
    application: isExpired ? expireIdentity(stored) : stored,
    controlMessage: row.control_message ?? undefined,
    refusal: row.refusal ?? undefined,
    retryOn: row.retry_on ?? undefined,
    openedAt: row.opened_at,
    submittedAt: row.submitted_at ?? undefined,
  }
}

/** Card expiry is computed from today's date on each read and never stored. */
function expireIdentity(stored: Application): Application {
  const outcome = advance(stored, { type: 'identity-expired' })
  assert(outcome.ok, `expiry refused at step ${stored.step}`)
  return outcome.value
}

/** Whether a customer has ever submitted an application, whatever its outcome. */
export async function hasSubmitted(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const [row] = await db.query<{ has_submitted: boolean }>(
    `SELECT EXISTS (
       SELECT FROM credit_applications
        WHERE customer_no = $1 AND step IN ('underReview', 'notGranted', 'limit')) AS has_submitted`,
    [customer],
  )
  return row?.has_submitted ?? false
}

type ApplicationKey = { readonly customer: CustomerNo; readonly applyNo: string }

export async function markSubmitted(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, applyNo }: ApplicationKey,
): Promise<void> {
  await tx.query(
    `UPDATE credit_applications SET submitted_at = $3 WHERE customer_no = $1 AND application_no = $2`,
    [customer, applyNo, now()],
  )
}

/** What the borrower is told when there is no limit, and until when. */
export type NotGranted = {
  readonly controlMessage: string
  readonly refusal: ApplicationRecord['refusal']
  readonly retryOn: LocalDate
}

export async function markDecided(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  { customer, applyNo }: ApplicationKey,
  notGranted: NotGranted | undefined,
): Promise<void> {
  await tx.query(
    `UPDATE credit_applications SET decided_at = $3, control_message = $4, refusal = $5, retry_on = $6
      WHERE customer_no = $1 AND application_no = $2`,
    [
      customer,
      applyNo,
      now(),
      notGranted?.controlMessage,
      notGranted?.refusal,
      notGranted?.retryOn,
    ],
  )
}
