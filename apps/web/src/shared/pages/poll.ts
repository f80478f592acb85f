const FIRST_MS = 1000
const GROWTH = 1.4
const LONGEST_MS = 10_000

/** How long to wait before asking again: soon at first, then less and less often. */
export function pollDelayMs(askedBefore: number): number {
  return Math.min(FIRST_MS * GROWTH ** askedBefore, LONGEST_MS)
}

/** Waits until it is time to ask again, or until nobody wants to know any more. */
export function nextPoll(askedBefore: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, pollDelayMs(askedBefore))
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
