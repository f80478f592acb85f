import type { RosterEntry } from '@qingzhou/contract/features/staff'
import { namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller } from '@qingzhou/platform/caller'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { newFileLinks } from '@qingzhou/platform/files/file-link-store'
import { HOUSE } from '@qingzhou/platform/files/files'
import { Refused } from '@qingzhou/platform/refused'
import { requireAllowance } from '@qingzhou/platform/network-allowance'
import type { Services } from '#services.ts'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import { maskEmployee } from './employee.ts'
import type { EmployeeRecord, Search } from './roster-store.ts'
import { countEmployees, findEmployees } from './roster-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'limiter' | 'files' | 'now' | 'today'>

/** Marks the file as UTF-8 for spreadsheet programs. */
const BYTE_ORDER_MARK = '\uFEFF'

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Quotes a cell and prefixes an apostrophe to anything a spreadsheet would evaluate, which prevents
 * CSV formula injection.
 */
function csvCell(text: string): string {
  const harmless = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const ROWS_AT_ONCE = 1_000
const HOUR_SECONDS = 3_600
const EXPORTS_PER_HOUR = 30

/** Exports the matching entries as a masked file, with a link for this session only. */
async function exportRosterFile(
  services: Deps,
  caller: StaffCaller,
  search: Search,
): Promise<string> {
  const { database, files } = services
  const { staff } = caller
  await requireAllowance(services, {
    key: `export:staff:${staff.staffNo}`,
    limit: EXPORTS_PER_HOUR,
    windowSeconds: HOUR_SECONDS,
  })
  const { bytes, rows } = await writeRoster(services, search)
  const fileNo = await files.put(bytes, { customer: HOUSE, kind: 'export' })
  await recordStaffAct(database, services, { staff, act: 'export-names', about: `rows=${rows}` })
  const fileName = `员工名单-${services.today()}.csv`
  const [url] = await newFileLinks(database, services, {
    holder: caller.readSecret('staff'),
    files: [{ customer: HOUSE, fileNo, fileName, form: 'csv' }],
  })
  // A link needs the staff cookie, which binds it to the session.
  if (url === undefined) throw new Refused({ kind: 'not-signed-in' })
  return url
}

/** Writes page by page, so that only the file is held in memory. */
async function writeRoster(
  services: Pick<Services, 'database' | 'vault'>,
  search: Search,
): Promise<{ readonly bytes: Buffer; readonly rows: number }> {
  const { database } = services
  const pieces = [Buffer.from(BYTE_ORDER_MARK + csvLine(TITLES))]
  let rows = 0
  let before: bigint | undefined
  for (;;) {
    const page = await findEmployees(database, services, { search, before, count: ROWS_AT_ONCE })
    const adders = [...new Set(page.map(({ addedBy }) => addedBy))]
    const nameOf = await namesOfStaff(database, services, adders)
    pieces.push(Buffer.from(page.map((name) => lineOf(name, nameOf)).join('')))
    rows += page.length
    before = page.at(-1)?.addedOrder
    if (page.length < ROWS_AT_ONCE) return { bytes: Buffer.concat(pieces), rows }
  }
}

const TITLES = ['姓名', '身份证号', '手机号', '单位', '添加人', '添加日期']

function lineOf(record: EmployeeRecord, nameOf: ReadonlyMap<string, string>): string {
  const { name, idNumber, mobile, employer } = maskEmployee(record)
  const adder = nameOf.get(record.addedBy) ?? record.addedBy
  return csvLine([name, idNumber, mobile, employer, adder, dayInShanghai(record.addedAt)])
}

const PAGE = 10

type ListRosterInput = {
  readonly search?: string | undefined
  readonly pageNo: number
  readonly asFile?: boolean | undefined
}

type FoundEntries = {
  names: RosterEntry[]
  total: number
  hasMore: boolean
  fileUrl?: string
}

/** A page of the roster and, on request, the matching entries as a file. The access is logged. */
export async function listNames(
  services: Deps,
  caller: StaffCaller,
  { search, pageNo, asFile = false }: ListRosterInput,
): Promise<FoundEntries> {
  const { database } = services
  const { staff } = caller
  const from = (pageNo - 1) * PAGE
  const [total, record] = await Promise.all([
    countEmployees(database, services, search),
    findEmployees(database, services, { search, from, count: PAGE }),
  ])
  await recordStaffAct(database, services, { staff, act: 'look-at-names', about: `page=${pageNo}` })
  const names = await toEntries(services, record)
  const page = { names, total, hasMore: from + names.length < total }
  return asFile ? { ...page, fileUrl: await exportRosterFile(services, caller, search) } : page
}

async function toEntries(
  services: Pick<Services, 'database' | 'vault'>,
  record: readonly EmployeeRecord[],
): Promise<RosterEntry[]> {
  const adders = record.map(({ addedBy }) => addedBy)
  const nameOf = await namesOfStaff(services.database, services, adders)
  return record.map((name) => ({
    ...maskEmployee(name),
    nameNo: name.nameNo,
    addedBy: nameOf.get(name.addedBy) ?? name.addedBy,
    addedAt: name.addedAt.getTime(),
  }))
}
