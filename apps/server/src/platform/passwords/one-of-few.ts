import { Refused } from '#platform/refused.ts'

/** How many hashes are computed at once: each takes a thread of the four that files and pictures share, and 32 MiB. */
const AT_ONCE_MAX = 2
/** How many may wait. Whoever comes then is told to come back rather than kept for a minute. */
const WAITING_MAX = 40
const RETRY_SECONDS = 5

const waiting: (() => void)[] = []
let running = 0

/** Runs expensive work, a few pieces at once and the others in their order. */
export async function oneOfFew<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= AT_ONCE_MAX) {
    if (waiting.length >= WAITING_MAX) {
      throw new Refused({ kind: 'too-many-requests', waitSeconds: RETRY_SECONDS })
    }
    // Whoever ends hands its place over, so that `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
