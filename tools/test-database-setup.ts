import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { migrate } from '@qingzhou/server/platform/database/migrate.ts'
import { isAlive, postmasterOf, stopPostmaster } from './postgres/postmaster.ts'
import { startPostgres } from './postgres.ts'
import { TEMPLATE, execute, withDatabase } from './test-database.ts'

const PREFIX = 'qingzhou-test-'
const MEMORY = '/dev/shm'
const ROOM_NEEDED = 6 * 1024 ** 3

/** In memory where there is room: a hundred databases are many thousands of files to make and to delete. */
function folderForTests(): string {
  if (!existsSync(MEMORY)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_NEEDED ? MEMORY : tmpdir()
}

/** One PostgreSQL for the whole test run, and one migrated database to copy from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const directory = join(folderForTests(), `${PREFIX}${process.pid}`)
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
  const places = [tmpdir(), MEMORY].filter((place) => existsSync(place))
  const found = places.flatMap((place) => readdirSync(place).map((name) => ({ place, name })))
  for (const { place, name } of found) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    const directory = join(place, name)
    const postmaster = postmasterOf(join(directory, 'cluster'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    rmSync(directory, { recursive: true, force: true })
  }
}
