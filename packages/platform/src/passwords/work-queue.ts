import { Refused } from '#refused.ts'

/** How many may wait. Further requests are refused at once instead of waiting for a minute. */
const WAITING_MAX = 40
const RETRY_SECONDS = 5

/**
 * Runs expensive work with limited concurrency, in order. Work that is first does not wait for other
 * work, except for what is running; it has waiting places of its own.
 */
export function createWorkQueue(atOnceMax: number) {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let running = 0

  return async <Result>(work: () => Promise<Result>, { isFirst = false } = {}): Promise<Result> => {
    const waiting = isFirst ? first : others
    if (running >= atOnceMax) {
      if (waiting.length >= WAITING_MAX) {
        throw new Refused({ kind: 'too-many-requests', waitSeconds: RETRY_SECONDS })
      }
      // Finished work hands its place to the next, so `running` does not change.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = first.shift() ?? others.shift()
      if (next) next()
      else running -= 1
    }
  }
}
