const SKEW_MAX_MS = 60_000

/** The difference between the server's clock and the phone's. */
let offsetMs = 0

/** The server's time, as far as known. */
export function serverNow(): number {
  return Date.now() + offsetMs
}

export function setServerTime(timestamp: number): void {
  offsetMs = timestamp - Date.now()
}

/** The phone's clock may change or stop; every answer corrects the difference. */
export function noteServerTime(timestamp: number): void {
  if (Math.abs(timestamp - serverNow()) > SKEW_MAX_MS) setServerTime(timestamp)
}
