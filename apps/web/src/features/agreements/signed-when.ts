const SHANGHAI_OFFSET_MS = 8 * 60 * 60 * 1000

export function signedDay(signedAt: number): string {
  return inShanghai(signedAt).slice(0, 10)
}

/** 2026年11月. */
export function signedMonth(signedAt: number): string {
  const [year, month] = inShanghai(signedAt).split('-')
  return `${year}年${Number(month)}月`
}

function inShanghai(instant: number): string {
  return new Date(instant + SHANGHAI_OFFSET_MS).toISOString()
}
