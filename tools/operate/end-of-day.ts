import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { addDays, isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

import { messageOf } from '@qingzhou/platform/log'
import type { Database } from '@qingzhou/platform/database/database'
import { migrate } from '@qingzhou/platform/database/migrate'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { runEndOfDay } from '@qingzhou/lending/end-of-day/end-of-day'
import { failures, type Failure } from '@qingzhou/lending/end-of-day/failure-store'
import { readProgress, type Progress } from '@qingzhou/lending/end-of-day/progress-store'
import {
  permitBusinessDate,
  readCalendarDay,
  startBusinessDate,
} from '@qingzhou/lending/ledger/index'
import { countOpenDebits } from '@qingzhou/lending/end-of-day/open-debit-store'
import { createReport } from '../end-of-day/report.ts'
import { withDatabase } from '../postgres/own-database.ts'

const USAGE = `npm run end-of-day [-- --date 2026-11-16] [--workers 2] [--slice 10000]
                  [--force --reason "why"]
  Brings the books up to a day. Without a date: to today in Shanghai by the clock of the database, or,
  where the books are there already and the product is a sandbox, one day on. The automatic debits of
  a day are awaited before the next day opens; a running server or worker does them. --force goes
  beyond the calendar and does not wait for debits; who did it and why is recorded for ever, and only
  the owner of the schema may. DATABASE_URL says which database; without it, the one that comes
  along, under DATA_DIR.`

const FAILURES_SHOWN_MAX = 20
const DEBIT_PATIENCE_MS = 60_000
const LOOK_FOR_DEBITS_EVERY_MS = 500

type Options = {
  readonly date: LocalDate | undefined
  readonly workers: number
  readonly slice: number
  /** Why the calendar rules are overridden this time. */
  readonly forcedBecause: string | undefined
}

try {
  const options = readOptions()
  await withDatabase(async (url) => {
    process.exitCode = (await run(url, options)) === 0 ? 0 : 1
  })
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        date: { type: 'string' },
        workers: { type: 'string' },
        slice: { type: 'string' },
        force: { type: 'boolean' },
        reason: { type: 'string' },
      },
    })
    return {
      date: values.date === undefined ? undefined : dateOf(values.date),
      workers: countOf(values.workers ?? String(Math.min(4, availableParallelism()))),
      slice: countOf(values.slice ?? '10000'),
      forcedBecause: values.force ? reasonOf(values.reason) : undefined,
    }
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${USAGE}`, { cause })
  }
}

function dateOf(text: string): LocalDate {
  if (isLocalDate(text)) return text
  throw new Error(`${text} is not a calendar date.`)
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`${text} is not a positive whole number.`)
}

function reasonOf(text = ''): string {
  if (text.trim() !== '') return text.trim()
  throw new Error('--force needs a --reason, which is recorded.')
}

/** Returns how many loans failed. */
async function run(url: string, options: Options): Promise<number> {
  const { workers, slice, forcedBecause } = options
  const connect = (max: number) =>
    createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
  await migrate(url)
  const watch = connect(1)
  try {
    await startBusinessDate(watch)
    const today = await readCalendarDay(watch)
    const until = untilOf(options, { now: await readProgress(watch), today })
    if (until > today) await permit(url, { until, reason: forcedBecause ?? 'test clock' })
    const report = createReport(process.stdout)
    const endOfDay = {
      connect: () => connect(workers),
      now: () => new Date(),
      lanes: workers,
      loansPerSlice: slice,
      debits: forcedBecause === undefined ? ('await' as const) : ('ignore' as const),
      onProgress: report.progress,
      onDay: report.day,
    }
    let end = await runEndOfDay(endOfDay, until)
    while (end.openDebits > 0) {
      await awaitDebits(watch, end.businessDate)
      end = await runEndOfDay(endOfDay, until)
    }
    report.end(end)
    show(await failures(watch))
    return end.failures
  } finally {
    await watch.close()
  }
}

/** Servers and workers perform the debits; this command only waits for them. */
async function awaitDebits(database: Database, day: LocalDate): Promise<void> {
  const deadline = performance.now() + DEBIT_PATIENCE_MS
  const open = await countOpenDebits(database, day)
  if (open > 0) console.log(`Waiting for ${open} automatic debits of ${day} …`)
  while ((await countOpenDebits(database, day)) > 0) {
    if (performance.now() > deadline) {
      throw new Error(
        `The automatic debits of ${day} are not final, so the next day does not open. ` +
          'Start the product or a worker, which do them, and run this again; or use --force.',
      )
    }
    await sleep(LOOK_FOR_DEBITS_EVERY_MS)
  }
}

async function permit(
  url: string,
  granted: { readonly until: LocalDate; readonly reason: string },
): Promise<void> {
  const owner = createDatabase(url, { max: 1, onIdleError: () => {} })
  try {
    await permitBusinessDate(owner, granted)
  } catch (cause) {
    throw new Error(
      `${granted.until} is beyond the calendar date; only the owner of the schema may close it.`,
      { cause },
    )
  } finally {
    await owner.close()
  }
}

/** The day to close. A day that is not over yet can be closed only in a sandbox, or by force. */
function untilOf(
  { date, forcedBecause }: Options,
  { now, today }: { now: Progress; today: LocalDate },
): LocalDate {
  const { businessDate, isFinished } = now
  const isSandbox = process.env['MODE'] !== 'production'
  if (date !== undefined && date > today && !isSandbox && forcedBecause === undefined) {
    throw new Error(
      `${date} is in the future: today is ${today} by the clock of the database, and this is not a sandbox.`,
    )
  }
  if (date !== undefined) return date
  if (today > businessDate || !isFinished || !isSandbox) {
    return today > businessDate ? today : businessDate
  }
  return addDays(businessDate, 1)
}

function show(failed: readonly Failure[]): void {
  for (const { loanNo, reason } of failed.slice(0, FAILURES_SHOWN_MAX)) {
    console.error(`loan ${loanNo}: ${reason}`)
  }
  const more = failed.length - FAILURES_SHOWN_MAX
  if (more > 0) console.error(`and ${more} more, in the table end_of_day_failures`)
}
