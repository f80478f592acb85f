import type { RosterEntry } from '@qingzhou/contract/features/staff'
import type { StaffCaller } from '#platform/caller.ts'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { Services } from '#platform/services.ts'
import { recordStaffAct } from '#platform/staff-log/index.ts'
import { masked } from './employee.ts'
import { exportRosterFile } from './export-roster.ts'
import { countEmployees, findEmployees } from './roster-store.ts'
import type { EmployeeRecord } from './roster-store.ts'

const PAGE = 10

type Asked = {
  readonly search?: string | undefined
  readonly pageNo: number
  readonly asFile?: boolean | undefined
}

type Found = {
  names: RosterEntry[]
  total: number
  hasMore: boolean
  fileUrl?: string
}

/** A page of the roster and, on request, the matching entries as a file. The access is logged. */
export async function listNames(
  services: Services,
  caller: StaffCaller,
  { search, pageNo, asFile = false }: Asked,
): Promise<Found> {
  const { database } = services
  const { staff } = caller
  const from = (pageNo - 1) * PAGE
  const [total, kept] = await Promise.all([
    countEmployees(database, services, search),
    findEmployees(database, services, { search, from, count: PAGE }),
  ])
  await recordStaffAct(database, services, { staff, act: 'look-at-names', about: `page=${pageNo}` })
  const names = await shown(services, kept)
  const page = { names, total, hasMore: from + names.length < total }
  return asFile ? { ...page, fileUrl: await exportRosterFile(services, caller, search) } : page
}

async function shown(services: Services, kept: readonly EmployeeRecord[]): Promise<RosterEntry[]> {
  const adders = kept.map(({ addedBy }) => addedBy)
  const nameOf = await namesOfStaff(services.database, services, adders)
  return kept.map((name) => ({
    ...masked(name),
    nameNo: name.nameNo,
    addedBy: nameOf.get(name.addedBy) ?? name.addedBy,
    addedAt: name.addedAt.getTime(),
  }))
}
