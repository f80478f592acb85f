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
import type { Row } from './row.ts'
import { perSecond } from './row.ts'

const WORKERS = 2
const DAYS = 3
const GOAL_FROM_LOANS = 100_000
const day = localDate('2026-11-15')

/** The end of day over all loans of a lender, and how it scales. */
export async function benchEndOfDay({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const sizes = isFull ? [100_000, 1_000_000] : [25_000, 100_000]
  const rows: Row[] = []
  let smallest: number | undefined
  for (const size of sizes) {
    const speed = await withLendingDatabase(({ url }) => loansPerSecond(url, size))
    rows.push({
      what: `${size.toLocaleString('en')} loans, ${WORKERS} workers`,
      value: `${Math.round(speed).toLocaleString('en')}/s`,
      ...(smallest !== undefined && {
        beside: `${(speed / smallest).toFixed(2)} of the speed with ${sizes[0]?.toLocaleString('en')}`,
      }),
      ...(size >= GOAL_FROM_LOANS && { goal: { measured: speed, atLeast: 100_000 } }),
    })
    smallest ??= speed
  }
  return rows
}

async function loansPerSecond(url: string, count: number): Promise<number> {
  await fillWithLoans(url, { count, day })
  // On the first day the caches are cold and the pages still full.
  await runDays(url, 1)
  const started = performance.now()
  await runDays(url, 1 + DAYS)
  return perSecond(count * DAYS, performance.now() - started)
}

/** Books the days after that of `fillWithLoans`. */
export async function runDays(url: string, days: number): Promise<void> {
  const endOfDay = {
    connect: () => connect(url, WORKERS),
    now: () => new Date(),
    lanes: WORKERS,
    debits: 'ignore',
  } as const
  const { failures } = await runEndOfDay(endOfDay, addDays(day, days))
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
