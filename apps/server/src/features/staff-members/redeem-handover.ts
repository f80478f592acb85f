import type { Caller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { normaliseUsername } from './change-staff.ts'
import { markHandoverUsed } from './handover/handover-store.ts'
import { handoverIn } from './handover/handover-token.ts'
import {
  type AdmittedMember,
  admit,
  admitCaller,
  recordFailure,
  requireStaffAllowance,
} from './sign-in.ts'
import { findCredentials } from './staff-store.ts'

/**
 * Exchanges a token of the lender's admin platform for a sign-in: it stands for the password and for
 * nothing else, so a second factor is still asked for. A token is used up by the first exchange.
 * Every refusal has the same answer.
 */
export async function redeemHandover(
  services: Pick<
    Services,
    'database' | 'vault' | 'limiter' | 'now' | 'staffSecondFactor' | 'adminPlatformKey'
  >,
  caller: Caller,
  { handoverToken }: { readonly handoverToken: string },
): Promise<AdmittedMember> {
  await requireStaffAllowance(services, caller)
  const { adminPlatformKey: key } = services
  const handover = key && handoverIn(handoverToken, key, services.now())
  if (!handover || !(await markHandoverUsed(services.database, services, handover))) throw invalid()

  const username = normaliseUsername(handover.username)
  const found = await findCredentials(services.database, { username, now: services.now() })
  const step = found && (await admit(services, caller, { ...found, username }))
  if (!step) {
    await recordFailure(services, { staffNo: found?.staffNo, isLock: false })
    throw invalid()
  }
  return admitCaller(caller, step)
}

function invalid(): Refused {
  return new Refused({ kind: 'staff-handover-invalid' })
}
