const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** The bank's calendar day, 8 digits. */
export function dayAtTheBank(instant: number): string {
  const shanghai = new Date(instant + SHANGHAI_AHEAD_MS)
  return shanghai.toISOString().slice(0, 10).replaceAll('-', '')
}
