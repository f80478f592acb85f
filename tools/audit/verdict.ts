import type { KnownRow, VerifiedLog } from '@qingzhou/platform/staff-log/index'

const names: Record<VerifiedLog['log'], string> = {
  staff: 'What staff did',
  customers: 'What was done for customers',
}

/** The result of verifying a log, as one line. */
export function verdictOf({ log, rows, firstBroken }: VerifiedLog): string {
  const read = `${names[log]}: ${rows} ${rows === 1n ? 'row' : 'rows'} read, `
  if (firstBroken === undefined) return `${read}all as they were written.`
  return `${read}row ${firstBroken} is not as it was written, or is gone.`
}

/** Parses a row reference in the form this command prints, `1234:9f86d081…`. */
export function knownRowOf(text: string): KnownRow {
  const [, logNo, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (logNo === undefined || hash === undefined) {
    throw new Error(
      `${text} is not a valid row reference: expected a number, a colon and 64 hex digits.`,
    )
  }
  return { logNo: BigInt(logNo), hash }
}

export function textOf({ logNo, hash }: KnownRow): string {
  return `${logNo}:${hash}`
}
