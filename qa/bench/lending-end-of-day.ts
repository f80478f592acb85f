import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { runEndOfDay } from '@qingzhou/lending/end-of-day/end-of-day'
import { migrate } from '@qingzhou/platform/database/migrate'
import type { PoolDatabase } from '@qingzhou/platform/database/pool'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { startPostgres } from '@qingzhou/tools/postgres/postgres.ts'
import { fillWithLoans } from './lending-loans.ts'
import { copyWrittenRows, updateWrittenRows } from './plain-update.ts'
import type { Row } from './row.ts'
import { perSecond, ratioTo } from './row.ts'

const WORKERS = 2
const DAYS = 3
const GOAL_FROM_LOANS = 100_000
const day = localDate('2026-11-15')

/**
 * The end of day over all loans of a lender, how it scales, and beside it a plain update of as many
 * rows of the same width: for each loan an accrual and a balance.
 */
export async function benchEndOfDay({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const sizes = isFull ? [100_000, 1_000_000] : [25_000, 100_000]
  const rows: Row[] = []
  let smallest: number | undefined
  for (const size of sizes) {
    const speeds = await withLendingDatabase(({ url }) => measureDays(url, size))
    rows.push(...rowsOf(size, speeds, smallest))
    smallest ??= speeds.endOfDay
  }
  return rows
}

type Speeds = { readonly endOfDay: number; readonly plain: number }

function rowsOf(size: number, { endOfDay, plain }: Speeds, smallest: number | undefined): Row[] {
  const what = `${size.toLocaleString('en')} loans, ${WORKERS} workers`
  const isLarge = size >= GOAL_FROM_LOANS
  return [
    {
      what,
      value: perSecondText(endOfDay),
      ...(smallest !== undefined && {
        beside: `${(endOfDay / smallest).toFixed(2)} of the speed with the smaller number`,
      }),
      ...(isLarge && { goal: { measured: endOfDay, atLeast: 100_000 } }),
    },
    {
      what: 'plain update of the rows it writes, loans',
      value: perSecondText(plain),
      beside: `the end of day is ${ratioTo({ name: 'it', value: plain }, endOfDay)}`,
      ...(isLarge && { goal: { measured: endOfDay / plain, atLeast: 0.6 } }),
    },
  ]
}

function perSecondText(speed: number): string {
  return `${Math.round(speed).toLocaleString('en')}/s`
}

/** Days and plain updates take turns, so that other work of the machine slows down both. */
async function measureDays(url: string, count: number): Promise<Speeds> {
  await fillWithLoans(url, { count, day })
  // On the first day the caches are cold and the pages still full.
  await runDays(url, 1)
  await copyWrittenRows(url)
  await updateWrittenRows(url, WORKERS)
  const milliseconds = { endOfDay: 0, plain: 0 }
  for (let turn = 1; turn <= DAYS; turn += 1) {
    const started = performance.now()
    await runDays(url, 1 + turn)
    const booked = performance.now()
    await updateWrittenRows(url, WORKERS)
    milliseconds.endOfDay += booked - started
    milliseconds.plain += performance.now() - booked
  }
  return {
    endOfDay: perSecond(count * DAYS, milliseconds.endOfDay),
    plain: perSecond(count * DAYS, milliseconds.plain),
  }
}

/** Books the days after that of `fillWithLoans`. */
export async function runDays(url: string, days: number, from = day): Promise<void> {
  const endOfDay = {
    connect: () => connect(url, WORKERS),
    now: () => new Date(),
    lanes: WORKERS,
    debits: 'ignore',
  } as const
  const { failures } = await runEndOfDay(endOfDay, addDays(from, days))
  if (failures > 0) throw new Error(`${failures} loans failed`)
}

/** A separate PostgreSQL with fsync, as in production. */
export async function withLendingDatabase<Result>(
  work: (database: { readonly url: string; readonly pid: () => number }) => Promise<Result>,
): Promise<Result> {
  const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
  const server = await startPostgres({ directory, fsync: true })
  try {
    await migrate(server.url)
    return await work(server)
  } finally {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

export function connect(url: string, max: number): PoolDatabase {
  return createDatabase(url, { max, role: 'qingzhou_app', onIdleError: () => {} })
}
