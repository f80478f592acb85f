import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { migrate } from '@qingzhou/platform/database/migrate'
import { isAlive, postmasterOf, stopPostmaster } from './postmaster.ts'
import { startPostgres } from './postgres.ts'
import { folderForTests, MEMORY } from '../tests/test-cache.ts'
import { createClusterTemplate, nodesOfCluster } from './test-cluster.ts'
import { TEMPLATE, execute, withDatabase } from './test-database.ts'

const PREFIX = 'qingzhou-test-'

/**
 * One PostgreSQL for the whole test run, and one migrated template database. With `CLUSTER_URL` the
 * tests run on that Citus cluster instead, in distributed databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = process.env['CLUSTER_URL']
  if (cluster) return setupCluster(project, cluster)
  await removeAbandoned()
  const directory = join(folderForTests(), `${PREFIX}${process.pid}`)
  mkdirSync(directory)
  const server = await startPostgres({ directory, fsync: false })
  await execute(server.url, `CREATE DATABASE ${TEMPLATE}`)
  await migrate(withDatabase(server.url, TEMPLATE))
  project.provide('postgresUrl', server.url)
  project.provide('clusterNodes', [])
  return async () => {
    await server.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

async function setupCluster(project: TestProject, url: string): Promise<() => Promise<void>> {
  const nodes = await nodesOfCluster(url)
  await createClusterTemplate(nodes, TEMPLATE)
  project.provide('postgresUrl', url)
  project.provide('clusterNodes', nodes)
  return async () => {}
}

/** Removes the server of a test run that was killed. */
async function removeAbandoned(): Promise<void> {
  const places = [tmpdir(), MEMORY].filter((place) => existsSync(place))
  const found = places.flatMap((place) => readdirSync(place).map((name) => ({ place, name })))
  for (const { place, name } of found) {
    if (!name.startsWith(PREFIX) || isAlive(Number(name.slice(PREFIX.length)))) continue
    const directory = join(place, name)
    if (!isOurs(directory)) continue
    const postmaster = postmasterOf(join(directory, 'cluster'))
    if (postmaster) await stopPostmaster(postmaster.pid)
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Another user's test run cannot be seen to be alive, and its folder cannot be removed. */
function isOurs(directory: string): boolean {
  return lstatSync(directory, { throwIfNoEntry: false })?.uid === process.getuid?.()
}
