import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, DatabaseError, Pool, types, type PoolClient, type QueryResultRow } from 'pg'
import { isWritable, parseConnection, ReadOnlyHost, type Connection } from './connection.ts'
import type { Database, Transaction } from './database.ts'
import { isAway, databaseErrorOf } from './database-unavailable.ts'

export type PoolSettings = {
  readonly max: number
  /** The role of the connections, if it has fewer rights than the login. */
  readonly role?: string
  /** Called for errors of idle connections, which no caller would see. */
  readonly onIdleError: (error: Error) => void
}

export type PoolDatabase = Database & {
  /** Pool usage, for the metrics. */
  state(): { readonly total: number; readonly idle: number; readonly waiting: number }
}

const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000

/**
 * A connection pool that recovers: a broken connection is dropped, and the next caller gets a new
 * one.
 *
 * Nothing is set per session: a pooler such as PgBouncer in transaction mode gives every
 * transaction another session. Role, timeouts and planner settings are sent with each BEGIN.
 */
export function createDatabase(connectionString: string, settings: PoolSettings): PoolDatabase {
  const connection = parseConnection(connectionString)
  const { pool, connect } = createPool(connection, settings)
  const session: Session = {
    begin: beginOf(settings),
    nameOf: connection.hasPreparedStatements ? nameOf : () => undefined,
  }
  return {
    // A single statement is a transaction too, to run with the same settings. It takes one round
    // trip.
    query: async (sql, values) =>
      onClient(connect, settings, async (client) =>
        singleStatement(client, session, { sql, values }),
      ),
    inTransaction: async (work) =>
      onClient(connect, settings, async (client) => transactionOn(client, session, work)),
    close: () => pool.end(),
    state: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

type Session = {
  readonly begin: string
  readonly nameOf: (sql: string) => string | undefined
}

function createPool({ hosts, needsWritable }: Connection, settings: PoolSettings) {
  let current = 0
  /** Connects to the host that last accepted a connection. */
  class ClientOfHost extends Client {
    constructor(config: object = {}) {
      super({ ...config, connectionString: hosts[current % hosts.length] ?? '' })
    }
  }
  const pool = new Pool({
    Client: ClientOfHost,
    max: settings.max,
    // Independent statements share one round trip.
    pipeline: true,
    stream: () => new BatchingSocket(),
    types: { getTypeParser: parserOf },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The server may lose its network silently, which only a client timeout detects.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    ...(needsWritable && {
      // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it, though its type does not say so.
      onConnect: async (client: Pick<Client, 'query'>) => {
        if (!(await isWritable(client))) throw new ReadOnlyHost()
      },
    }),
  })
  // Without a listener, an error of an idle connection would end the process.
  pool.on('error', (error) => settings.onIdleError(error))

  const connect = async (triesLeft = hosts.length - 1): Promise<PoolClient> => {
    const tried = current
    try {
      return await pool.connect()
    } catch (error) {
      if (triesLeft === 0 || !isAway(error)) throw error
      // Of several concurrent callers that find a host unavailable, one advances to the next host.
      if (current === tried) current += 1
      return connect(triesLeft - 1)
    }
  }
  return { pool, connect }
}

async function onClient<Result>(
  connect: () => Promise<PoolClient>,
  { onIdleError }: PoolSettings,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await named(connect)
  // A cut connection is reported twice: to the running query and to the client.
  client.on('error', onIdleError)
  try {
    return await work(client)
  } finally {
    client.off('error', onIdleError)
  }
}

/**
 * Plans are cached per connection and may be made while a table is empty, so sequential scans are
 * disabled and plans use the index.
 */
function beginOf({ role }: PoolSettings): string {
  return [
    'BEGIN',
    ...(role === undefined ? [] : [`SET LOCAL role = ${role}`]),
    `SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
    `SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_TIMEOUT_MS}`,
    'SET LOCAL enable_seqscan = off',
  ].join(';')
}

async function singleStatement<Row extends QueryResultRow>(
  client: PoolClient,
  { begin }: Session,
  { sql, values }: { readonly sql: string; readonly values: readonly unknown[] | undefined },
): Promise<Row[]> {
  const sent = [rowsOf(client, begin), rowsOf<Row>(client, sql, values), commit(client)] as const
  const [begun, answered, committed] = await Promise.allSettled(sent)
  const failed = [begun, answered, committed].find((one) => one.status === 'rejected')
  client.release(failed && isAway(failed.reason))
  if (failed) throw failed.reason
  return answered.status === 'fulfilled' ? answered.value : []
}

async function transactionOn<Result>(
  client: PoolClient,
  { begin, nameOf: name }: Session,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let broken: Error | boolean = false
  let committed: Promise<void> | undefined
  let isOver = false
  const ask: typeof rowsOf = async (...asked) => {
    // A later statement would join the next transaction on this connection.
    if (isOver) throw new Error('the transaction is over')
    return rowsOf(...asked)
  }
  // Sent with the first statement. Its result is checked before the commit.
  const begun = rowsOf(client, begin)
  begun.catch(() => {})
  try {
    const result = await work({
      isTransaction: true,
      query: async (sql, values) => ask(client, sql, values),
      prepared: async (sql, values) => ask(client, sql, values, name(sql)),
      preparedLast: async (sql, values) => {
        const written = ask(client, sql, values, name(sql))
        isOver = true
        committed = commit(client)
        // An earlier failure is reported first and makes the commit fail too.
        committed.catch(() => {})
        await written
      },
    })
    await begun
    isOver = true
    await (committed ?? commit(client))
    return result
  } catch (error) {
    isOver = true
    // Drop the connection to a server that has become read-only, for example after a failover.
    broken = isAway(error)
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    // If BEGIN failed, report that failure: it caused the others.
    throw await begun.then(
      () => error,
      (failure: unknown) => failure,
    )
  } finally {
    // A connection that cannot roll back is dropped instead of reused.
    client.release(broken)
  }
}

/** If a statement failed unnoticed, PostgreSQL answers COMMIT with a rollback. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await named(() => client.query('COMMIT'))
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed unnoticed')
}

async function rowsOf<Row extends QueryResultRow>(
  client: PoolClient,
  sql: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const query = { text: sql, values: [...values], ...(name !== undefined && { name }) }
  const { rows } = await named(() => client.query<Row>(query))
  return rows
}

/** Sends the writes of one event loop turn together: a packet costs more than its content. */
class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

const statementNames = new Map<string, string>()

/**
 * The name is derived from the text: behind a pooler many programs share a connection, so a name
 * must always mean the same statement.
 */
function nameOf(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  const name = `q_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
  statementNames.set(sql, name)
  return name
}

/** Converts errors: distinguishes an unavailable database from an invalid statement. */
async function named<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError && NOT_PREPARED.has(error.code ?? '')) {
      throw new Error(NO_PREPARED_STATEMENTS, { cause: error })
    }
    throw databaseErrorOf(error)
  }
}

/**
 * The prepared statement is missing or already exists: this is not the connection it was prepared
 * on.
 */
const NOT_PREPARED = new Set(['26000', '42P05'])
const NO_PREPARED_STATEMENTS =
  'The connection pooler in front of the database does not keep prepared statements: set max_prepared_statements (PgBouncer 1.21 or later), or add prepared_statements=off to DATABASE_URL.'

// OIDs that the driver does not name.
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

/** Reads int8 as bigint, and a date as text instead of a timestamp. */
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: BigInt,
  [types.builtins.DATE]: (text: string) => text,
  [INT8_ARRAY]: (text: string) => elementsOf(text).map(BigInt),
  [DATE_ARRAY]: elementsOf,
}

/** The elements of an array literal without quotes and nulls. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return parsers[oid] ?? types.getTypeParser(oid, format)
}
