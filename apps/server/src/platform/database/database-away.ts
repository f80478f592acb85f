/** The database cannot be reached just now. Nothing is wrong with what was asked. */
export class DatabaseAway extends Error {
  constructor(cause: unknown, message = 'the database is away') {
    super(message, { cause })
    this.name = 'DatabaseAway'
  }
}

/** What should be stored cannot be written just now: the disk is full, or everything is read-only. Reading works. */
export class WriteRefused extends DatabaseAway {
  constructor(cause: unknown) {
    super(cause, 'storage cannot be written')
    this.name = 'WriteRefused'
  }
}

/** Codes of the network and of PostgreSQL: no connection, shutting down, too many. */
const AWAY =
  /^(ECONN\w+|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|08\w{3}|57P0\d|53300)$/

/** Disk full, out of memory, an error of the disk, read only (after a failover, say). */
const UNWRITABLE = /^(53100|53200|58030|25006)$/

/** The driver gives these no code. */
const AWAY_WORDS = /connection terminated|timeout exceeded|query read timeout|not queryable/i

/** The error with its meaning: storage that is away or full differs from a statement that is wrong. */
export function namedFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseAway) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (UNWRITABLE.test(code)) return new WriteRefused(error)
  return AWAY.test(code) || AWAY_WORDS.test(error.message) ? new DatabaseAway(error) : error
}

/** Whether the database, as its error says, cannot be reached or cannot be written just now. */
export function isAway(error: unknown): boolean {
  return namedFault(error) instanceof DatabaseAway
}
