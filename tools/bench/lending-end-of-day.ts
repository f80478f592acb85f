import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'

import { runEndOfDay } from '@qingzhou/server/features/end-of-day/end-of-day.ts'
import { connect, withLendingDatabase } from './lending-database.ts'
import { fillWithLoans } from './lending-loans.ts'
import { perSecond, type Row } from './row.ts'

const WORKERS = 2
const DAYS = 3
const day = localDate('2026-11-15')

/** The end of day over a whole lender's loans, and how it grows. */
export async function benchEndOfDay({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const sizes = isFull ? [100_000, 1_000_000] : [25_000, 100_000]
  const rows: Row[] = []
  let smallest: number | undefined
  for (const size of sizes) {
    const speed = await withLendingDatabase((url) => loansPerSecond(url, size))
    rows.push({
      what: `${size.toLocaleString('en')} loans, ${WORKERS} workers`,
      value: `${Math.round(speed).toLocaleString('en')}/s`,
      ...(smallest !== undefined && {
        beside: `${(speed / smallest).toFixed(2)} of the speed with ${sizes[0]?.toLocaleString('en')}`,
      }),
    })
    smallest ??= speed
  }
  return rows
}

async function loansPerSecond(url: string, count: number): Promise<number> {
  await fillWithLoans(url, { count, day })
  // The first day finds nothing in memory and the pages still full.
  await runDays(url, 1)
  const started = performance.now()
  await runDays(url, 1 + DAYS)
  return perSecond(count * DAYS, performance.now() - started)
}

async function runDays(url: string, days: number): Promise<void> {
  const endOfDay = {
    connect: () => connect(url, WORKERS),
    now: () => new Date(),
    lanes: WORKERS,
    debits: 'ignore',
  } as const
  const { failures } = await runEndOfDay(endOfDay, addDays(day, days))
  if (failures > 0) throw new Error(`${failures} loans failed`)
}
