import type { Caller } from '@qingzhou/platform/caller'
import { newId, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { isKnownDevice } from '#features/sessions/index.ts'
import { revokeAccess } from '#features/onboarding/customers/customer-of-phone.ts'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import type { Provider } from './linked-account-store.ts'
import { linkAccount, type AppAccount } from './linked-account-store.ts'

const appNames: Record<Provider, string> = { wallet: '支付应用', messenger: '消息应用' }

/**
 * Links an app account with a customer and enqueues an SMS; returns false if it was already linked.
 */
export async function linkApp(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  link: AppAccount & { readonly customer: CustomerNo },
): Promise<boolean> {
  if (!(await linkAccount(tx, services, link))) return false
  await enqueueSms(tx, services, {
    customer: link.customer,
    messageNo: `app-linked-${newId()}`,
    sms: smsOf('app-linked', { app: appNames[link.provider] }),
  })
  return true
}

/**
 * Ends every other access when a code is used on a device that the account has not used before. The
 * phone number may have a new owner: the links, apps and sessions of the old owner must not open the
 * account any more. An owner with a new phone signs in again on the other ones.
 */
export async function revokeOnNewDevice(
  tx: Transaction,
  services: Pick<Services, 'vault'>,
  {
    customer,
    caller,
  }: { readonly customer: CustomerNo; readonly caller: Pick<Caller, 'deviceId'> },
): Promise<void> {
  const { deviceId } = caller
  if (await isKnownDevice(tx, services, { customer, deviceId })) return
  await revokeAccess(tx, customer)
}
