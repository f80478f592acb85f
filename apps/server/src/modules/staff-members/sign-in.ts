import { randomBytes } from 'node:crypto'
import { product } from '@qingzhou/domain/product'
import type { Caller } from '#caller.ts'
import { minutesAfter } from '#clock.ts'
import type { Transaction } from '#database/database.ts'
import { secondsUntil } from '#database/limiter.ts'
import { networkOf } from '#network-of.ts'
import { isPasswordRight } from '#passwords/password.ts'
import { forgetPasswordTries, takePasswordTry } from '#passwords/tries-store.ts'
import { Refused } from '#refused.ts'
import { requireAllowance } from '#require-allowance.ts'
import type { Services } from '#services.ts'
import { signInFigures } from '#sign-in-figures.ts'
import { noteStaffAct } from '#staff-log/index.ts'
import { secretHash, tokenHash, triesIndex } from './hashes.ts'
import { deleteSession, insertSession } from './session-store.ts'
import { findCredentials, keepCredentials, type Credentials } from './staff-store.ts'
import { asUsername } from './username.ts'

type Given = { readonly username: string; readonly password: string }

const { failuresMax, lockMinutes, sessionHours } = product.staff

/** Signs a member of staff in. A username nobody has gets the same words after the same work. */
export async function signIn(
  services: Services,
  caller: Caller,
  given: Given,
): Promise<{ token: string }> {
  // One password tried on many usernames comes from few addresses; each try also costs real work.
  await requireAllowance(services, {
    key: `staff:ip:${networkOf(caller.ip)}`,
    limit: signInFigures.password.perIpAndTenMinutes,
    windowSeconds: 600,
  })
  const username = asUsername(given.username)
  const who = triesIndex(services, username)
  const trial = { who, failuresMax, lockMinutes }
  const attempt = await takePasswordTry(services.database, services, trial)
  if (attempt.isLocked) throw locked(secondsUntil(attempt.lockedUntil, services.now()) / 60)

  const found = await findCredentials(services.database, username)
  const isRight = await isPasswordRight(given.password, found?.passwordHash)
  const pair = found && isRight ? await open(services, caller, { found, who }) : undefined
  if (pair) {
    caller.keepSecret('staff', pair.secret)
    return { token: pair.token }
  }
  const { triesLeft } = attempt
  await noteStaffAct(services.database, services, {
    staff: 'nobody',
    act: triesLeft === 0 ? 'lock-sign-in' : 'fail-sign-in',
    // A username nobody has is not written down: people type passwords into the wrong field.
    ...(found && { about: `staff=${found.staffNo}` }),
  })
  throw triesLeft === 0
    ? locked(lockMinutes)
    : new Refused({ kind: 'staff-password-wrong', triesLeft })
}

function locked(minutes: number): Refused {
  return new Refused({ kind: 'staff-locked', minutes: Math.ceil(minutes) })
}

/** The pair is new every time and the browser's old session ends; nothing where the password changed meanwhile. */
async function open(
  services: Services,
  caller: Caller,
  { found, who }: { readonly found: Credentials; readonly who: Buffer },
): Promise<{ token: string; secret: string } | undefined> {
  return services.database.inTransaction(async (tx) => {
    // Looking at it took a while: it may have been changed, or its owner switched off.
    if (!(await keepCredentials(tx, found))) return undefined
    await forgetPasswordTries(tx, who)
    const earlier = caller.readSecret('staff')
    if (earlier !== undefined) await deleteSession(tx, secretHash(services, earlier))
    const pair = await newPair(tx, services, found.staffNo)
    await noteStaffAct(tx, services, { staff: found, act: 'sign-in' })
    return pair
  })
}

async function newPair(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'now'>,
  staffNo: string,
): Promise<{ token: string; secret: string }> {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  const openedAt = services.now()
  await insertSession(tx, {
    secretHash: secretHash(services, secret),
    tokenHash: tokenHash(services, token),
    staffNo,
    openedAt,
    expiresAt: minutesAfter(openedAt, sessionHours * 60),
  })
  return { token, secret }
}
