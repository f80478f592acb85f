import { open, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'

import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan } from '@qingzhou/domain/money/money'
import { writeSettlementFile } from '@qingzhou/server/features/partner-settlements/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { StaffCommand, StaffServices } from '../staff/staff-command.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'

const USAGE = `npm run partners -- file <partner> <day> --to far-bank-2026-10-31.txt --as <username>
  Writes the settlement file of a funding partner and a day; docs/partners.md describes its lines. Only a member with
  the role admin may do it, and it is in the staff log. A day is refused until it is settled, after the end of the next
  day. Written again, a file has the same bytes.
  The password is asked for at the terminal, or read from the first line of --password-file; --code is the code of the
  authenticator app. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

type Options = {
  readonly staff: StaffOptions
  readonly partnerNo: string
  readonly day: LocalDate
  readonly to: string
}

const PRIVATE = 0o600

/** `npm run partners`. */
export const partnersCommand: StaffCommand<Options> = { usage: USAGE, readOptions, run }

function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { ...staffOptions, to: { type: 'string' } },
  })
  const [act, partnerNo = '', day = '', ...others] = positionals
  if (act !== 'file' || others.length > 0) throw new Error('The only act is file <partner> <day>.')
  if (partnerNo === '') throw new Error('file <partner> <day> names the partner.')
  if (!isLocalDate(day)) throw new Error(`${day}: a day is written 2026-10-31.`)
  if (!values.to) throw new Error('--to names the file to write.')
  return { staff: staffOptionsOf(values), partnerNo, day, to: values.to }
}

async function run(
  services: StaffServices,
  staff: StaffMember,
  { partnerNo, day, to }: Options,
): Promise<readonly string[]> {
  const file = await open(to, 'wx', PRIVATE)
  try {
    const write = async (text: string) => {
      await file.writeFile(text)
    }
    const { sums, digest } = await writeSettlementFile(services, staff, { partnerNo, day, write })
    const settled = displayYuan(sums.settled)
    return [`${to}: ${sums.entries} entries, to settle ${settled}, SHA-256 ${digest}`]
  } catch (error) {
    // Half a file is no file.
    await rm(to)
    throw error
  } finally {
    await file.close()
  }
}
