import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { perSecond } from '#bench/row.ts'
import { quoteOnce, type Borrower } from '#bench/sealed-client.ts'

/** What the app reads on its home screens, and a quote as the slider moves. */
export const reads: Readonly<Record<string, (borrower: Borrower, count: number) => Promise<void>>> =
  {
    bills: (borrower) => borrower.call('repayment', 'overview', {}),
    limit: (borrower) => borrower.call('credit', 'limit', {}),
    quote: quoteOnce,
    'all due': (borrower) => borrower.call('repayment', 'allDue', {}),
  }

/** These reads in turn. */
export async function readInTurn(borrower: Borrower, count: number): Promise<void> {
  const all = Object.values(reads)
  await all[count % all.length]?.(borrower, count)
}

export const CLIENTS = 16

type Call = {
  readonly outcome: 'served' | 'shed' | { readonly lost: string }
  readonly milliseconds: number
}

/** What the server says to a call that it sheds. */
const SHED = /服务器繁忙/

export async function callOnce(borrower: Borrower, count: number): Promise<Call> {
  const started = performance.now()
  const done = (outcome: Call['outcome']): Call => ({
    outcome,
    milliseconds: performance.now() - started,
  })
  try {
    await readInTurn(borrower, count)
    return done('served')
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return done(SHED.test(message) ? 'shed' : { lost: message })
  }
}

/** The durations of the calls by what became of them, in milliseconds. */
export type CallTimes = {
  readonly served: readonly number[]
  readonly shed: readonly number[]
  readonly lost: ReadonlyMap<string, number>
  /** From the last call to the last answer. */
  readonly drainedMs: number
}

/** Sends calls at a rate, whether or not the earlier ones are answered, and waits for all answers. */
export async function sendAtRate(
  borrower: Borrower,
  { rate, seconds }: { readonly rate: number; readonly seconds: number },
): Promise<CallTimes> {
  const served: number[] = []
  const shed: number[] = []
  const lost = new Map<string, number>()
  const running = new Set<Promise<void>>()
  const callAt = async (due: number, count: number) => {
    const { outcome, milliseconds } = await callOnce(borrower, count)
    // Counted from the time it was due: a late sender is part of what a caller waits.
    if (outcome === 'served') served.push(performance.now() - due)
    else if (outcome === 'shed') shed.push(milliseconds)
    else lost.set(outcome.lost, (lost.get(outcome.lost) ?? 0) + 1)
  }
  const started = performance.now()
  for (let count = 0; count < rate * seconds; count += 1) {
    const due = started + (count * 1000) / rate
    const wait = due - performance.now()
    // A late sender still takes the answers that have arrived.
    await (wait > 1 ? sleep(wait) : nextTurn())
    const one = callAt(due, count).finally(() => running.delete(one))
    running.add(one)
  }
  const sentAt = performance.now()
  await Promise.all(running)
  return { served, shed, lost, drainedMs: performance.now() - sentAt }
}

/** How many calls a second a few clients get answered, each sending the next one at once. */
export async function ratePerSecond(borrower: Borrower, seconds: number): Promise<number> {
  const started = performance.now()
  const end = started + seconds * 1000
  let count = 0
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < end) await callOnce(borrower, (count += 1))
    }),
  )
  return perSecond(count, performance.now() - started)
}
