import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { Client } from 'pg'

import { sha256 } from '@qingzhou/platform/canonical-json'
import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { clusterSettings } from '@qingzhou/platform/database/distribution/distribution-store'
import { places } from '@qingzhou/platform/database/distribution/tables'
import { migrationNames } from '@qingzhou/platform/database/migrate'
import { root } from '../root.ts'

/** Enough to have customers on every node. Fewer tables are copied faster. */
const SHARDS = 4

/** A database on each node: the coordinator first. */
export type ClusterNodes = readonly string[]

/** The nodes of a cluster, as connection strings to the database of the given one. */
export async function nodesOfCluster(url: string): Promise<ClusterNodes> {
  const nodes = await ask<{ host: string; port: number }>(
    url,
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node
      WHERE noderole = 'primary' ORDER BY groupid`,
  )
  return nodes.map(({ host, port }) => {
    const node = new URL(url)
    node.hostname = host
    node.port = String(port)
    return node.href
  })
}

/** Creates an empty database with Citus on every node, which know each other in it. */
export async function createClusterDatabase(nodes: ClusterNodes, name: string): Promise<string> {
  await dropClusterDatabase(nodes, name)
  for (const node of nodes) {
    await ask(node, `CREATE DATABASE ${name}`)
    await ask(databaseOn(node, name), 'CREATE EXTENSION citus')
  }
  const [first = '', ...others] = nodes.map((node) => databaseOn(node, name))
  await ask(first, 'SELECT citus_set_coordinator_host($1, $2)', addressOf(first))
  for (const node of others) await ask(first, 'SELECT citus_add_node($1, $2)', addressOf(node))
  return first
}

/** Removes a database from every node, if it is there. */
export async function dropClusterDatabase(nodes: ClusterNodes, name: string): Promise<void> {
  for (const node of nodes) await ask(node, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

function addressOf(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url)
  return [hostname, Number(port)]
}

/**
 * A distributed database from which those of the tests are copied, node by node. One of an earlier
 * run on the same cluster is used again if schema and places of the tables are the same.
 */
export async function createClusterTemplate(nodes: ClusterNodes, name: string): Promise<void> {
  const content = sha256(JSON.stringify([await migrationTexts(), places])).toString('hex')
  const [first = ''] = nodes
  const found = await ask(
    first,
    `SELECT FROM pg_database WHERE datname = $1 AND shobj_description(oid, 'pg_database') = $2`,
    [name, content],
  )
  if (found.length > 0) return
  const url = await createClusterDatabase(nodes, name)
  await distribute(url, { shards: SHARDS, say: () => {} })
  // A database is copied only while it is not connected to, and Citus itself connects to it.
  for (const node of nodes) {
    await ask(node, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
    await ask(
      node,
      'SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1',
      [name],
    )
  }
  await ask(first, `COMMENT ON DATABASE ${name} IS '${content}'`)
}

async function migrationTexts(): Promise<string[]> {
  const folder = join(root, 'packages/platform/src/database/migrations')
  return Promise.all((await migrationNames()).map((name) => readFile(join(folder, name), 'utf8')))
}

/** Copies a distributed database. The nodes know each other by address, so the copy is whole. */
export async function copyClusterDatabase(
  nodes: ClusterNodes,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  for (const node of nodes) {
    await ask(node, `CREATE DATABASE ${to} TEMPLATE ${from}`)
    // The settings of a database are not copied with it.
    for (const setting of clusterSettings) await ask(node, `ALTER DATABASE ${to} SET ${setting}`)
  }
}

export function databaseOn(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function ask<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // The nodes of the cluster are asked one by one.
    await client.query(
      `SELECT set_config('citus.enable_create_database_propagation', 'off', false)`,
    )
    const { rows } = await client.query<Row>(sql, [...values])
    return rows
  } finally {
    await client.end()
  }
}
