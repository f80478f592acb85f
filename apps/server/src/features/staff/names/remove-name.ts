import type { StaffCaller } from '#platform/caller.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { deleteName } from './name-store.ts'

/** Takes somebody off the list. Loans that they have stay what they are. */
export async function removeName(
  services: Services,
  { staff }: StaffCaller,
  { nameNo }: { readonly nameNo: string },
): Promise<Record<string, never>> {
  await services.database.inTransaction(async (tx) => {
    if (!(await deleteName(tx, nameNo))) throw new Refused({ kind: 'name-unknown' })
    await noteStaffAct(tx, services, { staff, act: 'remove-name', about: `name=${nameNo}` })
  })
  return {}
}
