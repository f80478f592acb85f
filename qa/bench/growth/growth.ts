import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dayInShanghai } from '@qingzhou/platform/clock'
import { root } from '@qingzhou/tools/root.ts'
import { createBorrowerActs } from '#bench/borrower-acts.ts'
import { percentile } from '#bench/bills.ts'
import { runDays, withLendingDatabase } from '#bench/lending-end-of-day.ts'
import { fillWithLoans } from '#bench/lending-loans.ts'
import { reads } from '#bench/load/calls-at-rate.ts'
import type { Row } from '#bench/row.ts'
import { borrowerWithLoans } from '#bench/sealed-client.ts'
import { withProduct } from '#bench/sealed-calls.ts'
import { type Curve, drawCurves } from './curves.ts'

const SIZES = [1_000, 10_000]
const FULL_SIZES = [1_000, 100_000, 1_000_000]
const TIMES_MAX = 1.5
const CLIENTS = 4
const READS = 1_000
/** A server compiles its most used functions in the first thousands of calls. */
const WARM_UP = 2_000
const ACTS = 400
const DAYS = 3

/** Where a run draws its curves. */
const PICTURE = join(root, 'docs/growth.svg')

/**
 * The same work among few and many customers, each with a loan: it should take as long. Its curves
 * are written as a picture for docs/performance.md.
 */
export async function benchGrowth({ isFull }: { readonly isFull: boolean }): Promise<Row[]> {
  const sizes = isFull ? FULL_SIZES : SIZES
  const points = new Map<string, number[]>()
  for (const size of sizes) {
    for (const [what, value] of await measureAmong(size)) {
      points.set(what, [...(points.get(what) ?? []), value])
    }
  }
  const curves = Array.from(points, ([what, values]): Curve => ({ what, sizes, values }))
  writeFileSync(PICTURE, drawCurves(curves, TIMES_MAX))
  return curves.flatMap(rowsOf)
}

function rowsOf({ what, sizes, values }: Curve): Row[] {
  const [first = 0] = values
  return values.map((value, index) => ({
    what: `${what}, among ${sizes[index]?.toLocaleString('en')}`,
    value: value.toFixed(2),
    ...(index === values.length - 1 && {
      beside: `${(value / first).toFixed(2)} × that among ${sizes[0]?.toLocaleString('en')}`,
      goal: { measured: value / first, atMost: TIMES_MAX },
    }),
  }))
}

async function measureAmong(customers: number): Promise<ReadonlyMap<string, number>> {
  return withLendingDatabase(async ({ url }) => {
    await fillWithLoans(url, { count: customers, day: dayInShanghai(new Date()) })
    const found = new Map<string, number>()
    const directory = mkdtempSync(join(tmpdir(), 'qingzhou-bench-'))
    await measureReads({ DATABASE_URL: url, DATA_DIR: directory }, found)
    await measureActs({ DATABASE_URL: url, DATA_DIR: directory }, found)
    // On the first day the caches are cold and the pages still full.
    const today = dayInShanghai(new Date())
    await runDays(url, 1, today)
    const started = performance.now()
    await runDays(url, 1 + DAYS, today)
    const perThousand = (performance.now() - started) / DAYS / (customers / 1_000)
    return found.set('end of day of 1,000 loans, ms', perThousand)
  })
}

type Settings = { readonly DATABASE_URL: string; readonly DATA_DIR: string }

async function measureReads(settings: Settings, found: Map<string, number>): Promise<void> {
  await withProduct(async ({ address }) => {
    const borrower = await borrowerWithLoans(address, settings.DATABASE_URL)
    for (const [name, read] of Object.entries(reads)) {
      await timesOf(WARM_UP, (count) => read(borrower, count))
      const times = await timesOf(READS, (count) => read(borrower, count))
      found.set(`${name}, p99, ms`, percentile(times, 0.99))
    }
  }, settings)
}

async function measureActs(
  { DATABASE_URL, DATA_DIR }: Settings,
  found: Map<string, number>,
): Promise<void> {
  const acts = await createBorrowerActs(DATABASE_URL, CLIENTS, DATA_DIR)
  try {
    for (const [name, act] of [
      ['draw', () => acts.draw()],
      ['repayment', () => acts.repay()],
    ] as const) {
      await timesOf(ACTS / 4, act)
      found.set(`${name} until booked, p99, ms`, percentile(await timesOf(ACTS, act), 0.99))
    }
  } finally {
    await acts.close()
  }
}

/** The durations of some calls by a few clients, shortest first. */
async function timesOf(count: number, act: (count: number) => Promise<void>): Promise<number[]> {
  const times: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
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
