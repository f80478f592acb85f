import { Client } from 'pg'

/** A shard of a table: on which worker, and its name there. */
export type Shard = { readonly node: string; readonly name: string }

/** The shard with the rows of a customer. */
export async function readShard(url: string, table: string, customer: string): Promise<Shard> {
  const [row] = await on<{ host: string; port: number; name: string }>(
    url,
    `SELECT nodename AS host, nodeport AS port, shard_name::text AS name FROM citus_shards
      WHERE table_name = $1::regclass
        AND shardid = get_shard_id_for_distribution_column($1::regclass, $2::text)`,
    [table, customer],
  )
  if (!row) throw new Error(`${table} has no shard for ${customer}`)
  const node = new URL(url)
  node.hostname = row.host
  node.port = String(row.port)
  return { node: node.href, name: row.name }
}

/** Runs a statement on the node of a shard, without the coordinator. */
export async function changeShard(shard: Shard, sql: string): Promise<void> {
  const text = sql.replaceAll('SHARD', shard.name)
  await on(shard.node, `SET citus.enable_manual_changes_to_shards = on; ${text}`)
}

/** How many shards of the customers each worker has, by its address. */
export async function shardsByNode(url: string): Promise<Map<string, number>> {
  const rows = await on<{ node: string; shards: number }>(
    url,
    `SELECT nodename || ':' || nodeport AS node, count(*)::integer AS shards
       FROM citus_shards WHERE table_name = 'customers'::regclass GROUP BY 1 ORDER BY 1`,
  )
  return new Map(rows.map(({ node, shards }) => [node, shards]))
}

/** Moves all shards of a worker to the others, while they are written to. */
export async function drainNode(url: string, node: string): Promise<void> {
  await on(
    url,
    `SELECT citus_drain_node($1, $2, shard_transfer_mode => 'force_logical')`,
    node.split(':'),
  )
}

/** Lets a drained worker have shards again. It has none until the next rebalance. */
export async function admitShards(url: string, node: string): Promise<void> {
  await on(url, `SELECT citus_set_node_property($1, $2, 'shouldhaveshards', true)`, node.split(':'))
}

/** Divides the shards evenly over the workers by a background job, and waits for its end. */
export async function rebalance(url: string): Promise<void> {
  await on(url, `SELECT citus_rebalance_start(shard_transfer_mode => 'force_logical')`)
  await on(url, 'SELECT citus_rebalance_wait()')
  const [job] = await on<{ state: string; failed: string | null }>(
    url,
    `SELECT state::text AS state,
            (SELECT message FROM pg_dist_background_task AS task
              WHERE task.job_id = job.job_id AND task.status = 'error' LIMIT 1) AS failed
       FROM pg_dist_background_job AS job ORDER BY job_id DESC LIMIT 1`,
  )
  if (job?.state !== 'finished') {
    throw new Error(`the rebalance is ${job?.state ?? 'missing'}: ${job?.failed ?? ''}`)
  }
}

/** Whether an act is recorded with its ledger entries: of a draw, those of its booking. */
export async function isBooked(
  url: string,
  { customer, requestNo }: { readonly customer: string; readonly requestNo: string },
): Promise<boolean> {
  const rows = await on(
    url,
    `SELECT FROM audit_log JOIN ledger_postings USING (customer_no)
      WHERE customer_no = $1 AND audit_log.request_no = transaction_no
        AND transaction_no IN ($2, $2 || '-book') AND event <> 'accrual'`,
    [customer, requestNo],
  )
  return rows.length > 0
}

/** Sums over the books, to compare them before and after a move. */
export async function sumAmounts(url: string): Promise<string> {
  const rows = await on<{ amounts: string }>(
    url,
    `SELECT concat_ws(' ', count(*), sum(principal_fen), sum(interest_fen), sum(penalty_fen)) AS amounts
       FROM loan_balances
      UNION ALL SELECT concat_ws(' ', count(*), sum(principal_fen)) FROM ledger_postings
      UNION ALL SELECT concat_ws(' ', count(*), sum(used_fen)) FROM limits
      UNION ALL SELECT count(*)::text FROM audit_log
      UNION ALL SELECT count(*)::text FROM loans`,
  )
  return rows
    .map(({ amounts }) => amounts)
    .toSorted()
    .join(', ')
}

/** How many of the nodes received a statement of the servers while the work ran. */
export async function nodesTouched(
  workers: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await Promise.all(workers.map(momentOn))
  await work()
  const touched = await Promise.all(
    workers.map(async (worker, index) => {
      const rows = await on(
        worker,
        `SELECT FROM pg_stat_activity WHERE usename = 'qingzhou_app'
            AND datname = current_database() AND query_start > $1::timestamptz`,
        [before[index]],
      )
      return rows.length > 0
    }),
  )
  return touched.filter(Boolean).length
}

async function momentOn(url: string): Promise<string> {
  const [row] = await on<{ now: string }>(url, 'SELECT clock_timestamp()::text AS now')
  return row?.now ?? ''
}

/** Creates a table that the product does not have. */
export async function createForeignTable(url: string): Promise<void> {
  await on(url, 'CREATE TABLE recipes (title text)')
}

/** Lets the coordinator hold shards too, as a worker does. */
export async function letCoordinatorHoldShards(url: string): Promise<void> {
  await on(
    url,
    `SELECT citus_set_node_property(nodename, nodeport, 'shouldhaveshards', true)
       FROM pg_dist_node WHERE groupid = 0`,
  )
}

async function on<Row extends object>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Several commands are possible only without values.
    const { rows } =
      values.length > 0 ? await client.query<Row>(sql, [...values]) : await client.query<Row>(sql)
    return rows
  } finally {
    await client.end()
  }
}
