import type { SignedInCaller } from '#platform/caller.ts'
import { applicationSeenBy, moveApplication, requireAt } from '#features/applications/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { checkCard, fieldsOf, type GivenCard } from './check-card.ts'
import { putCard } from './put-card.ts'
import { isInRegister } from './verify-id-number.ts'

/**
 * Saves the identity card as its holder confirmed it, once the register knows the two together.
 *
 * The register is asked outside the transaction, and everything else is looked at again inside it:
 * another phone may have photographed another card meanwhile.
 */
export async function saveIdCard(
  services: Services,
  caller: SignedInCaller,
  given: GivenCard,
): Promise<Record<string, never>> {
  const { database } = services
  const { customer } = caller.session
  await requireAt(database, services, caller, 'identity')
  const fields = fieldsOf(given)
  const { isOnFile } = await checkCard(database, services, { customer, fields })
  // In a second application the card of the first one is saved anew, as its face is looked at anew.
  if (isOnFile && !(await isAtIdentity(services, caller))) return {}

  if (!(await isInRegister(services, customer, fields))) {
    throw new Refused({ kind: 'identity-mismatch' })
  }
  await database.inTransaction(async (tx) => {
    // First, as it locks the customer, and looks at the old card to know whether that has run out.
    await moveApplication(tx, services, customer, { type: 'identity-saved' })
    const checked = await checkCard(tx, services, { customer, fields })
    await putCard(tx, services, { ...checked, customer, replacement: { what: 'renewal' } })
  })
  return {}
}

async function isAtIdentity(services: Services, caller: SignedInCaller): Promise<boolean> {
  const { application } = await applicationSeenBy(services.database, services, caller)
  return application.step === 'identity'
}
