import { Client, Pool, type ClientBase, type PoolClient, type QueryResultRow } from 'pg'
import {
  isWritable,
  parseConnection,
  ReadOnlyHost,
  type Connection,
} from './connections/connection.ts'
import type { Database, Queryable } from './database.ts'
import { isAway } from './database-unavailable.ts'
import { watchCommits } from './confirmed-commits.ts'
import type { Pipeline } from './pipeline/sender.ts'
import { askPerTurn } from './pipeline/turns.ts'
import { alwaysNamed, nameIfFrequent } from './statement-names.ts'
import {
  isOldPlan,
  convertErrors,
  singleStatement,
  together,
  transactionOn,
  type Session,
} from './transaction.ts'

export type PoolSettings = {
  readonly max: number
  /** The role of the connections, if it has fewer rights than the login. */
  readonly role?: string
  /** On by default. */
  readonly pipeline?: Pipeline
  /** Called for errors of idle connections, which no caller would see. */
  readonly onIdleError: (error: Error) => void
}

export type PoolDatabase = Database & {
  /** Pool usage, for the metrics. */
  state(): { readonly total: number; readonly idle: number; readonly waiting: number }
}

/** For a new connection, and for a free one when all are in use. */
const CONNECT_TIMEOUT_MS = 2_000
const STATEMENT_TIMEOUT_MS = 15_000

/**
 * A connection pool that recovers: a broken connection is dropped, and the next caller gets a new
 * one.
 *
 * Role, timeouts and planner settings hold for a session of PostgreSQL that is ours alone. A pooler
 * such as PgBouncer in transaction mode gives every transaction another session, so there they are
 * sent with each BEGIN.
 */
export function createDatabase(connectionString: string, settings: PoolSettings): PoolDatabase {
  const connection = parseConnection(connectionString)
  const { pipeline = 'on' } = settings
  const own = new WeakSet<object>()
  const { pool, connect } = createPool(connection, { settings, own })
  const sessions = sessionsOf(settings, connection)
  const onSession = <Result>(work: (client: PoolClient, session: Session) => Promise<Result>) =>
    onClient(connect, settings, async (client) =>
      work(client, own.has(client) ? sessions.own : sessions.pooled),
    )
  // A single statement is a transaction too. It takes one round trip.
  const query = async <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) => {
    const ask = (other?: Partial<Session>) =>
      onSession((client, session) =>
        singleStatement<Row>(client, { ...session, ...other }, { sql, values }),
      )
    return ask().catch((error: unknown) => {
      if (!isOldPlan(error)) throw error
      return ask({ nameIfFrequent: noName })
    })
  }
  const onReads = <Result>(work: (db: Queryable) => Promise<Result>) =>
    onSession(async (client, session) =>
      session.isOwn ? together(client, session, work) : transactionOn(client, session, work),
    )
  const read = askPerTurn<Read, QueryResultRow[]>({
    pipeline,
    max: READS_MAX,
    ask: async (reads) =>
      onReads((db) => Promise.all(reads.map(({ sql, values }) => db.query(sql, values)))),
    askOne: async ({ sql, values }) => query(sql, values),
  })
  const shared: Queryable = {
    // The caller names the type of its rows; a test compares it with the schema.
    query: async <Row extends QueryResultRow>(sql: string, values?: readonly unknown[]) =>
      (await read({ sql, values })) as Row[],
  }
  return {
    query,
    together: async (work) => work(shared),
    inTransaction: async (work) =>
      onSession(async (client, session) => transactionOn(client, session, work)),
    close: () => pool.end(),
    state: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

type Read = { readonly sql: string; readonly values: readonly unknown[] | undefined }

/** More would make the first wait long for the last: their answers come together. */
const READS_MAX = 64

const noName = (): undefined => undefined

function sessionsOf(
  settings: PoolSettings,
  { hasPreparedStatements }: Connection,
): { readonly own: Session; readonly pooled: Session } {
  const names = hasPreparedStatements
    ? { nameOf: alwaysNamed, nameIfFrequent: nameIfFrequent }
    : { nameOf: noName, nameIfFrequent: noName }
  const { pipeline = 'on' } = settings
  const local = settingsOf(settings).map(
    ([name, value]) => `set_config('${name}', '${value}', true)`,
  )
  return {
    own: { pipeline, isOwn: true, begin: ['BEGIN'], ...names },
    pooled: { pipeline, isOwn: false, begin: ['BEGIN', `SELECT ${local.join(', ')}`], ...names },
  }
}

function createPool(
  { hosts, needsWritable, connectTimeoutMs = CONNECT_TIMEOUT_MS }: Connection,
  { settings, own }: { readonly settings: PoolSettings; readonly own: WeakSet<object> },
) {
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
    // A message may follow another before that is answered.
    pipeline: settings.pipeline !== 'off',
    connectionTimeoutMillis: connectTimeoutMs,
    // The server may lose its network silently, which only a client timeout detects.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
    // oxlint-disable-next-line typescript/no-misused-promises -- The pool waits for it, though its type does not say so.
    onConnect: async (client: ConnectedClient) => {
      watchCommits(client)
      if (needsWritable && !(await isWritable(client))) throw new ReadOnlyHost()
      if (!(await hasOwnSession(client))) return
      const sets = settingsOf(settings).map(([name, value]) => `SET ${name} = ${value}`)
      await client.query(sets.join(';'))
      own.add(client)
    },
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
  const client = await convertErrors(connect)
  // A cut connection is reported twice: to the running query and to the client.
  client.on('error', onIdleError)
  try {
    return await work(client)
  } finally {
    client.off('error', onIdleError)
  }
}

type ConnectedClient = Pick<ClientBase, 'query' | 'on'> & { readonly processID?: number | null }

/**
 * Whether the client talks to PostgreSQL itself. A pooler gives its clients a number of its own
 * instead of the process id of a PostgreSQL session, which changes.
 */
async function hasOwnSession(client: ConnectedClient): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0] !== undefined && rows[0].pid === client.processID
}

/**
 * Plans are cached per connection and may be made while a table is empty, so sequential scans are
 * disabled and plans use the index. A disabled scan has a high cost, which would start the compiler
 * of PostgreSQL: it takes longer than the statement.
 */
function settingsOf({ role }: PoolSettings): (readonly [name: string, value: string])[] {
  return [
    ...(role === undefined ? [] : [['role', role] as const]),
    ['statement_timeout', String(STATEMENT_TIMEOUT_MS)],
    ['idle_in_transaction_session_timeout', String(STATEMENT_TIMEOUT_MS)],
    ['enable_seqscan', 'off'],
    ['jit', 'off'],
  ]
}
