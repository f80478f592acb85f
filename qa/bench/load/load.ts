import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadOptions } from '#bench/arguments.ts'
import { percentile } from '#bench/bills.ts'
import { withLendingDatabase } from '#bench/lending-end-of-day.ts'
import { CLIENTS, readInTurn } from './calls-at-rate.ts'
import { processorTimeUs, processTree, residentMegabytes } from '#bench/processes.ts'
import type { Row } from '#bench/row.ts'
import { perSecond } from '#bench/row.ts'
import { borrowerWithLoans, type Borrower } from '#bench/sealed-client.ts'
import { withProduct } from '#bench/sealed-calls.ts'

/** A server compiles its most used functions in the first thousands of calls. */
const WARM_UP_SECONDS = 20

/**
 * Sealed reads of a borrower with two loans: at a fixed rate, or as fast as the answers come. The
 * goals apply to the second.
 */
export async function benchLoad({ rate, seconds }: LoadOptions): Promise<Row[]> {
  return withLendingDatabase(async ({ url, pid: postgres }) =>
    withProduct(
      async ({ address, pid }) => {
        const borrower = await borrowerWithLoans(address, url)
        await load(borrower, { rate, seconds: Math.min(seconds, WARM_UP_SECONDS) })
        const before = timesUsed(pid, postgres())
        const result = await load(borrower, { rate, seconds })
        const after = timesUsed(pid, postgres())
        const memory = Math.max(...processTree(pid).map(residentMegabytes))
        return rowsOf(result, {
          isAtRate: rate !== undefined,
          memory,
          nodeUs: after.node - before.node,
          postgresUs: after.postgres - before.postgres,
        })
      },
      { DATABASE_URL: url },
    ),
  )
}

function timesUsed(product: number, postgres: number): { node: number; postgres: number } {
  return {
    node: processorTimeUs(processTree(product)),
    postgres: processorTimeUs(processTree(postgres)),
  }
}

type LoadResult = {
  /** The durations of the successful calls in milliseconds, shortest first. */
  readonly times: readonly number[]
  readonly errors: ReadonlyMap<string, number>
  readonly milliseconds: number
}

async function load(borrower: Borrower, { rate, seconds }: LoadOptions): Promise<LoadResult> {
  const times: number[] = []
  const errors = new Map<string, number>()
  let count = 0
  const callAt = async (due: number) => {
    const mine = (count += 1)
    try {
      await readInTurn(borrower, mine)
      // Counted from the time it was due: waiting for a free client is part of the duration.
      times.push(performance.now() - due)
    } catch (error) {
      const name = error instanceof Error ? error.message : String(error)
      errors.set(name, (errors.get(name) ?? 0) + 1)
    }
  }
  const started = performance.now()
  const end = started + seconds * 1000
  await (rate === undefined ? asAnswered(callAt, end) : atRate(callAt, { rate, started, end }))
  const milliseconds = performance.now() - started
  return { times: times.toSorted((left, right) => left - right), errors, milliseconds }
}

type CallAt = (due: number) => Promise<void>

async function asAnswered(callAt: CallAt, end: number): Promise<void> {
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < end) await callAt(performance.now())
    }),
  )
}

async function atRate(
  callAt: CallAt,
  { rate, started, end }: { readonly rate: number; readonly started: number; readonly end: number },
): Promise<void> {
  const running: Promise<void>[] = []
  for (let due = started; due < end; due += 1000 / rate) {
    const wait = due - performance.now()
    if (wait > 1) await sleep(wait)
    running.push(callAt(due))
  }
  await Promise.all(running)
}

function rowsOf(
  { times, errors, milliseconds }: LoadResult,
  used: {
    readonly isAtRate: boolean
    readonly memory: number
    readonly nodeUs: number
    readonly postgresUs: number
  },
): Row[] {
  const rate = perSecond(times.length, milliseconds)
  const failed = [...errors.values()].reduce((sum, one) => sum + one, 0)
  const perCall = (us: number) => (us / Math.max(1, times.length + failed)).toFixed(0)
  const at = (share: number) => percentile(times, share).toFixed(1)
  return [
    {
      what: 'bills, limit, quote, all due: calls a second',
      value: rate.toFixed(0),
      ...(!used.isAtRate && { goal: { measured: rate, atLeast: 800 } }),
    },
    { what: 'p50, ms', value: at(0.5), beside: `p95 ${at(0.95)}, p99 ${at(0.99)}` },
    {
      what: 'errors',
      value: String(failed),
      beside: Array.from(errors, ([name, count]) => `${count} × ${name}`).join(', '),
      goal: { measured: failed, atMost: 0 },
    },
    {
      what: 'processor time of a call in the server, µs',
      value: perCall(used.nodeUs),
      beside: `in PostgreSQL ${perCall(used.postgresUs)}`,
    },
    {
      what: 'memory of the largest server process after the load, MB',
      value: used.memory.toFixed(0),
      goal: { measured: used.memory, atMost: 300 },
    },
  ]
}
