import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withClient } from '@qingzhou/platform/database/connections/connection'
import {
  distributedTables,
  hasCitus,
} from '@qingzhou/platform/database/distribution/distribution-store'
import { FILES_LOCK } from '@qingzhou/platform/files/file-digest-store'

/** Shorter than the time after which PostgreSQL looks for a deadlock: this transaction gives way. */
const LOCK_TIMEOUT_MS = 500
const TRIES_MAX = 40

/**
 * Reads the database as it is at one moment. Blocks resealing until the work is done: the rows refer
 * to the bytes of the uploads as they are.
 */
export async function inSnapshot<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  return withClient(url, async (client) => {
    const tables = await dividedTables(client)
    if (tables.length === 0) await begin(client)
    else await whileNothingIsWritten(url, tables, () => beginOnAllNodes(client))
    return work(client)
  })
}

async function begin(client: Client): Promise<void> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  await client.query('SELECT pg_advisory_xact_lock_shared($1)', [FILES_LOCK])
}

/** Each node of a cluster has a snapshot of its own, taken by the first statement that reaches it. */
async function beginOnAllNodes(client: Client): Promise<void> {
  await begin(client)
  // Another connection to the same node would have another snapshot.
  await client.query('SET LOCAL citus.max_adaptive_executor_pool_size = 1')
  await client.query('SELECT count(*) FROM customers')
}

/** The tables whose rows are divided over the nodes of a cluster. None without Citus. */
async function dividedTables(client: Client): Promise<string[]> {
  if (!(await hasCitus(client))) return []
  const found = await distributedTables(client)
  return [...found].filter(([, { on }]) => on === 'customer' || on === 'key').map(([name]) => name)
}

/**
 * Runs the work while no transaction writes to these tables. A writer holds its lock on the
 * coordinator until all nodes have committed.
 */
async function whileNothingIsWritten(
  url: string,
  tables: readonly string[],
  work: () => Promise<void>,
  triesLeft = TRIES_MAX,
): Promise<void> {
  try {
    await withClient(url, async (client) => {
      await client.query('BEGIN')
      await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      // The servers write by way of the coordinator, so its locks are enough.
      await client.query('SET LOCAL citus.enable_ddl_propagation = off')
      await client.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`)
      await work()
    })
    return
  } catch (error) {
    if (!isLockTimeout(error) || triesLeft === 0) throw error
  }
  await sleep(LOCK_TIMEOUT_MS)
  await whileNothingIsWritten(url, tables, work, triesLeft - 1)
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '55P03'
}
