import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '#bench/bills.ts'
import { withLendingDatabase } from '#bench/lending-end-of-day.ts'
import { type CallTimes, callOnce, ratePerSecond, sendAtRate } from './calls-at-rate.ts'
import { processTree, residentMegabytes } from '#bench/processes.ts'
import type { Row } from '#bench/row.ts'
import { borrowerWithLoans, type Borrower } from '#bench/sealed-client.ts'
import { withProduct } from '#bench/sealed-calls.ts'

const P99_MS_MAX = 300
const SHED_MS_MAX = 50
const RECOVERY_MS_MAX = 10_000
/** Memory in the last quarter of a load beside its first: what leaks grows. */
const MEMORY_TIMES_MAX = 1.1
const WARM_UP_SECONDS = 20
const TRIAL_SECONDS = 10
/** Shares of the highest possible rate, tried from above. */
const SHARES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]
const SAMPLE_EVERY_MS = 2_000
const SECONDS_IN_MINUTE = 60
/** All calls come from one network, which may have a quarter of these. */
const NETWORK_CONNECTIONS = '80000'

/**
 * The highest rate that is answered in time, held for minutes; then twice that rate for as long, and
 * the way back. Load generator and server share the processors, so the generator is slowed down too.
 */
export async function benchLoadHeld({ minutes }: { readonly minutes: number }): Promise<Row[]> {
  return withLendingDatabase(async ({ url }) =>
    withProduct(
      async ({ address, pid }) => {
        const borrower = await borrowerWithLoans(address, url)
        const rate = await highestRate(borrower)
        const hold = async (at: number) => {
          const memory = sampleMemory(pid)
          const seconds = minutes * SECONDS_IN_MINUTE
          const answered = await sendAtRate(borrower, { rate: at, seconds })
          return { rate: at, answered, megabytes: memory.stop() }
        }
        const held = await hold(rate)
        const doubled = await hold(2 * rate)
        const recoveryMs = doubled.answered.drainedMs + (await timeToRecover(borrower, rate))
        return [...rowsOfHeld(held, minutes), ...rowsOfDoubled(doubled, recoveryMs)]
      },
      { DATABASE_URL: url, CONNECTIONS_MAX: NETWORK_CONNECTIONS },
    ),
  )
}

/**
 * The highest of some rates whose answers come in time, after a warm-up. On a machine too busy for
 * any of them it is the lowest, whose figures then show it.
 */
async function highestRate(borrower: Borrower): Promise<number> {
  await ratePerSecond(borrower, WARM_UP_SECONDS)
  const most = await ratePerSecond(borrower, TRIAL_SECONDS)
  let rate = most
  for (const share of SHARES) {
    rate = Math.max(1, Math.floor(share * most))
    const { served, shed, lost } = await sendAtRate(borrower, { rate, seconds: TRIAL_SECONDS })
    const isInTime = percentile(inOrder(served), 0.99) <= P99_MS_MAX
    if (isInTime && shed.length === 0 && lost.size === 0) break
    await sleep(SAMPLE_EVERY_MS)
  }
  return rate
}

type HeldLoad = {
  readonly rate: number
  readonly answered: CallTimes
  /** Of the largest process, sample by sample. */
  readonly megabytes: readonly number[]
}

function rowsOfHeld({ rate, answered, megabytes }: HeldLoad, minutes: number): Row[] {
  const p99 = percentile(inOrder(answered.served), 0.99)
  return [
    {
      what: `${minutes} min at the highest rate: p99, ms`,
      value: p99.toFixed(0),
      beside: `${rate} calls a second, p50 ${percentile(inOrder(answered.served), 0.5).toFixed(0)}`,
      goal: { measured: p99, atMost: P99_MS_MAX },
    },
    lostRow('the same', answered),
    memoryRow('the same', megabytes),
  ]
}

function rowsOfDoubled({ rate, answered, megabytes }: HeldLoad, recoveryMs: number): Row[] {
  const { served, shed } = answered
  const p99 = percentile(inOrder(shed), 0.99)
  return [
    {
      what: 'twice that rate: served a second',
      value: ((served.length / (served.length + shed.length)) * rate).toFixed(0),
      beside: `of ${rate}, p99 ${percentile(inOrder(served), 0.99).toFixed(0)} ms`,
    },
    {
      what: 'twice that rate: answer to a shed call, p99, ms',
      value: p99.toFixed(0),
      beside: `${shed.length} shed, p50 ${percentile(inOrder(shed), 0.5).toFixed(0)}`,
      goal: { measured: p99, atMost: SHED_MS_MAX },
    },
    lostRow('twice that rate', answered),
    memoryRow('twice that rate', megabytes),
    {
      what: 'afterwards at the highest rate: in time after, s',
      value: (recoveryMs / 1000).toFixed(1),
      goal: { measured: recoveryMs / 1000, atMost: RECOVERY_MS_MAX / 1000 },
    },
  ]
}

function lostRow(what: string, { lost }: CallTimes): Row {
  const count = [...lost.values()].reduce((sum, one) => sum + one, 0)
  return {
    what: `${what}: calls neither served nor shed`,
    value: String(count),
    beside: Array.from(lost, ([name, times]) => `${times} × ${name}`).join(', '),
    goal: { measured: count, atMost: 0 },
  }
}

function memoryRow(what: string, megabytes: readonly number[]): Row {
  const quarter = Math.max(1, Math.floor(megabytes.length / 4))
  const first = Math.max(...megabytes.slice(0, quarter))
  const last = Math.max(...megabytes.slice(-quarter))
  return {
    what: `${what}: memory, MB`,
    value: last.toFixed(0),
    beside: `${first.toFixed(0)} in the first quarter`,
    goal: { measured: last / first, atMost: MEMORY_TIMES_MAX },
  }
}

function sampleMemory(pid: number): { stop(): readonly number[] } {
  const largest = () => Math.max(...processTree(pid).map(residentMegabytes))
  const megabytes = [largest()]
  const timer = setInterval(() => void megabytes.push(largest()), SAMPLE_EVERY_MS)
  return {
    stop() {
      clearInterval(timer)
      return megabytes
    },
  }
}

/** How long one call at a time, and then a second at the rate, is not yet answered in time. */
async function timeToRecover(borrower: Borrower, rate: number): Promise<number> {
  const started = performance.now()
  while (performance.now() - started < 10 * RECOVERY_MS_MAX) {
    const began = performance.now()
    const first = await callOnce(borrower, 1)
    if (first.outcome !== 'served' || first.milliseconds > P99_MS_MAX) continue
    const { served, shed, lost } = await sendAtRate(borrower, { rate, seconds: 1 })
    const isInTime = percentile(inOrder(served), 0.99) <= P99_MS_MAX
    if (isInTime && shed.length === 0 && lost.size === 0) return began - started
  }
  return performance.now() - started
}

function inOrder(times: readonly number[]): number[] {
  return times.toSorted((left, right) => left - right)
}
