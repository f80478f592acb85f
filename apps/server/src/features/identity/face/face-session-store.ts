import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'
import { insertWireOrder } from '@qingzhou/providers/records/wire-order-store'

/** `access`: the check that returns the access after a stolen phone. */
export type CheckPurpose = FacePurpose | 'access'

export type FaceSession = {
  readonly customer: CustomerNo
  readonly faceSessionNo: string
  readonly purpose: CheckPurpose
  /** The business the check is for; empty for the credit application and for the access. */
  readonly businessNo: string
  /** `used`: its business is done, so it is no longer valid. */
  readonly state: 'open' | 'passed' | 'used'
}

type Deps = Pick<Services, 'now'>

/** The open session of a purpose; a new one if there is none. */
export async function openSession(
  db: Queryable,
  { now }: Deps,
  session: Omit<FaceSession, 'state'>,
): Promise<string> {
  const { customer, faceSessionNo, purpose, businessNo } = session
  const [row] = await db.query<{ face_session_no: string }>(
    `INSERT INTO face_sessions AS known
       (customer_no, face_session_no, purpose, business_no, opened_at)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (customer_no, purpose, business_no) WHERE state = 'open'
     DO UPDATE SET opened_at = known.opened_at
     RETURNING face_session_no`,
    [customer, faceSessionNo, purpose, businessNo, now()],
  )
  return row?.face_session_no ?? faceSessionNo
}

export async function findSession(
  db: Queryable,
  customer: CustomerNo,
  faceSessionNo: string,
): Promise<FaceSession | undefined> {
  const [row] = await db.query<{
    purpose: CheckPurpose
    business_no: string
    state: FaceSession['state']
  }>(
    `SELECT purpose, business_no, state FROM face_sessions
      WHERE customer_no = $1 AND face_session_no = $2`,
    [customer, faceSessionNo],
  )
  if (!row) return undefined
  const { purpose, business_no: businessNo, state } = row
  return { customer, faceSessionNo, purpose, businessNo, state }
}

export async function passSession(
  tx: Transaction,
  { now }: Deps,
  { customer, faceSessionNo }: Pick<FaceSession, 'customer' | 'faceSessionNo'>,
): Promise<void> {
  await tx.query(
    `UPDATE face_sessions SET state = 'passed', passed_at = $3
      WHERE customer_no = $1 AND face_session_no = $2 AND state = 'open'`,
    [customer, faceSessionNo, now()],
  )
}

export const FACE_VALID_MINUTES = 30

/** For half an hour, or as long as a person's review keeps the business open. */
const IS_VALID = `(passed_at > $4::timestamptz - interval '${FACE_VALID_MINUTES} minutes' OR held_until > $4)`

/** Uses up a passed check: it is valid once and for a limited time. */
export async function takePassedFace(
  tx: Transaction,
  { now }: Deps,
  check: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
): Promise<boolean> {
  const rows = await tx.query<{ face_session_no: string }>(
    `UPDATE face_sessions SET state = 'used'
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3
        AND state = 'passed' AND ${IS_VALID}
      RETURNING face_session_no`,
    [check.customer, check.purpose, check.businessNo, now()],
  )
  return rows.length > 0
}

/** Whether there is a passed, unused check. For display; it does not use it up. */
export async function hasPassedFace(
  db: Queryable,
  { now }: Deps,
  check: Pick<FaceSession, 'customer' | 'purpose' | 'businessNo'>,
): Promise<boolean> {
  const rows = await db.query<{ face_session_no: string }>(
    `SELECT face_session_no FROM face_sessions
      WHERE customer_no = $1 AND purpose = $2 AND business_no = $3
        AND state = 'passed' AND ${IS_VALID}`,
    [check.customer, check.purpose, check.businessNo, now()],
  )
  return rows.length > 0
}

/**
 * Records the customer of an order at the channel, as its callback carries only the order number.
 */
export async function insertFaceOrder(
  db: Queryable,
  { now }: Pick<Services, 'now'>,
  order: { readonly orderNo: string; readonly customer: CustomerNo },
): Promise<void> {
  const orderedAt = now()
  await db.query(
    `INSERT INTO face_orders (order_no, customer_no, ordered_at) VALUES ($1, $2, $3)`,
    [order.orderNo, order.customer, orderedAt],
  )
  await insertWireOrder(db, { orderNo: order.orderNo, orderedAt })
}

export async function customerOfOrder(
  db: Queryable,
  orderNo: string,
): Promise<CustomerNo | undefined> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM face_orders WHERE order_no = $1`,
    [orderNo],
  )
  return row && customerNo(row.customer_no)
}
