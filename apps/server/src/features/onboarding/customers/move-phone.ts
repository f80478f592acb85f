import type { CustomerNo } from '#platform/customer-no.ts'
import type { Transaction } from '#platform/database/database.ts'
import { deleteCodesOf } from '#features/onboarding/codes/sms-code-store.ts'
import type { Services } from '#platform/services.ts'
import { revokeAccess } from './revoke-access.ts'
import { claimPhone, dropPhone, savePhone } from './customer-store.ts'

/**
 * Moves a customer to another phone and voids all access by the old one: its codes and links,
 * linked apps, and every session. Returns false if the new phone belongs to another customer. The
 * old phone must be locked.
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
  await revokeAccess(tx, customer)
  return true
}

/**
 * Removes the phone from an account that only registered. No one can sign in to that account any
 * more, so it must not retain the number, which now belongs to someone else.
 */
export async function freePhone(
  tx: Transaction,
  services: Services,
  freed: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  await dropPhone(tx, services, freed)
  await savePhone(tx, services, { customer: freed.customer, phone: '' })
  await revokeAccess(tx, freed.customer)
}
