import { assert } from '@qingzhou/domain/assert'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'

/** A member of staff; `command` for who works at the machine itself; `nobody` for who did not get in. */
export type StaffActor = { readonly staffNo: string } | 'command' | 'nobody'

export type StaffAct = {
  readonly staff: StaffActor
  /** What was done, as a verb and its object: `review-proof`, `look-at-proof`. */
  readonly act: string
  /** Whom it concerns, where it concerns one customer. */
  readonly customer?: CustomerNo
  /** Numbers and states only, never a name or a phone: `proof=P123 verdict=approved`. */
  readonly about?: string
}

/**
 * Writes down what a member of staff did, or at whom they looked. An act is noted in its own
 * transaction, as the last thing there: the end of the chain is one row, which stays locked until the commit.
 */
export async function noteStaffAct(
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
