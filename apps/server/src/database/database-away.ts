/** The database cannot be reached just now. Nothing is wrong with what was asked. */
export class DatabaseAway extends Error {
  constructor(cause: unknown) {
    super('the database is away', { cause })
    this.name = 'DatabaseAway'
  }
}

/** Codes of the network and of PostgreSQL: no connection, shutting down, too many, read only after a failover. */
const AWAY =
  /^(ECONN\w+|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|08\w{3}|57P0\d|53300|25006)$/

/** The driver gives these no code. */
const AWAY_WORDS = /connection terminated|timeout exceeded|query read timeout|not queryable/i

export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && typeof error.code === 'string' && AWAY.test(error.code)) return true
  return AWAY_WORDS.test(error.message)
}
