import { withProduct } from './sealed-calls.ts'
import { borrowerWithLoans, quoteOnce } from './sealed-client.ts'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { overview } from '@qingzhou/server/features/repayment/overview.ts'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '@qingzhou/server/services.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { fillWithLoans } from './lending-loans.ts'
import type { Row } from './row.ts'

const CONNECTIONS = 4

/** The duration of each call, with a few calls at a time. */
async function measureTimes(
  count: number,
  act: (count: number) => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (next < count) {
        const mine = (next += 1)
        const started = performance.now()
        await act(mine)
        times.push(performance.now() - started)
      }
    }),
  )
  return times.toSorted((left, right) => left - right)
}

export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

const LOOKS = 2_000
const day = localDate('2026-11-15')

/**
 * The cost of reading a borrower's bills in databases of different sizes: it should stay constant.
 */
export async function benchBills({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const sizes = isFull ? [10, 1_000, 100_000, 1_000_000] : [10, 1_000, 100_000]
  const rows: Row[] = []
  let smallest: number | undefined
  for (const size of sizes) {
    const times = await withLendingDatabase(({ url }) => lookAround(url, size))
    const slowest = percentile(times, 0.99)
    rows.push({
      what: `bills of one customer among ${size.toLocaleString('en')} loans, p99, ms`,
      value: slowest.toFixed(2),
      beside:
        `p50 ${percentile(times, 0.5).toFixed(2)}` +
        (smallest === undefined
          ? ''
          : `, ${(slowest / smallest).toFixed(2)} of that among ${sizes[0]}`),
    })
    smallest ??= slowest
  }
  return rows
}

async function lookAround(url: string, loans: number): Promise<number[]> {
  await fillWithLoans(url, { count: loans, day })
  const database = connect(url, 4)
  const businessDate = () => readBusinessDate(database)
  // Reading bills uses only the database and the books' date.
  const services = { database, businessDate, now: () => new Date() } as unknown as Services
  const look = async () => {
    const one = 1 + Math.floor(Math.random() * loans)
    await overview(services, customerNo(`C${String(one).padStart(12, '0')}`))
  }
  try {
    await measureTimes(LOOKS / 10, look)
    return await measureTimes(LOOKS, look)
  } finally {
    await database.close()
  }
}

const TRIALS = 600
/** A server compiles its most used functions in the first thousands of calls. */
const WARM_UP = 2_000

/**
 * A quote as requested while the slider moves: sealed, authenticated, read, computed and answered.
 */
export async function benchBorrow(): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address }) => {
        const borrower = await borrowerWithLoans(address, url)
        const bills = () => borrower.call('repayment', 'overview', {})
        const empty = () => borrower.call('system', 'version', {})
        await measureTimes(WARM_UP, (count) => quoteOnce(borrower, count))
        await measureTimes(WARM_UP, bills)
        await measureTimes(WARM_UP, empty)
        const quotes = await measureTimes(TRIALS, (count) => quoteOnce(borrower, count))
        const empties = await measureTimes(TRIALS, empty)
        const overviews = await measureTimes(TRIALS, bills)
        const row = (what: string, times: readonly number[], share: number): Row => ({
          what: `${what}, ms`,
          value: percentile(times, share).toFixed(1),
          beside: `${(percentile(times, share) / percentile(empties, share)).toFixed(2)} × an empty sealed call (${percentile(empties, share).toFixed(1)})`,
        })
        return [
          {
            ...row('quote through the sealed API, p50', quotes, 0.5),
            goal: { measured: percentile(quotes, 0.5) / percentile(empties, 0.5), atMost: 1.5 },
          },
          row('the same, p99', quotes, 0.99),
          row('bills through the sealed API, p50', overviews, 0.5),
          row('the same, p99', overviews, 0.99),
        ]
      },
      { DATABASE_URL: url },
    ),
  )
}
