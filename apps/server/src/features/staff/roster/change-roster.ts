import { isPersonName } from '@qingzhou/domain/people/person-name'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { normaliseEmployee, type Employee } from './employee.ts'
import { insertEmployees, deleteEmployee } from './roster-store.ts'
import { newId } from '@qingzhou/platform/ids'

/** Adds a person to the employee roster: their later draws are employee loans. */
export async function addName(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  { staff }: StaffCaller,
  input: Employee,
): Promise<{ nameNo: string }> {
  const employee = normaliseEmployee(input)
  if (!isPersonName(employee.name)) {
    throw new Refused({ kind: 'field-invalid', message: '请输入身份证上的姓名' })
  }
  if (employee.employer === '') {
    throw new Refused({ kind: 'field-invalid', message: '请输入单位' })
  }
  const nameNo = newId()
  await services.database.inTransaction(async (tx) => {
    const name = { ...employee, nameNo, addedBy: staff.staffNo, addedAt: services.now() }
    if ((await insertEmployees(tx, services, [name])) === 0)
      throw new Refused({ kind: 'name-listed' })
    await recordStaffAct(tx, services, { staff, act: 'add-name', about: `name=${nameNo}` })
  })
  return { nameNo }
}

/** Removes a person from the roster. Their existing loans do not change. */
export async function removeName(
  services: Pick<Services, 'database' | 'now'>,
  { staff }: StaffCaller,
  { nameNo }: { readonly nameNo: string },
): Promise<Record<string, never>> {
  await services.database.inTransaction(async (tx) => {
    if (!(await deleteEmployee(tx, nameNo))) throw new Refused({ kind: 'name-unknown' })
    await recordStaffAct(tx, services, { staff, act: 'remove-name', about: `name=${nameNo}` })
  })
  return {}
}
