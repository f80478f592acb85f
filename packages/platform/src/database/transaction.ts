import { DatabaseError, type PoolClient, type QueryResultRow } from 'pg'
import type { Queryable, Transaction } from './database.ts'
import { databaseErrorOf, isAway } from './database-unavailable.ts'
import { createSender, type Answer, type Pipeline } from './pipeline/sender.ts'
import { changesPlanner, changesSession, hasSeveralCommands } from './statement-names.ts'

export type Session = {
  readonly pipeline: Pipeline
  /** Whether the settings hold for the session, so that a statement needs no BEGIN. */
  readonly isOwn: boolean
  /** The statements that begin a transaction. */
  readonly begin: readonly string[]
  readonly nameOf: (sql: string) => string | undefined
  readonly nameIfFrequent: (sql: string) => string | undefined
}

type Statement = { readonly sql: string; readonly values: readonly unknown[] | undefined }

export async function singleStatement<Row extends QueryResultRow>(
  client: PoolClient,
  session: Session,
  request: Statement,
): Promise<Row[]> {
  if (!session.isOwn) {
    const { nameIfFrequent: nameOf } = session
    return transactionOn(client, { ...session, nameOf }, (_, last) =>
      last<Row>(request.sql, request.values),
    )
  }
  return together(client, session, (db) => db.query(request.sql, request.values))
}

/** Statements outside of a transaction. Those of one event loop turn are one message. */
export async function together<Result>(
  client: PoolClient,
  { pipeline, nameIfFrequent }: Session,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  const sender = senderOn(client, { pipeline, isInTransaction: false })
  let isUnusable = false
  try {
    return await work({
      query: async (sql, values) => sender.rowsOf(sql, values, nameIfFrequent(sql)),
    })
  } catch (error) {
    isUnusable = isAway(error) || isOldPlan(error)
    throw error
  } finally {
    await sender.end()
    client.release(isUnusable || sender.hasChangedSession())
  }
}

export async function transactionOn<Result>(
  client: PoolClient,
  { pipeline, begin, nameOf, nameIfFrequent }: Session,
  work: (tx: Transaction, last: Queryable['query']) => Promise<Result>,
): Promise<Result> {
  let broken: Error | boolean = false
  let committed: Promise<void> | undefined
  let hasOwnPlanner = false
  const sender = senderOn(client, { pipeline, isInTransaction: true })
  const commit = async () => {
    const { command } = await convertErrors(() => sender.send('COMMIT', [], nameOf('COMMIT')))
    // If a statement failed unnoticed, PostgreSQL answers COMMIT with a rollback.
    if (command !== 'COMMIT') throw new Error('a statement of this transaction failed unnoticed')
  }
  // Sent with the first statement. Their results are checked before the commit.
  const begun = Promise.all(
    begin.map((sql) => convertErrors(() => sender.send(sql, [], nameOf(sql)))),
  )
  begun.catch(() => {})
  const last: Queryable['query'] = async (sql, values) => {
    const written = sender.rowsOf<never>(sql, values, nameOf(sql))
    committed = commit()
    void sender.end()
    // An earlier failure is reported first and makes the commit fail too.
    committed.catch(() => {})
    return written
  }
  const tx: Transaction = {
    isTransaction: true,
    pipeline,
    query: async (sql, values) => {
      // A plan made under other settings must not serve later transactions.
      const name = hasOwnPlanner ? undefined : nameIfFrequent(sql)
      hasOwnPlanner ||= changesPlanner(sql)
      return sender.rowsOf(sql, values, name)
    },
    prepared: async (sql, values) => sender.rowsOf(sql, values, nameOf(sql)),
    preparedLast: async (sql, values) => void (await last(sql, values)),
  }
  try {
    // A statement that is sent by itself would not notice that BEGIN has failed.
    if (pipeline === 'off') await begun
    const result = await work(tx, last)
    await begun
    committed ??= commit()
    await sender.end()
    await committed
    return result
  } catch (error) {
    await sender.end()
    // Drop the connection to a server that has become read-only, for example after a failover.
    broken = isAway(error) || isOldPlan(error)
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
    client.release(broken || sender.hasChangedSession())
  }
}

type TransactionSender = {
  readonly send: (sql: string, values?: readonly unknown[], name?: string) => Promise<Answer>
  readonly rowsOf: <Row extends QueryResultRow>(
    sql: string,
    values?: readonly unknown[],
    name?: string,
  ) => Promise<Row[]>
  /** Sends no more: a later statement would join the next transaction on this connection. */
  readonly end: () => Promise<void>
  readonly hasChangedSession: () => boolean
}

function senderOn(
  client: PoolClient,
  how: { readonly pipeline: Pipeline; readonly isInTransaction: boolean },
): TransactionSender {
  const sender = createSender(client, how)
  let isOver = false
  let hasChangedSession = false
  const send: TransactionSender['send'] = async (sql, values = [], name) => {
    if (isOver) throw new Error('the transaction is over')
    hasChangedSession ||= changesSession(sql)
    if (values.length === 0 && hasSeveralCommands(sql)) return sender.sendText(sql)
    return sender.send({ sql, values, name })
  }
  return {
    send,
    rowsOf: async <Row extends QueryResultRow>(...request: Parameters<typeof send>) => {
      const { rows } = await convertErrors(() => send(...request))
      // The caller names the type of its rows; a test compares it with the schema.
      return rows as Row[]
    },
    end: async () => {
      isOver = true
      // What was asked for is sent before the caller sends a ROLLBACK or gives the connection back.
      await sender.end()
    },
    hasChangedSession: () => hasChangedSession,
  }
}

/**
 * A prepared statement whose result has other columns since a migration. It fails before it does
 * anything, and always on this connection.
 */
export function isOldPlan(error: unknown): boolean {
  return error instanceof DatabaseError && error.routine === 'RevalidateCachedQuery'
}

/** Converts errors: distinguishes an unavailable database from an invalid statement. */
export async function convertErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof DatabaseError && NOT_PREPARED.has(error.code ?? '')) {
      throw new Error(NO_PREPARED_STATEMENTS, { cause: error })
    }
    // Otherwise the stack leads to the socket instead of the caller.
    if (error instanceof DatabaseError) Error.captureStackTrace(error)
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
