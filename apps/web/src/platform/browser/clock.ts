const SKEW_MAX_MS = 60_000

/** How far the server is ahead of the phone. */
let offsetMs = 0

/** The server's time, as near as the phone can tell. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

export function setServerTime(timestamp: number): void {
  offsetMs = timestamp - Date.now()
}

/** A phone whose clock was set, or that slept, learns of it from the next answer. */
export function noteServerTime(timestamp: number): void {
  if (Math.abs(timestamp - serverNow()) > SKEW_MAX_MS) setServerTime(timestamp)
}
