import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

import { addDays, isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

import { migrate } from '../apps/server/src/database/migrate.ts'
import { createDatabase } from '../apps/server/src/database/pool.ts'
import { dayInShanghai } from '../apps/server/src/day-in-shanghai.ts'
import { runEndOfDay } from '../apps/server/src/jobs/end-of-day.ts'
import { failures, type Failure } from '../apps/server/src/jobs/failure-store.ts'
import { readProgress, type Progress } from '../apps/server/src/jobs/progress.ts'
import { startBusinessDate } from '../apps/server/src/modules/ledger/index.ts'
import { createReport } from './end-of-day/report.ts'
import { withDatabase } from './own-database.ts'

const USAGE = `npm run end-of-day [-- --date 2026-11-16] [--workers 2] [--slice 10000]
  Brings the books up to a day. Without a date: to today in Shanghai, or, where the books are there
  already and the product is a sandbox, one day on. DATABASE_URL says which database; without it,
  the one that comes along, under DATA_DIR.`

const FAILURES_SHOWN_MAX = 20

type Options = {
  readonly date: LocalDate | undefined
  readonly workers: number
  readonly slice: number
}

try {
  const options = readOptions()
  await withDatabase(async (url) => {
    process.exitCode = (await run(url, options)) === 0 ? 0 : 1
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: { date: { type: 'string' }, workers: { type: 'string' }, slice: { type: 'string' } },
    })
    return {
      date: values.date === undefined ? undefined : dateOf(values.date),
      workers: countOf(values.workers ?? String(Math.min(4, availableParallelism()))),
      slice: countOf(values.slice ?? '10000'),
    }
  } catch (cause) {
    const complaint = cause instanceof Error ? `${cause.message}\n\n` : ''
    throw new Error(`${complaint}${USAGE}`, { cause })
  }
}

function dateOf(text: string): LocalDate {
  if (isLocalDate(text)) return text
  throw new Error(`${text} is no date of the calendar.`)
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`${text} is no whole number above zero.`)
}

/** Answers how many loans failed. */
async function run(url: string, { date, workers, slice }: Options): Promise<number> {
  const today = dayInShanghai(new Date())
  const connect = (max: number) =>
    createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
  await migrate(url)
  const watch = connect(1)
  try {
    await startBusinessDate(watch, today)
    const until = untilOf(date, { now: await readProgress(watch), today })
    const report = createReport(process.stdout)
    const end = await runEndOfDay(
      {
        connect: () => connect(workers),
        now: () => new Date(),
        lanes: workers,
        loansPerSlice: slice,
        onProgress: report.progress,
        onDay: report.day,
      },
      until,
    )
    report.end(end)
    show(await failures(watch))
    return end.failures
  } finally {
    await watch.close()
  }
}

/** The day to go to. A day that is not over yet can be closed in a sandbox only. */
function untilOf(
  date: LocalDate | undefined,
  { now, today }: { now: Progress; today: LocalDate },
): LocalDate {
  const { businessDate, isFinished } = now
  const isSandbox = process.env['MODE'] !== 'production'
  if (date !== undefined && date > today && !isSandbox) {
    throw new Error(`${date} has not come yet: today is ${today}, and this is no sandbox.`)
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
