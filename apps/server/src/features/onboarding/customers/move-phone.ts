import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { deleteCodesOf } from '#features/onboarding/codes/sms-code-store.ts'
import type { Services } from '#platform/services.ts'
import { closeWaysIn } from './close-ways-in.ts'
import { claimPhone, dropPhone, savePhone } from './customer-store.ts'

/**
 * Makes another phone the customer's, and takes from the old one whatever it could do: codes and links
 * that were sent to it, apps that were linked with it, and every session. Not when the new one is
 * somebody's by now. The old one is to be locked before.
 */
export async function movePhone(
  tx: Transaction,
  services: Services,
  moved: { readonly customer: CustomerNo; readonly from: string; readonly to: string },
): Promise<boolean> {
  const { customer, from, to } = moved
  if (!(await claimPhone(tx, services, { customer, phone: to }))) return false
  await dropPhone(tx, services, { customer, phone: from })
  await savePhone(tx, services, { customer, phone: to })
  await deleteCodesOf(tx, services, from)
  await closeWaysIn(tx, customer)
  return true
}

/**
 * Takes a phone from an account that was only signed up for. Nobody gets into that account any more, so
 * it must not keep the number either: what is done about it later is not about the number's new owner.
 */
export async function freePhone(
  tx: Transaction,
  services: Services,
  freed: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  await dropPhone(tx, services, freed)
  await savePhone(tx, services, { customer: freed.customer, phone: '' })
  await closeWaysIn(tx, freed.customer)
}
