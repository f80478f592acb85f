import { randomBytes } from 'node:crypto'
import { product } from '@qingzhou/domain/product'
import type { Caller } from '#platform/caller.ts'
import { minutesAfter } from '#platform/clock.ts'
import type { Transaction } from '#platform/database/database.ts'
import { recordPasswordSuccess } from '#platform/passwords/guarded-try.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { secretHash, tokenHash, triesIndex } from './hashes.ts'
import { deleteSession, insertSession } from './session-store.ts'

export type SessionPair = { readonly token: string; readonly secret: string }

/** Opens a session: the pair is new every time, and the browser's old session ends. */
export async function openStaffSession(
  tx: Transaction,
  services: Services,
  {
    caller,
    staffNo,
    username,
  }: { readonly caller: Caller; readonly staffNo: string; readonly username: string },
): Promise<SessionPair> {
  await recordPasswordSuccess(tx, services, { who: triesIndex(services, username), ip: caller.ip })
  const earlier = caller.readSecret('staff')
  if (earlier !== undefined) await deleteSession(tx, secretHash(services, earlier))
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const openedAt = services.now()
  await insertSession(tx, {
    secretHash: secretHash(services, secret),
    tokenHash: tokenHash(services, token),
    staffNo,
    openedAt,
    expiresAt: minutesAfter(openedAt, product.staff.sessionHours * 60),
  })
  await noteStaffAct(tx, services, { staff: { staffNo }, act: 'sign-in' })
  return { token, secret }
}
