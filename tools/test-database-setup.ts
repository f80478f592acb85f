import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { migrate } from '@qingzhou/server/database/migrate.ts'
import { isAlive, postmasterOf, stopPostmaster } from './postgres/postmaster.ts'
import { startPostgres } from './postgres.ts'
import { TEMPLATE, execute, withDatabase } from './test-database.ts'

const PREFIX = 'qingzhou-test-'

/** One PostgreSQL for the whole test run, and one migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const directory = join(tmpdir(), `${PREFIX}${process.pid}`)
  mkdirSync(directory)
  const server = await startPostgres({ directory, fsync: false })
  await execute(server.url, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(withDatabase(server.url, TEMPLATE))
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/** A test run that was killed leaves its server behind. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    const directory = join(tmpdir(), name)
    const postmaster = postmasterOf(join(directory, 'cluster'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    rmSync(directory, { recursive: true, force: true })
  }
}
