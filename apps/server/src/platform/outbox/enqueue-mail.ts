import type { Queryable, Transaction } from '#platform/database/database.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { findMail, insertMail, type Mail } from './mail-store.ts'

type Wanted = Pick<Mail, 'customer' | 'messageNo' | 'to' | 'papers'>

/**
 * Sends a customer something by e-mail, with papers of theirs, in the transaction of what it belongs
 * to. Told again under the same number it goes out once; another mail under it is refused.
 */
export async function enqueueMail(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now' | 'tasks'>,
  mail: Mail,
): Promise<void> {
  if (!(await insertMail(tx, services, mail))) {
    await wasToldByMail(tx, services, mail)
    return
  }
  const { customer, messageNo } = mail
  await services.tasks.add(tx, {
    kind: 'send-mail',
    payload: { customer, messageNo },
    key: `${customer}:${messageNo}`,
  })
}

/** Whether this very mail was told before; a number that belongs to another one is refused. */
export async function wasToldByMail(
  db: Queryable,
  services: Pick<Services, 'vault'>,
  wanted: Wanted,
): Promise<boolean> {
  const earlier = await findMail(db, services, wanted)
  if (!earlier) return false
  if (nameOf(earlier) !== nameOf(wanted)) throw new Refused({ kind: 'number-taken' })
  return true
}

function nameOf({ to, papers }: Pick<Mail, 'to' | 'papers'>): string {
  const references = papers.map(({ kind, reference }) => `${kind}:${reference}`)
  return [to, ...references.toSorted()].join('\n')
}
