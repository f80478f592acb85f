import type { Caller } from '#caller.ts'
import type { CustomerNo } from '#customer-no.ts'
import type { Transaction } from '#database/database.ts'
import { noteVisit } from '#modules/onboarding/customers/visit-store.ts'
import { endSession, openSession } from '#modules/sessions/index.ts'
import type { Services } from '#services.ts'

export type SignedIn = {
  readonly outcome: 'signedIn'
  readonly token: string
  readonly isNew: boolean
}

/**
 * Opens a session for whom the work finds, in the work's own transaction.
 *
 * The pair is new every time and the caller's old session ends, so that one fixed beforehand is
 * worth nothing. The browser gets its half only once everything is committed.
 */
export async function signInAs(
  services: Services,
  caller: Caller,
  work: (tx: Transaction) => Promise<{ customer: CustomerNo; isNew: boolean }>,
): Promise<SignedIn> {
  const { token, secret, isNew } = await services.database.inTransaction(async (tx) => {
    const { customer, isNew } = await work(tx)
    if (caller.session) await endSession(tx, caller.session.id)
    await noteVisit(tx, services, customer)
    const pair = await openSession(tx, services, { customer, deviceId: caller.deviceId })
    return { ...pair, isNew }
  })
  caller.keepSecret('session', secret)
  return { outcome: 'signedIn', token, isNew }
}
