import { assert } from '@qingzhou/domain/assert'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'

/** A member of staff, `command` for a command on the server, or `nobody` for a failed sign-in. */
export type StaffActor = { readonly staffNo: string } | 'command' | 'nobody'

export type StaffAct = {
  readonly staff: StaffActor
  /** The action as verb and object: `review-proof`, `look-at-proof`. */
  readonly act: string
  /** The customer concerned, if there is one. */
  readonly customer?: CustomerNo
  /** Numbers and states only, never a name or a phone: `proof=P123 verdict=approved`. */
  readonly about?: string
}

/**
 * Records an action or a lookup by staff. Call it last in the transaction of the action: it locks
 * the head row of the chain until the commit.
 */
export async function recordStaffAct(
  db: Queryable,
  { now }: Pick<Services, 'now'>,
  { staff, act, customer, about = '' }: StaffAct,
): Promise<void> {
  assert(ABOUT.test(about), 'the staff log takes numbers and states, and no words about a person')
  await db.query(
    `INSERT INTO staff_log (done_at, actor, act, customer_no, about) VALUES ($1, $2, $3, $4, $5)`,
    [now(), typeof staff === 'string' ? staff : staff.staffNo, act, customer, about],
  )
}

const ABOUT = /^[A-Za-z0-9 _:;,.=-]{0,200}$/
