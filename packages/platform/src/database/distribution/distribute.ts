import type { Client } from 'pg'
import { withClient } from '#database/connections/connection.ts'
import { migrate } from '#database/migrate.ts'
import {
  allowRoleOnNodes,
  brokenConnections,
  changeSettings,
  distributedTables,
  type FoundPlace,
  hasCitus,
  isCoordinator,
  moveTable,
  listNodes,
  removeRemains,
  setShards,
  tablesIn,
  tablesWithRemains,
  wrongClocks,
} from './distribution-store.ts'
import { type Place, places } from './tables.ts'

export type Distribution = {
  readonly isDryRun?: boolean
  /** How many parts each distributed table has. It limits how many nodes can share the work. */
  readonly shards?: number
  readonly say: (line: string) => void
}

type MovedPlace = Exclude<Place, { on: 'coordinator' }>

const SHARDS = 32
const NODES_MIN = 2
const CLOCK_SECONDS_MAX = 5

/**
 * Distributes a database over the nodes of its cluster, table by table, after the missing
 * migrations. What is done already stays; an interrupted run is continued by the next one. Returns
 * how many tables moved.
 */
export async function distribute(
  url: string,
  { isDryRun = false, shards = SHARDS, say }: Distribution,
): Promise<number> {
  return withClient(url, async (client) => {
    const nodes = await checkCluster(client)
    const isEmpty = await checkSchema(client)
    if (!isDryRun) await migrate(url, undefined, { onWait: say })
    const missing = isDryRun && isEmpty ? ALL : await missingTables(client)
    say(`${nodes} nodes; ${missing.length} of ${Object.keys(places).length} tables have to move.`)
    if (isDryRun) {
      for (const [name, place] of missing) say(`${name}: ${targetOf(place)}. ${place.why}`)
      return 0
    }
    await setShards(client, shards)
    await changeSettings(client)
    await allowRoleOnNodes(client)
    for (const [index, [name, place]] of missing.entries()) {
      await moveTable(client, name, place)
      say(`${index + 1} of ${missing.length}: ${name}, ${targetOf(place)}`)
    }
    for (const name of await tablesWithRemains(client)) {
      await removeRemains(client, name)
      say(`${name}: the copy of its rows on the coordinator is removed`)
    }
    return missing.length
  })
}

/** Throws a sentence that says why nothing can be distributed. Returns the number of nodes. */
async function checkCluster(client: Client): Promise<number> {
  if (!(await hasCitus(client))) {
    throw new Error(
      'This database has no extension citus: create it on all nodes, and add the workers with citus_add_node.',
    )
  }
  if (!(await isCoordinator(client))) {
    throw new Error('This is a worker of the cluster: give the address of its coordinator.')
  }
  const nodes = (await listNodes(client)).filter(({ holdsShards }) => holdsShards)
  if (nodes.length < NODES_MIN) {
    throw new Error(
      `The cluster has ${nodes.length} nodes that hold data, and needs ${NODES_MIN}: add workers with citus_add_node.`,
    )
  }
  // Citus 13.2 keeps a new plan each time a prepared statement runs on a shard of the node it is connected to.
  const full = nodes.find(({ isCoordinator: isOne }) => isOne)
  if (full) {
    throw new Error(
      `The coordinator ${full.name} holds data, and its connections would grow with every statement: move its shards to the workers with citus_drain_node.`,
    )
  }
  const broken = await brokenConnections(client)
  if (broken.length > 0) throw new Error(`Not reachable: ${broken.join(', ')}.`)
  const clocks = await wrongClocks(client, CLOCK_SECONDS_MAX)
  if (clocks.length > 0) {
    const list = clocks.map(({ name, seconds }) => `${name} by ${seconds} s`).join(', ')
    throw new Error(`The clocks of the nodes differ: ${list}.`)
  }
  return nodes.length
}

/** Throws if the tables are those of another program. Returns whether there are none. */
async function checkSchema(client: Client): Promise<boolean> {
  const tables = await tablesIn(client)
  if (tables.length === 0) return true
  if (!['migrations', 'customers', 'loans'].every((name) => tables.includes(name))) {
    const some = tables.toSorted().slice(0, 3).join(', ')
    throw new Error(
      `This is not a database of the product: it has tables of its own (${some}). Nothing was changed.`,
    )
  }
  return false
}

/** The tables that are not at their place. Throws if one is at another place. */
async function missingTables(client: Client): Promise<typeof ALL> {
  const found = await distributedTables(client)
  return ALL.filter(([name, place]) => {
    const now = found.get(name)
    if (now === undefined || now.on === 'coordinator') return true
    if (isAt(now, place)) return false
    throw new Error(
      `${name} is distributed otherwise (${now.key ?? now.on}) than this version needs it (${targetOf(place)}). No table was moved.`,
    )
  })
}

const ALL: readonly (readonly [string, MovedPlace])[] = Object.entries(places).flatMap(
  ([name, place]) => (place.on === 'coordinator' ? [] : [[name, place] as const]),
)

function isAt(now: FoundPlace, place: MovedPlace): boolean {
  if (place.on === 'every-node') return now.on === 'every-node'
  return now.key === (place.on === 'key' ? place.key : 'customer_no')
}

function targetOf(place: MovedPlace): string {
  if (place.on === 'customer') return 'by customer'
  return place.on === 'key' ? `by ${place.key}` : 'a copy on every node'
}
