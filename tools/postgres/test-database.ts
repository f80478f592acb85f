import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** The name of the migrated database from which each test file's database is copied. */
export const TEMPLATE = 'qingzhou_template'

/** Creates an empty, migrated database for a test file and returns its connection string. */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  const url = new URL(withDatabase(inject('postgresUrl'), name))
  // On a busy machine a test is late, and its database is not away.
  url.searchParams.set('connect_timeout', '30')
  return url.href
}

/** The connection string of another database on the same server. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

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
