import { createHash } from 'node:crypto'
import { mayDo } from '@qingzhou/contract/permissions'
import { eventLine, headLine, trailerLine } from '@qingzhou/domain/bureau/month-file'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { StaffMember } from '@qingzhou/platform/caller'
import { lender } from '@qingzhou/platform/config/brand'
import { Refused } from '@qingzhou/platform/refused'
import { recordStaffAct } from '@qingzhou/platform/staff-log/index'
import type { Services } from '#services.ts'
import { findMonth, listFileRows, markFiled, sumMonth, type Place } from './file-store.ts'

const ROWS_PER_PAGE = 2_000

export type WrittenFile = { readonly events: number; readonly digest: string }

/**
 * Writes the file of a month for the bureau, piece by piece. The first time, the month is closed with the
 * digest of the file; any other time, the file must have it. [Q6]
 */
export async function writeMonthFile(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  staff: StaffMember,
  { month, write }: { readonly month: LocalDate; readonly write: (text: string) => Promise<void> },
): Promise<WrittenFile> {
  const { database, now } = services
  if (!mayDo(staff, 'bureau:file')) throw new Refused({ kind: 'staff-not-allowed' })
  const found = await findMonth(database, month)
  if (!found) throw new Refused({ kind: 'bureau-month-open' })
  // Who takes the file is in the log before anything of it is written.
  const about = `month=${month.slice(0, 7)}`
  await recordStaffAct(database, services, { staff, act: 'write-bureau-file', about })
  const file = await writeLines(services, { month, write })
  const digest = Buffer.from(file.digest, 'hex')
  if (found.digest && !found.digest.equals(digest))
    throw new Refused({ kind: 'bureau-file-differs' })
  await markFiled(database, { month, at: now(), by: staff.staffNo, events: file.events, digest })
  return file
}

async function writeLines(
  services: Pick<Services, 'database' | 'vault'>,
  { month, write }: Parameters<typeof writeMonthFile>[2],
): Promise<WrittenFile> {
  const { database } = services
  const hash = createHash('sha256')
  const whole = createHash('sha256')
  const put = async (text: string) => {
    hash.update(text)
    whole.update(text)
    await write(text)
  }
  const sums = await sumMonth(database, month)
  await put(headLine({ ...sums, company: lender.company, licenceNo: lender.licenceNo, month }))
  let after: Place | undefined = { customer: '', loanNo: '', eventNo: 0 }
  let events = 0
  while (after) {
    const page: Awaited<ReturnType<typeof listFileRows>> = await listFileRows(database, services, {
      month,
      after,
      count: ROWS_PER_PAGE,
    })
    await put(page.rows.map(eventLine).join(''))
    events += page.rows.length
    after = page.last
  }
  if (events !== sums.events) throw new Error(`month ${month}: ${events} of ${sums.events} events`)
  const trailer = trailerLine({ events, digest: hash.digest('hex') })
  whole.update(trailer)
  await write(trailer)
  return { events, digest: whole.digest('hex') }
}
