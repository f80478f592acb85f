import type { CustomerNo } from '#platform/ids.ts'
import type { Transaction } from '#platform/database/database.ts'
import { deleteLinkedAccounts } from '#features/onboarding/authorisation/linked-account-store.ts'
import { deleteLinkTokens } from '#features/onboarding/links/link-token-store.ts'
import { endSessionsOf } from '#features/sessions/index.ts'

/**
 * Ends every access to an account that needs no code and no password: sign-in links, linked apps
 * and sessions. Called for a new password, a new phone, and a cancelled limit. Sessions end last: a
 * concurrent sign-in holds a lock on its link or token, so the statements above wait for it, and
 * the last one finds its session.
 */
export async function revokeAccess(tx: Transaction, customer: CustomerNo): Promise<void> {
  await deleteLinkTokens(tx, customer)
  await deleteLinkedAccounts(tx, customer)
  await endSessionsOf(tx, customer)
}
