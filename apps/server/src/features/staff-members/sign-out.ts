import type { StaffCaller } from '#platform/caller.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { secretHash } from './hashes.ts'
import { deleteSession } from './session-store.ts'

/** The pair is worth nothing from now on, and the browser forgets its half. */
export async function signOut(services: Services, caller: StaffCaller): Promise<void> {
  const secret = caller.readSecret('staff')
  await services.database.inTransaction(async (tx) => {
    if (secret !== undefined) await deleteSession(tx, secretHash(services, secret))
    await noteStaffAct(tx, services, { staff: caller.staff, act: 'sign-out' })
  })
  caller.setSecretCookie('staff', undefined)
}
