import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { Client, DatabaseError, Pool, types, type PoolClient, type QueryResultRow } from 'pg'
import { isWritable, parseConnection, ReadOnlyHost, type Connection } from './connection.ts'
import type { Database, Transaction } from './database.ts'
import { isAway, namedFault } from './database-away.ts'

export type PoolSettings = {
  readonly max: number
  /** What the connections may do, where that is less than what their owner may. */
  readonly role?: string
  /** Told of what happens to connections that nobody is using, which no caller could hear of. */
  readonly onIdleError: (error: Error) => void
}

export type PoolDatabase = Database & {
  /** How busy the pool is, for the metrics. */
  state(): { readonly total: number; readonly idle: number; readonly waiting: number }
}

const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000

/**
 * A pool that heals by itself: a broken connection is dropped, the next caller gets a new one.
 *
 * Nothing is set for a session: a pooler such as PgBouncer in transaction mode gives every transaction
 * another one. Role, timeouts and planner settings travel with each BEGIN.
 */
export function createDatabase(connectionString: string, settings: PoolSettings): PoolDatabase {
  const connection = parseConnection(connectionString)
  const { pool, connect } = createPool(connection, settings)
  const session: Session = {
    begin: beginOf(settings),
    nameOf: connection.hasPreparedStatements ? nameOf : () => undefined,
  }
  return {
    // A single statement is a transaction too, so that it runs with the same settings; it is one trip.
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
  /** A new connection goes to the host that the last one could be made to. */
  class ClientOfHost extends Client {
    constructor(config: object = {}) {
      super({ ...config, connectionString: hosts[current % hosts.length] ?? '' })
    }
  }
  const pool = new Pool({
    Client: ClientOfHost,
    max: settings.max,
    // Statements that do not wait for one another share one trip to the database and back.
    pipeline: true,
    stream: () => new PatientSocket(),
    types: { getTypeParser: parserOf },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The server may have lost its network without a word; then only the client can notice.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    ...(needsWritable && {
      // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it, though its type does not say so.
      onConnect: async (client: Pick<Client, 'query'>) => {
        if (!(await isWritable(client))) throw new ReadOnlyHost()
      },
    }),
  })
  // Without a listener a connection cut while idle would end the whole process.
  pool.on('error', (error) => settings.onIdleError(error))

  const connect = async (triesLeft = hosts.length - 1): Promise<PoolClient> => {
    const tried = current
    try {
      return await pool.connect()
    } catch (error) {
      if (triesLeft === 0 || !isAway(error)) throw error
      // Of many who find a host away at once, one moves on to the next host.
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
  // A cut connection is told twice: to the running query, and to the client itself.
  client.on('error', onIdleError)
  try {
    return await work(client)
  } finally {
    client.off('error', onIdleError)
  }
}

/**
 * A plan is kept with its connection, and may have been made while a table was still empty: it goes
 * by the index, however few rows there are.
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
    // A statement that comes later would be part of the next transaction on this connection.
    if (isOver) throw new Error('the transaction is over')
    return rowsOf(...asked)
  }
  // It travels with the first statement; whether it arrived is asked before the commit.
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
        // What failed before it is told first, and makes it fail as well.
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
    // A server that has become read-only, as after a failover, is not asked again.
    broken = isAway(error)
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    // Without its beginning nothing else could work: that is the failure to tell of.
    throw await begun.then(
      () => error,
      (failure: unknown) => failure,
    )
  } finally {
    // A connection that cannot even roll back is thrown away instead of being lent out again.
    client.release(broken)
  }
}

/** A transaction in which a statement failed unnoticed answers a commit by rolling back. */
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

/** Sends what one turn of the program wrote as one: each trip costs more than what it carries. */
class PatientSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

const statementNames = new Map<string, string>()

/**
 * The name comes from the text: behind a pooler many programs share a connection, and the same name
 * always means the same statement.
 */
function nameOf(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  const name = `q_${createHash('sha256').update(sql).digest('hex').slice(0, 40)}`
  statementNames.set(sql, name)
  return name
}

/** Gives the failure its meaning: a database that is away differs from a statement that is wrong. */
async function named<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError && NOT_PREPARED.has(error.code ?? '')) {
      throw new Error(NO_PREPARED_STATEMENTS, { cause: error })
    }
    throw namedFault(error)
  }
}

/** A prepared statement is missing, or there already: the connection is not the one it was prepared on. */
const NOT_PREPARED = new Set(['26000', '42P05'])
const NO_PREPARED_STATEMENTS =
  'The connection pooler in front of the database does not keep prepared statements: set max_prepared_statements (PgBouncer 1.21 or later), or add prepared_statements=off to DATABASE_URL.'

// The driver has no names for these.
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

/** Whole numbers stay exact, and a calendar day stays a day instead of becoming a moment. */
const parsers: Record<number, (text: string) => unknown> = {
  [types.builtins.INT8]: BigInt,
  [types.builtins.DATE]: (text: string) => text,
  [INT8_ARRAY]: (text: string) => elementsOf(text).map(BigInt),
  [DATE_ARRAY]: elementsOf,
}

/** The elements of an array that holds no quotes and no nulls. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',')
}

function parserOf(oid: number, format?: 'text' | 'binary') {
  return parsers[oid] ?? types.getTypeParser(oid, format)
}
