import { lender } from '@qingzhou/domain/lender'
import type { Transaction } from '#platform/database/database.ts'
import type { Services } from '#platform/services.ts'
import { insertMessage, type Message } from './outbox-store.ts'

/**
 * Tells a customer something by text message, in the transaction of what is told: neither a message
 * about what never happened, nor something that happened without a word. Told again under the same
 * number, it goes out once.
 */
export async function enqueueSms(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'tasks'>,
  message: Message,
): Promise<void> {
  const { customer, messageNo } = message
  const signed = { ...message, text: `【${lender.product}】${message.text}` }
  if (!(await insertMessage(tx, services, signed))) return
  await services.tasks.add(tx, {
    kind: 'send-message',
    payload: { customer, messageNo },
    key: `${customer}:${messageNo}`,
  })
}
