import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable } from '#platform/database/database.ts'
import { deleteSession, deleteSessionsOf } from './session-store.ts'

/** Signing out: the pair is worth nothing from now on. */
export async function endSession(db: Queryable, sessionId: string): Promise<void> {
  await deleteSession(db, sessionId)
}

/** After a phone change or a cancelled limit, on every device. */
export async function endSessionsOf(db: Queryable, customer: CustomerNo): Promise<void> {
  await deleteSessionsOf(db, customer)
}
