/** The database is unavailable for now. The statement itself may be valid. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown, message = 'the database is away') {
    super(message, { cause })
    this.name = 'DatabaseAway'
  }
}

/** Storage cannot be written for now: the disk is full or read-only. Reading works. */
export class WriteRefused extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(cause, 'storage cannot be written')
    this.name = 'WriteRefused'
  }
}

/**
 * The primary has the commit, but its wait for the synchronous standby was cancelled: a failover may
 * lose it. Or the node of the customer did not answer to the commit. The outcome is as unknown as
 * that of a commit whose connection was lost.
 */
export class CommitUnconfirmed extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super(
      cause,
      'the standby has not confirmed the commit, or a node of the cluster has not: its outcome is unknown',
    )
    this.name = 'CommitUnconfirmed'
  }
}

/**
 * Codes of the network and of PostgreSQL: no connection, shutting down, too many connections, ended
 * in a deadlock (a cluster reports one also during a backup).
 */
const AWAY =
  /^(ECONN\w+|ENOENT|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|EPIPE|08\w{3}|57P0\d|53300|40P01)$/

/** Disk full, out of memory, I/O error, read-only (for example after a failover). */
const UNWRITABLE = /^(53100|53200|58030|25006)$/

/** Errors to which the driver assigns no code. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|timeout exceeded|query read timeout|not queryable/i

/** Where Citus reports that a node did not answer to a commit. It has no code of its own for that. */
const NODE_COMMIT_FAILED = 'ErrorIfPostCommitFailedShardPlacements'

/**
 * Converts a driver error: distinguishes an unavailable or unwritable database from an invalid
 * statement.
 */
export function databaseErrorOf(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailable) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (UNWRITABLE.test(code)) return new WriteRefused(error)
  if ('routine' in error && error.routine === NODE_COMMIT_FAILED)
    return new CommitUnconfirmed(error)
  return AWAY.test(code) || UNAVAILABLE_MESSAGES.test(error.message)
    ? new DatabaseUnavailable(error)
    : error
}

/** Whether the error means that the database cannot be reached or written for now. */
export function isAway(error: unknown): boolean {
  return databaseErrorOf(error) instanceof DatabaseUnavailable
}
