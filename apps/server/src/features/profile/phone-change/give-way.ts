import { currentStep } from '@qingzhou/domain/credit/application'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { findApplication, lockApplication } from '#features/applications/index.ts'
import { findPerson } from '#features/identity/index.ts'
import { freePhone, lockPhone } from '#features/onboarding/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

/**
 * Whether an account was only signed up for. Who tries a new number before changing to it opens one, and
 * must not be kept from their own account by it.
 */
export async function isEmptyAccount(
  db: Queryable,
  services: Services,
  customer: CustomerNo,
): Promise<boolean> {
  if (await findPerson(db, services, customer)) return false
  const kept = await findApplication(db, services, customer)
  return !kept || ['signIn', 'identity'].includes(currentStep(kept.application))
}

/** An empty account gives the phone away to who has proven to hold it; any other keeps it. */
export async function giveWay(
  tx: Transaction,
  services: Services,
  { customer, phone }: { readonly customer: CustomerNo; readonly phone: string },
): Promise<void> {
  const holder = await lockPhone(tx, services, phone)
  if (!holder || holder === customer) return
  await lockApplication(tx, services, holder)
  if (!(await isEmptyAccount(tx, services, holder))) throw new Refused({ kind: 'phone-in-use' })
  await freePhone(tx, services, { customer: holder, phone })
}
