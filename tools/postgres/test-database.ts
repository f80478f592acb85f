import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { expect, inject } from 'vitest'

import {
  copyClusterDatabase,
  databaseOn,
  dropClusterDatabase,
  type ClusterNodes,
} from './test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The nodes of a cluster on which the tests run. Empty: they run on one PostgreSQL. */
    clusterNodes: ClusterNodes
  }
}

/** The name of the migrated database from which each test file's database is copied. */
export const TEMPLATE = 'qingzhou_template'

/** How the tests send their statements: `npm run test:full` runs some of them with `off` as well. */
export const testPipeline = process.env['DATABASE_PIPELINE'] === 'off' ? 'off' : 'on'

/** Creates an empty, migrated database for a test file and returns its connection string. */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const nodes = inject('clusterNodes')
  if (nodes.length > 0) await createOnCluster(nodes, name)
  else await execute(inject('postgresUrl'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = new URL(withDatabase(inject('postgresUrl'), name))
  // On a busy machine a test is late, and its database is not away.
  url.searchParams.set('connect_timeout', '30')
  return url.href
}

/** The test file that this worker runs now, and its databases. */
let current: { readonly file: string | undefined; readonly databases: string[] } | undefined

/** On each node a database has thousands of files, so those of the file before are removed first. */
async function createOnCluster(nodes: ClusterNodes, name: string): Promise<void> {
  const file = expect.getState().testPath
  const before = current?.file === file ? [] : (current?.databases ?? [])
  if (current?.file !== file) current = { file, databases: [] }
  current?.databases.push(name)
  for (const old of before) await dropClusterDatabase(nodes, old)
  await copyClusterDatabase(nodes, { from: TEMPLATE, to: name })
}

/** The connection string of another database on the same server. */
export const withDatabase = databaseOn

/**
 * Creates a login with only a server's privileges, as recommended for production; returns its
 * connection string.
 */
export async function createServerLogin(url: string): Promise<string> {
  const login = `login_${randomUUID().replaceAll('-', '')}`
  await execute(url, `CREATE ROLE ${login} LOGIN IN ROLE qingzhou_app`)
  const own = new URL(url)
  own.searchParams.set('user', login)
  return own.href
}

export async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
