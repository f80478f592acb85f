const SKEW_MAX_MS = 60_000

/** The difference between the server's clock and the phone's. */
let offsetMs = 0

/** The server's time, as far as known. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

/** `at` is the phone's time when the server's was received. */
export function setServerTime(timestamp: number, at = Date.now()): void {
  offsetMs = timestamp - at
}

/** The phone's time when the page began to arrive; a slow script runs seconds later. */
export function pageArrival(): number {
  const [page] = performance.getEntriesByType('navigation')
  // Safari 14 has no such entry.
  const waitedMs = page && 'responseStart' in page ? Number(page.responseStart) : 0
  return Date.now() - performance.now() + waitedMs
}

/** The phone's clock may change or stop; every answer corrects the difference. */
export function noteServerTime(timestamp: number): void {
  if (Math.abs(timestamp - serverNow()) > SKEW_MAX_MS) setServerTime(timestamp)
}
