import type { CustomerNo } from '#ids.ts'
import type { Queryable, Transaction } from '#database/database.ts'
import { Refused } from '#refused.ts'
import { requireAllowance } from '#network-allowance.ts'
import type { PlatformServices } from '#services.ts'
import type { Mail, Message } from './mail-store.ts'
import { findMail, insertMail, insertMessage } from './mail-store.ts'

const A_DAY = 24 * 60 * 60
/** The daily limits per customer and per mailbox. */
const MAILS_A_DAY = 10
const MAILS_TO_ADDRESS_A_DAY = 20

type MailTo = {
  readonly customer: CustomerNo
  readonly to: string
  /** The address in the customer's own details. */
  readonly isOwn: boolean
}

/**
 * Counts one mail and refuses when a daily limit is reached. A mailbox is protected from many
 * customers who name it; the customer whose address it is does not share this allowance, so that
 * strangers cannot use it up.
 */
export async function requireMailAllowance(
  services: Pick<PlatformServices, 'limiter'>,
  { customer, to, isOwn }: MailTo,
): Promise<void> {
  const byCustomer = { key: `mail:customer:${customer}`, limit: MAILS_A_DAY }
  await requireAllowance(services, { ...byCustomer, windowSeconds: A_DAY })
  if (isOwn) return
  const byAddress = { key: `mail:address:${to.toLowerCase()}`, limit: MAILS_TO_ADDRESS_A_DAY }
  await requireAllowance(services, { ...byAddress, windowSeconds: A_DAY })
}

type MailHead = Pick<Mail, 'customer' | 'messageNo' | 'to' | 'documents'>

/**
 * Enqueues an e-mail to a customer, with their documents, in the caller's transaction. The same
 * mail under the same number is sent once. Another mail under it is refused.
 */
export async function enqueueMail(
  tx: Transaction,
  services: Pick<PlatformServices, 'vault' | 'now' | 'tasks'>,
  mail: Mail,
): Promise<void> {
  if (!(await insertMail(tx, services, mail))) {
    await isMailEnqueued(tx, services, mail)
    return
  }
  const { customer, messageNo } = mail
  await services.tasks.add(tx, {
    kind: 'send-mail',
    payload: { customer, messageNo },
    key: `${customer}:${messageNo}`,
  })
}

/** Whether this mail is already enqueued. A number used by another mail is refused. */
export async function isMailEnqueued(
  db: Queryable,
  services: Pick<PlatformServices, 'vault'>,
  wanted: MailHead,
): Promise<boolean> {
  const earlier = await findMail(db, services, wanted)
  if (!earlier) return false
  if (nameOf(earlier) !== nameOf(wanted)) throw new Refused({ kind: 'number-taken' })
  return true
}

function nameOf({ to, documents }: Pick<Mail, 'to' | 'documents'>): string {
  const references = documents.map(({ kind, reference }) => `${kind}:${reference}`)
  return [to, ...references.toSorted()].join('\n')
}

/**
 * Enqueues a text message to a customer in the caller's transaction, so that it is sent if and only
 * if the transaction commits. The same number is sent once.
 */
export async function enqueueSms(
  tx: Transaction,
  services: Pick<PlatformServices, 'vault' | 'now' | 'tasks'>,
  message: Message,
): Promise<void> {
  const { customer, messageNo } = message
  if (!(await insertMessage(tx, services, message))) return
  await services.tasks.add(tx, {
    kind: 'send-message',
    payload: { customer, messageNo },
    key: `${customer}:${messageNo}`,
  })
}
