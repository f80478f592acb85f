import { open, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { monthEnd } from '@qingzhou/domain/bureau/month-events'
import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { writeMonthFile } from '@qingzhou/server/features/bureau-reports/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { StaffCommand, StaffServices } from '../staff/staff-command.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'

const USAGE = `npm run bureau -- file --month 2026-10 --to bureau-2026-10.txt --as <username>
  Writes the file of a month for the credit bureau; docs/bureau.md describes its lines. Only a member with the role
  admin may do it, and it is in the staff log. A month is refused until its events are complete, on the first day of
  the next one. Written again, a file has the same bytes.
  The file has names and identity numbers in clear: it is readable by this user only; delete it when it is handed over.
  The password is asked for at the terminal, or read from the first line of --password-file; --code is the code of the
  authenticator app. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

type Options = { readonly staff: StaffOptions; readonly month: LocalDate; readonly to: string }

const PRIVATE = 0o600

/** `npm run bureau`. */
export const bureauCommand: StaffCommand<Options> = { usage: USAGE, readOptions, run }

function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { ...staffOptions, month: { type: 'string' }, to: { type: 'string' } },
  })
  const [act] = positionals
  if (act !== 'file' || positionals.length > 1) throw new Error('The only act is file.')
  const first = `${values.month}-01`
  if (!isLocalDate(first)) throw new Error(`--month ${values.month}: a month is written 2026-10.`)
  if (!values.to) throw new Error('--to names the file to write.')
  return { staff: staffOptionsOf(values), month: monthEnd(first), to: values.to }
}

async function run(
  services: StaffServices,
  staff: StaffMember,
  { month, to }: Options,
): Promise<readonly string[]> {
  const file = await open(to, 'wx', PRIVATE)
  try {
    const write = async (text: string) => {
      await file.writeFile(text)
    }
    const { events, digest } = await writeMonthFile(services, staff, { month, write })
    return [`${to}: ${events} events, SHA-256 ${digest}`]
  } catch (error) {
    // Half a file is no file.
    await rm(to)
    throw error
  } finally {
    await file.close()
  }
}
