import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import type { Sms } from '@qingzhou/platform/sms/sms-templates'
import { blockRules } from './block-rules.ts'
import { findBlocks } from './block-store.ts'

/** What a message needs: it is sealed, and sent by a task. */
export type NotifyServices = Pick<Services, 'vault' | 'now' | 'tasks'>

/** Tells a customer what staff have changed, unless a block forbids messages about the account. */
export async function notify(
  tx: Transaction,
  services: NotifyServices,
  message: { readonly customer: CustomerNo; readonly messageNo: string; readonly sms: Sms },
): Promise<void> {
  if (await isTold(tx, message.customer)) await enqueueSms(tx, services, message)
}

/** A stolen phone is not told; the phone to which the access was returned is. */
async function isTold(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const blocks = await findBlocks(db, customer)
  return blocks.every(
    ({ reason, returnedAt }) => blockRules[reason].notices || returnedAt !== undefined,
  )
}
