import type { Client } from 'pg'
import type { Place } from './tables.ts'

export type Node = {
  readonly name: string
  readonly isCoordinator: boolean
  readonly holdsShards: boolean
}

/** Where a table is now. Undefined for an ordinary table of the coordinator. */
export type FoundPlace = { readonly on: Place['on']; readonly key: string | undefined }

/** The tables of the schema `public`, without those of extensions. */
export async function tablesIn(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
      WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  )
  return rows.map(({ name }) => name)
}

export async function hasCitus(client: Client): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  return rows.length > 0
}

/** Whether this is the node that knows the others. */
export async function isCoordinator(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ is_it: boolean }>(
    `SELECT groupid = 0 AS is_it FROM pg_dist_local_group`,
  )
  return rows[0]?.is_it === true
}

export async function listNodes(client: Client): Promise<Node[]> {
  const { rows } = await client.query<{ name: string; is_coordinator: boolean; holds: boolean }>(
    `SELECT nodename || ':' || nodeport AS name, groupid = 0 AS is_coordinator,
            shouldhaveshards AND isactive AS holds
       FROM pg_dist_node WHERE noderole = 'primary' ORDER BY groupid`,
  )
  return rows.map(({ name, is_coordinator: isCoordinator, holds }) => ({
    name,
    isCoordinator,
    holdsShards: holds,
  }))
}

/** The connections between nodes that do not work. */
export async function brokenConnections(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ link: string }>(
    `SELECT DISTINCT to_nodename || ':' || to_nodeport || ' from ' || from_nodename || ':'
            || from_nodeport AS link
       FROM citus_check_cluster_node_health() WHERE result IS NOT TRUE ORDER BY 1`,
  )
  return rows.map(({ link }) => link)
}

/** The nodes whose clock differs from this one, with the difference in seconds. */
export async function wrongClocks(
  client: Client,
  secondsMax: number,
): Promise<{ readonly name: string; readonly seconds: number }[]> {
  const { rows } = await client.query<{ name: string; seconds: number }>(
    `SELECT nodename || ':' || nodeport AS name,
            round(result::numeric - extract(epoch FROM clock_timestamp()))::float8 AS seconds
       FROM run_command_on_all_nodes('SELECT extract(epoch FROM clock_timestamp())')
       JOIN pg_dist_node USING (nodeid) WHERE success`,
  )
  return rows.filter(({ seconds }) => Math.abs(seconds) > secondsMax)
}

/** The tables that Citus knows. */
export async function distributedTables(client: Client): Promise<Map<string, FoundPlace>> {
  const { rows } = await client.query<{ name: string; found: Place['on']; key: string | null }>(
    `SELECT relname::text AS name, column_to_column_name(logicalrelid, partkey) AS key,
            CASE WHEN partmethod = 'n' AND repmodel = 't' THEN 'every-node'
                 WHEN partmethod = 'n' THEN 'coordinator'
                 WHEN column_to_column_name(logicalrelid, partkey) = 'customer_no' THEN 'customer'
                 ELSE 'key' END AS found
       FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
      WHERE relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, found, key }) => [name, { on: found, key: key ?? undefined }]))
}

/** The table whose shards decide where the rows of a customer are. */
const FIRST_OF_CUSTOMER = 'customers'

/**
 * Moves a table and its rows to their place, in one transaction. Its triggers are made again
 * afterwards: they would run for the rows that are copied. Citus makes tables that refer to a copy on
 * every node again too, without their comments.
 */
export async function moveTable(
  client: Client,
  name: string,
  place: Exclude<Place, { on: 'coordinator' }>,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    const triggers = await triggersOf(client, name)
    const comments = await commentsOf(client)
    for (const trigger of triggers) await client.query(`DROP TRIGGER ${trigger.name} ON ${name}`)
    await (place.on === 'every-node'
      ? client.query('SELECT create_reference_table($1)', [name])
      : divide(client, name, place))
    for (const trigger of triggers) await client.query(trigger.definition)
    await restoreComments(client, comments)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

async function divide(
  client: Client,
  name: string,
  place: Extract<Place, { on: 'customer' | 'key' }>,
): Promise<void> {
  const isFirst = place.on === 'key' || name === FIRST_OF_CUSTOMER
  await client.query('SELECT create_distributed_table($1, $2, colocate_with => $3)', [
    name,
    place.on === 'key' ? place.key : 'customer_no',
    isFirst ? 'none' : FIRST_OF_CUSTOMER,
  ])
}

async function triggersOf(client: Client, name: string) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT quote_ident(tgname) AS name, pg_get_triggerdef(oid) AS definition
       FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
    [name],
  )
  return rows
}

/** The comments of tables, by name. They say which tables are look-ups. */
async function commentsOf(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; comment: string }>(
    `SELECT relname::text AS name, description AS comment
       FROM pg_class JOIN pg_description ON objoid = oid AND objsubid = 0
      WHERE classoid = 'pg_class'::regclass AND relkind = 'r'
        AND relnamespace = 'public'::regnamespace`,
  )
  return new Map(rows.map(({ name, comment }) => [name, comment]))
}

async function restoreComments(client: Client, comments: Map<string, string>): Promise<void> {
  const present = await commentsOf(client)
  for (const [name, comment] of comments) {
    if (present.has(name)) continue
    await client.query(`COMMENT ON TABLE ${name} IS ${client.escapeLiteral(comment)}`)
  }
}

/** The moved tables whose rows are still on the coordinator too, where no statement reads them. */
export async function tablesWithRemains(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
      WHERE relnamespace = 'public'::regnamespace AND (partmethod = 'h' OR repmodel = 't')
        AND pg_relation_size(logicalrelid) > 0`,
  )
  return rows.map(({ name }) => name)
}

/** Removes the rows of a moved table from the coordinator. */
export async function removeRemains(client: Client, name: string): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    const { rows: references } = await client.query<{
      table: string
      name: string
      definition: string
    }>(
      `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name,
              pg_get_constraintdef(oid) AS definition
         FROM pg_constraint WHERE confrelid = $1::regclass AND contype = 'f'`,
      [name],
    )
    const triggers = await triggersOf(client, name)
    for (const one of references) {
      await client.query(`ALTER TABLE ${one.table} DROP CONSTRAINT ${one.name}`)
    }
    for (const one of triggers) await client.query(`DROP TRIGGER ${one.name} ON ${name}`)
    await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name])
    for (const one of triggers) await client.query(one.definition)
    for (const one of references) {
      await client.query(`ALTER TABLE ${one.table} ADD CONSTRAINT ${one.name} ${one.definition}`)
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** How many parts a table is divided into, for the tables that are moved on this connection. */
export async function setShards(client: Client, shards: number): Promise<void> {
  await client.query(`SELECT set_config('citus.shard_count', $1, false)`, [String(shards)])
}

/**
 * Settings of the database on all nodes: triggers run on the shards, a function in a statement on a
 * shard may read tables with a copy on its node, and statements of one customer are not compiled.
 */
export const clusterSettings = [
  'citus.enable_unsafe_triggers = on',
  'citus.allow_nested_distributed_execution = on',
  'jit = off',
]

export async function changeSettings(client: Client): Promise<void> {
  await client.query(`SELECT set_config('citus.enable_unsafe_triggers', 'on', false)`)
  const { rows } = await client.query<{ name: string }>(
    'SELECT quote_ident(current_database()) AS name',
  )
  const name = rows[0]?.name ?? ''
  for (const setting of clusterSettings) {
    await client.query(`ALTER DATABASE ${name} SET ${setting}`)
  }
}

/** Nodes connect to each other as the role of the statement. */
export async function allowRoleOnNodes(client: Client): Promise<void> {
  await client.query('ALTER ROLE qingzhou_app LOGIN')
}
