import type { Refusal } from '@qingzhou/domain/refusal'
import { setLimitFrozen } from '@qingzhou/lending/index'
import type { Act } from '@qingzhou/lending/index'
import { inside } from '@qingzhou/platform/database/database'
import type { Queryable, Transaction } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { smsOf } from '@qingzhou/platform/sms/sms-templates'
import type { Sms } from '@qingzhou/platform/sms/sms-templates'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { blockRules } from './block-rules.ts'
import type { Pause } from './block-rules.ts'
import { endBlock, findBlocks, setFrozeLimit } from './block-store.ts'
import type { BlockRecord } from './block-store.ts'

/** Refuses what a blocked customer cannot do: apply for a limit, or get one. */
export async function requireUnblocked(db: Queryable, customer: CustomerNo): Promise<void> {
  if ((await findBlocks(db, customer)).length > 0) throw new Refused({ kind: 'account-paused' })
}

/** What a blocked customer is told. Undefined for others. */
export async function findPause(db: Queryable, customer: CustomerNo): Promise<Pause | undefined> {
  const pauses = (await findBlocks(db, customer)).map(({ reason }) => blockRules[reason].pause)
  return pauses.includes('care') ? 'care' : pauses[0]
}

/** Whether due amounts of a customer are debited automatically. */
export async function isDebited(db: Queryable, customer: CustomerNo): Promise<boolean> {
  const blocks = await findBlocks(db, customer)
  return blocks.every(({ reason }) => blockRules[reason].debits)
}

/**
 * Refuses the sign-in of a customer whose phone was stolen. Returns whether the session may only make
 * the face check that returns the access. The caller has locked the phone, so a block that is set
 * meanwhile waits and ends the session.
 */
export async function requireSignIn(
  tx: Transaction,
  customer: CustomerNo,
): Promise<{ awaitsFace: boolean }> {
  const closing = (await findBlocks(tx, customer)).filter(
    ({ reason }) => !blockRules[reason].signIn,
  )
  if (closing.some(({ returnedAt }) => returnedAt === undefined)) {
    throw new Refused({ kind: 'account-protected' })
  }
  return { awaitsFace: closing.length > 0 }
}

/** The block that a face check ends: the access was returned after a stolen phone. */
export async function findReturned(
  db: Queryable,
  customer: CustomerNo,
): Promise<BlockRecord | undefined> {
  const blocks = await findBlocks(db, customer)
  return blocks.find(({ returnedAt }) => returnedAt !== undefined)
}

/**
 * Ends a block. With the last one the limit that it froze is opened again, and the customer is told.
 */
export async function liftBlock(
  tx: Transaction,
  services: NotifyServices,
  { customer, block, endedBy }: { customer: CustomerNo; block: BlockRecord; endedBy: string },
): Promise<void> {
  const { blockNo } = block
  await endBlock(tx, { customer, blockNo, endedBy, endedAt: services.now() })
  const [other] = await findBlocks(tx, customer)
  if (!other) {
    const sms = smsOf('account-resumed', {})
    await notify(tx, services, { customer, messageNo: `unblock-${blockNo}`, sms })
  }
  if (!block.frozeLimit) return
  if (other) return setFrozeLimit(tx, { customer, blockNo: other.blockNo })
  const act = { customer, requestNo: `unblock-${blockNo}`, actor: endedBy }
  await setFrozenIfPossible(tx, services, act, 'open')
}

/** Freezes or opens the limit, if there is one that can be. Returns whether it was changed. */
export async function setFrozenIfPossible(
  tx: Transaction,
  { now }: Pick<Services, 'now'>,
  act: Act,
  to: 'frozen' | 'open',
): Promise<boolean> {
  try {
    await setLimitFrozen({ database: inside(tx), now }, act, { to })
    return true
  } catch (error) {
    if (error instanceof Refused && unchanged.includes(error.refusal.kind)) return false
    throw error
  }
}

/** A limit that is granted while the customer is blocked begins frozen. */
export async function freezeIfBlocked(
  tx: Transaction,
  services: Pick<Services, 'now'>,
  { customer, requestNo }: Pick<Act, 'customer' | 'requestNo'>,
): Promise<void> {
  const [block] = await findBlocks(tx, customer)
  if (!block) return
  await setFrozenIfPossible(tx, services, { customer, requestNo, actor: 'system' }, 'frozen')
  await setFrozeLimit(tx, { customer, blockNo: block.blockNo })
}

const unchanged: readonly string[] = [
  'limit-unknown',
  'limit-cancelled',
  'limit-frozen',
  'limit-not-frozen',
] satisfies Refusal['kind'][]

/** What a message needs: it is sealed, and sent by a task. */
type NotifyServices = Pick<Services, 'vault' | 'now' | 'tasks'>

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
