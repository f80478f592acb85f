import { namesOfStaff } from '#features/staff-members/index.ts'
import type { StaffCaller } from '#platform/caller.ts'
import { dayInShanghai } from '#platform/day-in-shanghai.ts'
import { newFileLinks } from '#platform/files/file-link-store.ts'
import { HOUSE } from '#platform/files/files.ts'
import { Refused } from '#platform/refused.ts'
import { requireAllowance } from '#platform/require-allowance.ts'
import type { Services } from '#platform/services.ts'
import { noteStaffAct } from '#platform/staff-log/index.ts'
import { masked } from './employee.ts'
import { findNames, type EmployeeRecord, type Search } from './name-store.ts'

/** By it, spreadsheets know that a file is UTF-8 and not whatever is usual where they run. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A line of a CSV file. */
function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * Always in quotes; and what a spreadsheet would work out is made text by a mark that it doesn't show.
 * A list that anybody could put a formula in would run it on the machine of whoever opens it.
 */
function csvCell(text: string): string {
  const harmless = /^[\s\p{Cc}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(text) ? `'${text}` : text
  return `"${harmless.replaceAll('"', '""')}"`
}

const ROWS_AT_ONCE = 1_000
const HOUR_SECONDS = 3_600
const EXPORTS_PER_HOUR = 30

/** All that is sought as a file, masked like the list itself, behind a link for this session alone. */
export async function exportNames(
  services: Services,
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
  const { bytes, rows } = await written(services, search)
  const fileNo = await files.put(bytes, { customer: HOUSE, kind: 'export' })
  await noteStaffAct(database, services, { staff, act: 'export-names', about: `rows=${rows}` })
  const fileName = `员工名单-${services.today()}.csv`
  const [url] = await newFileLinks(database, services, {
    holder: caller.readSecret('staff'),
    files: [{ customer: HOUSE, fileNo, fileName, form: 'csv' }],
  })
  // Without the other half of a session there is no staff on the line, and nobody to give it to.
  if (url === undefined) throw new Refused({ kind: 'not-signed-in' })
  return url
}

/** Page after page, so that a long list is never in memory as anything but its file. */
async function written(
  services: Services,
  search: Search,
): Promise<{ readonly bytes: Buffer; readonly rows: number }> {
  const { database } = services
  const pieces = [Buffer.from(BYTE_ORDER_MARK + csvLine(TITLES))]
  let rows = 0
  let before: bigint | undefined
  for (;;) {
    const page = await findNames(database, services, { search, before, count: ROWS_AT_ONCE })
    const adders = [...new Set(page.map(({ addedBy }) => addedBy))]
    const nameOf = await namesOfStaff(database, services, adders)
    pieces.push(Buffer.from(page.map((name) => lineOf(name, nameOf)).join('')))
    rows += page.length
    before = page.at(-1)?.addedOrder
    if (page.length < ROWS_AT_ONCE) return { bytes: Buffer.concat(pieces), rows }
  }
}

const TITLES = ['姓名', '身份证号', '手机号', '单位', '添加人', '添加日期']

function lineOf(kept: EmployeeRecord, nameOf: ReadonlyMap<string, string>): string {
  const { name, idNumber, mobile, employer } = masked(kept)
  const adder = nameOf.get(kept.addedBy) ?? kept.addedBy
  return csvLine([name, idNumber, mobile, employer, adder, dayInShanghai(kept.addedAt)])
}
