import type { StaffCaller } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { recordStaffAct } from '#platform/staff-log/index.ts'
import { deleteEmployee } from './roster-store.ts'

/** Removes a person from the roster. Their existing loans do not change. */
export async function removeName(
  services: Services,
  { staff }: StaffCaller,
  { nameNo }: { readonly nameNo: string },
): Promise<Record<string, never>> {
  await services.database.inTransaction(async (tx) => {
    if (!(await deleteEmployee(tx, nameNo))) throw new Refused({ kind: 'name-unknown' })
    await recordStaffAct(tx, services, { staff, act: 'remove-name', about: `name=${nameNo}` })
  })
  return {}
}
