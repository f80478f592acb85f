import { parseArgs } from 'node:util'

import { isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { closePeriod } from '@qingzhou/server/features/period-closing/index.ts'
import { propose } from '@qingzhou/server/features/proposals/index.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'
import type { StaffCommand } from '../staff/staff-command.ts'

const USAGE = `npm run books -- close --until 2026-10-31 --reason 十月关账 --as <username>
  Proposes to close the lender's books up to a day, which another member of staff approves (npm run proposals). A
  closed day takes no entry; what is corrected later is booked on the day of the correction. It is refused while a day
  is not booked or missing, a difference is open, or the trial balance is not zero.
  The password is asked for at the terminal, or read from the first line of --password-file; --code is the code of the
  authenticator app. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

type Options = {
  readonly staff: StaffOptions
  readonly until: LocalDate
  readonly reason: string
}

/** `npm run books -- close`. */
export const closeCommand: StaffCommand<Options> = {
  usage: USAGE,
  readOptions: (words) => {
    const { values } = parseArgs({
      args: [...words],
      options: { ...staffOptions, until: { type: 'string' }, reason: { type: 'string' } },
    })
    const { until = '', reason } = values
    if (!isLocalDate(until)) throw new Error(`--until ${until}: not a day`)
    if (!reason) throw new Error('--reason says why the period is closed.')
    return { staff: staffOptionsOf(values), until, reason }
  },
  run: async (services, staff, { until, reason }) => {
    const input = { kind: closePeriod.kind, parameters: { until }, reason }
    const { proposalNo, lines } = await propose(services, staff, input)
    return [
      ...lines,
      `Proposed as ${proposalNo}. Another member of staff approves it: npm run proposals -- approve ${proposalNo}`,
    ]
  },
}
