import { randomUUID } from 'node:crypto'

import { Client } from 'pg'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** The name of the migrated database that every test's own database is copied from. */
export const TEMPLATE = 'qingzhou_template'

/** Gives a test file an empty, migrated database of its own and answers its connection string. */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`)
  return withDatabase(inject('postgresUrl'), name)
}

/** The same server, another of its databases. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** A login that may do what a server may and no more, as production should have one: its connection string. */
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
