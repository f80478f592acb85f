import type { Queryable } from '#database/database.ts'
import { secondsUntil } from '#database/rate-limit-store.ts'
import { networkOf } from '#caller.ts'
import type { PlatformServices } from '#services.ts'
import { signInFigures } from '#config/sign-in-figures.ts'
import {
  EVERY_NETWORK,
  returnPasswordTry,
  takePasswordTry,
  trustNetwork,
  type TriesKey,
} from './tries-store.ts'

type Deps = Pick<PlatformServices, 'vault' | 'now'>

/** The account, as a blind index, and the address of the attempt. */
export type Origin = { readonly who: Buffer; readonly ip: string }

export type GuardedTry =
  | {
      readonly isLocked: false
      readonly triesLeft: number
      /** How long the lock lasts if this attempt fails. Set for the last attempt. */
      readonly lockMinutes: number | undefined
      /** The account was signed in to from this network before. */
      readonly isTrusted: boolean
    }
  /** Locked for one network, or for every network without a recent sign-in to the account. */
  | { readonly isLocked: true; readonly for: 'network' | 'account'; readonly minutes: number }

const { repeatedLockMinutes, account } = signInFigures.password

/**
 * Counts a password attempt before the password is checked. A lock applies to account and network
 * together, so that a stranger's wrong passwords do not lock the owner out. Attempts from all
 * networks have a much higher limit. Past it, the account accepts passwords only from networks its
 * owner has used.
 */
export async function takeGuardedTry(
  services: Deps & Pick<PlatformServices, 'database'>,
  tried: Origin & { readonly failuresMax: number; readonly lockMinutes: number },
): Promise<GuardedTry> {
  const { database, now } = services
  const { failuresMax, lockMinutes } = tried
  const minutesUntil = (moment: Date) => Math.ceil(secondsUntil(moment, now()) / 60)

  const here = { ...keyOf(services, tried), failuresMax, lockMinutes, repeatedLockMinutes }
  const byNetwork = await takePasswordTry(database, services, here)
  if (byNetwork.isLocked) {
    return { isLocked: true, for: 'network', minutes: minutesUntil(byNetwork.lockedUntil) }
  }
  if (!byNetwork.isTrusted) {
    const { tries, lockMinutes: accountLockMinutes } = account
    const inAll = await takePasswordTry(database, services, {
      who: tried.who,
      network: EVERY_NETWORK,
      failuresMax: tries,
      lockMinutes: accountLockMinutes,
      repeatedLockMinutes: accountLockMinutes,
    })
    if (inAll.isLocked) {
      return { isLocked: true, for: 'account', minutes: minutesUntil(inAll.lockedUntil) }
    }
  }
  const { triesLeft, lockedUntil, isTrusted } = byNetwork
  const lockedFor = lockedUntil && minutesUntil(lockedUntil)
  return { isLocked: false, triesLeft, lockMinutes: lockedFor, isTrusted }
}

/**
 * Records a correct password: its network is trusted from now on. Call it in the transaction of the
 * sign-in.
 */
export async function recordPasswordSuccess(
  db: Queryable,
  services: Deps,
  origin: Origin,
): Promise<void> {
  const wasTrusted = await trustNetwork(db, services, keyOf(services, origin))
  if (!wasTrusted) await returnPasswordTry(db, { who: origin.who, network: EVERY_NETWORK })
}

function keyOf({ vault }: Deps, { who, ip }: Origin): TriesKey {
  return { who, network: vault.hash('limit', `password-network:${networkOf(ip)}`) }
}
