import { Socket } from 'node:net'
import { Pool, types, type PoolClient, type QueryResultRow } from 'pg'
import type { Database, Transaction } from './database.ts'
import { namedFault } from './database-away.ts'

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

/** A pool that heals by itself: a broken connection is dropped, the next caller gets a new one. */
export function createDatabase(connectionString: string, settings: PoolSettings): PoolDatabase {
  const pool = new Pool({
    connectionString,
    max: settings.max,
    // Statements that do not wait for one another share one trip to the database and back.
    pipeline: true,
    stream: () => new PatientSocket(),
    options: optionsOf(settings),
    types: { getTypeParser: parserOf },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // The server may have lost its network without a word; then only the client can notice.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    keepAlive: true,
  })
  // Without a listener a connection cut while idle would end the whole process.
  pool.on('error', (error) => settings.onIdleError(error))

  return {
    query: async (sql, values) => rowsOf(pool, sql, values),
    inTransaction: async (work) => {
      const client = await named(() => pool.connect())
      // A cut connection is told twice: to the running query, and to the client itself.
      client.on('error', settings.onIdleError)
      try {
        return await transactionOn(client, work)
      } finally {
        client.off('error', settings.onIdleError)
      }
    },
    close: () => pool.end(),
    state: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
  }
}

/**
 * A plan is kept with its connection, and may have been made while a table was still empty: it goes
 * by the index, however few rows there are.
 */
function optionsOf({ role }: PoolSettings): string {
  const plans = '-c enable_seqscan=off'
  return role === undefined ? plans : `${plans} -c role=${role}`
}

async function transactionOn<Result>(
  client: PoolClient,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  let broken: Error | undefined
  let committed: Promise<void> | undefined
  let isOver = false
  const ask: typeof rowsOf = async (...asked) => {
    // A statement that comes later would be part of the next transaction on this connection.
    if (isOver) throw new Error('the transaction is over')
    return rowsOf(...asked)
  }
  try {
    // It travels with the first statement; whether it arrived is asked before the commit.
    const begun = rowsOf(client, 'BEGIN', [], 'begin')
    begun.catch(() => {})
    const result = await work({
      isTransaction: true,
      query: async (sql, values) => ask(client, sql, values),
      prepared: async (sql, values) => ask(client, sql, values, nameOf(sql)),
      preparedLast: async (sql, values) => {
        const written = ask(client, sql, values, nameOf(sql))
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
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    // A connection that cannot even roll back is thrown away instead of being lent out again.
    client.release(broken)
  }
}

/** A transaction in which a statement failed unnoticed answers a commit by rolling back. */
async function commit(client: PoolClient): Promise<void> {
  const { command } = await named(() => client.query({ name: 'commit', text: 'COMMIT' }))
  if (command !== 'COMMIT') throw new Error('a statement of this transaction failed unnoticed')
}

async function rowsOf<Row extends QueryResultRow>(
  connection: Pool | PoolClient,
  sql: string,
  values: readonly unknown[] = [],
  name?: string,
): Promise<Row[]> {
  const query = { text: sql, values: [...values], ...(name !== undefined && { name }) }
  const { rows } = await named(() => connection.query<Row>(query))
  return rows
}

/** Sends what one turn of the program wrote as one: each trip costs more than what it carries. */
class PatientSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}

const statementNames = new Map<string, string>()

/** Every connection prepares a statement under the same name, the first time it meets it. */
function nameOf(sql: string): string {
  const known = statementNames.get(sql)
  if (known !== undefined) return known
  const name = `statement_${statementNames.size + 1}`
  statementNames.set(sql, name)
  return name
}

/** Gives the failure its meaning: a database that is away differs from a statement that is wrong. */
async function named<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw namedFault(error)
  }
}

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
