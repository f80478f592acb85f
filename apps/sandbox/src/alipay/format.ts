export function yuanOf(amountFen: string): string {
  const digits = amountFen.padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

export function fenOf(yuan: string): string {
  return String(BigInt(yuan.replace('.', '')))
}

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

export function shanghaiTimeOf(instant: number): string {
  const local = new Date(instant + SHANGHAI_AHEAD_MS).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}

export function formatDashedDay(day: string): string {
  return `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`
}
