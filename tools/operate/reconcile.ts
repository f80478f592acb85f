import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { addDays, isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

import { messageOf } from '@qingzhou/platform/log'
import type { Database } from '@qingzhou/platform/database/database'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { dayInShanghai } from '@qingzhou/platform/clock'
import {
  enqueueReconciliation,
  findComparisonTime,
  readDifferences,
} from '@qingzhou/server/features/reconciliation/index.ts'
import { lateOrders } from '@qingzhou/server/features/order-watch/index.ts'
import { withDatabase } from '../postgres/own-database.ts'
import { differenceActs, differencesCommand } from '../payments/command.ts'
import { lineOf } from '../reconcile/line.ts'
import { runStaffCommand } from '../staff/staff-command.ts'
import { lateLineOf } from '../tasks/lines.ts'

const USAGE = `npm run reconcile [-- --date 2026-11-15] [--wait 30]
  Has the product compare a day with the day files of the bank and the payment apps, and lists every
  transfer on which they differ; then every order that has been open for longer than it should, whatever its
  day. Without a date: yesterday in Shanghai. A product that does not answer
  within so many seconds leaves it at what was found before. DATABASE_URL says which database; without
  it, the one that comes along, under DATA_DIR. Exit status 1: there are differences
  or late orders. Exit status 2: the day was never compared, so nothing is known about it.
npm run reconcile -- list|explain|match|close …
  Differences and how they end, for a member of staff: npm run reconcile -- list --as <username>.`

const LOOK_AGAIN_MS = 250
const LATE_ORDERS_MAX = 1_000
const NEVER_COMPARED = 2

const words = process.argv.slice(2)
if (differenceActs.some((act) => act === words[0])) {
  process.exitCode = await runStaffCommand(differencesCommand, words)
} else {
  await compareDay()
}

async function compareDay(): Promise<void> {
  try {
    const { date, waitSeconds } = readOptions()
    await withDatabase(async (url) => {
      process.exitCode = await run(url, { date, waitSeconds })
    })
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

type Options = { readonly date: LocalDate; readonly waitSeconds: number }

function readOptions(): Options {
  const { values } = parseArgs({
    options: { date: { type: 'string' }, wait: { type: 'string', default: '30' } },
  })
  const { date = addDays(dayInShanghai(new Date()), -1), wait } = values
  if (!isLocalDate(date)) throw new Error(`${date} is not a calendar date.\n\n${USAGE}`)
  if (!/^\d{1,4}$/.test(wait)) throw new Error(`${wait} is not a number of seconds.\n\n${USAGE}`)
  return { date, waitSeconds: Number(wait) }
}

/** Returns the exit status. */
async function run(url: string, { date, waitSeconds }: Options): Promise<number> {
  await migrate(url)
  const settings = { max: 1, role: 'qingzhou_app', onIdleError: () => {} } as const
  const database = createDatabase(url, settings)
  try {
    if (!(await isCompared(database, { date, waitSeconds }))) {
      const earlier = await findComparisonTime(database, date)
      if (earlier === undefined) {
        console.error(`${date} was never compared: no product did it within ${waitSeconds} s.`)
        await showLateOrders(database)
        return NEVER_COMPARED
      }
      console.error(
        `${date} was not compared again; these are the results of ${earlier.toISOString()}.`,
      )
    }
    const differences = await readDifferences(database, date)
    for (const difference of differences) console.log(lineOf(difference))
    console.log(differences.length === 0 ? `${date}: no differences` : '')
    return differences.length + (await showLateOrders(database)) === 0 ? 0 : 1
  } finally {
    await database.close()
  }
}

/** Returns the number of late orders. */
async function showLateOrders(database: Database): Promise<number> {
  const now = new Date()
  const late = await lateOrders(database, now, LATE_ORDERS_MAX)
  for (const order of late) console.log(lateLineOf(order, now))
  return late.length
}

/** Only the product has the keys of the bank and the apps, so it makes the comparison. */
async function isCompared(database: Database, { date, waitSeconds }: Options): Promise<boolean> {
  const before = await findComparisonTime(database, date)
  await enqueueReconciliation(database, date)
  const until = Date.now() + waitSeconds * 1_000
  while (Date.now() < until) {
    const now = await findComparisonTime(database, date)
    if (now !== undefined && now.getTime() !== before?.getTime()) return true
    await sleep(LOOK_AGAIN_MS)
  }
  return false
}
