const FIRST_MS = 1000
const GROWTH = 1.4
const LONGEST_MS = 10_000

/** The polling interval, growing with each request. */
export function pollDelayMs(askedBefore: number): number {
  return Math.min(FIRST_MS * GROWTH ** askedBefore, LONGEST_MS)
}

/** Waits for the next poll or the abort signal. */
export function nextPoll(askedBefore: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pollDelayMs(askedBefore))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
