/** As far as the server goes at a time. */
const DAYS_MAX = 366

export const DAYS_HINT = `1 至 ${DAYS_MAX}`

/** The days somebody typed; undefined while it is not a number of days one can move by. */
export function daysIn(text: string): number | undefined {
  if (!/^\d+$/.test(text.trim())) return undefined

  const days = Number(text)
  return days >= 1 && days <= DAYS_MAX ? days : undefined
}

/** What came of a move. A loan that failed holds up nobody else, so the days have passed anyway. */
export function toldOf({ days, failures }: { days: number; failures: number }): string {
  if (failures === 0) return `已前进 ${days} 天，日终全部完成。`
  return `已前进 ${days} 天，但有 ${failures} 笔借款没能入账，下次前进时会自动重试。`
}
