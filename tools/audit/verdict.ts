import type { KnownRow, Verified } from '@qingzhou/server/platform/staff-log/index.ts'

const names: Record<Verified['log'], string> = {
  staff: 'What staff did',
  customers: 'What was done for customers',
}

/** What came of reading a log, as one line. */
export function verdictOf({ log, rows, firstBroken }: Verified): string {
  const read = `${names[log]}: ${rows} ${rows === 1n ? 'row' : 'rows'} read, `
  if (firstBroken === undefined) return `${read}all as they were written.`
  return `${read}row ${firstBroken} is not as it was written, or is gone.`
}

/** A row as it is kept elsewhere, `1234:9f86d081…`. */
export function knownRowOf(text: string): KnownRow {
  const [, logNo, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (logNo === undefined || hash === undefined) {
    throw new Error(`${text} is no row as this command tells it: a number, a colon, 64 hex digits.`)
  }
  return { logNo: BigInt(logNo), hash }
}

export function textOf({ logNo, hash }: KnownRow): string {
  return `${logNo}:${hash}`
}
