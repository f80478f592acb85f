import { dayInShanghai } from '@qingzhou/platform/clock'
import { Client } from 'pg'
import { createBorrowerActs, type BorrowerActs } from './borrower-acts.ts'
import { withLendingDatabase } from './lending-end-of-day.ts'
import { fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import { processorTimeUs, processTree } from './processes.ts'
import { perSecond, ratioTo, type Row } from './row.ts'

const CLIENTS = [1, 8]
const GOAL_CLIENTS = 8
const ROUNDS = 6
const TURN_MS = 600
const LOANS = 20_000
const ACTS_OF_WRITES = 40

/** Draws and repayments as a borrower makes them, beside a standard database transaction. */
export async function benchTraffic(): Promise<Row[]> {
  return withLendingDatabase(async ({ url, pid }) => {
    await fillWithLoans(url, { count: LOANS, day: dayInShanghai(new Date()) })
    await fillTpcB(url)
    const acts = await createBorrowerActs(url, Math.max(...CLIENTS))
    try {
      const rows: Row[] = []
      for (const clients of CLIENTS) rows.push(...(await measure({ url, pid, acts }, clients)))
      return rows
    } finally {
      await acts.close()
    }
  })
}

type Product = {
  readonly url: string
  readonly pid: () => number
  readonly acts: BorrowerActs
}

async function measure({ url, pid, acts }: Product, clients: number): Promise<Row[]> {
  const tpcB = createTpcB(url, clients)
  try {
    const [transactions, draws, repayments] = await alternate({ clients, postgres: pid() }, [
      () => tpcB.transaction(),
      () => acts.draw(),
      () => acts.repay(),
    ])
    if (!transactions || !draws || !repayments) return []
    const limit = { name: 'TPC-B', value: rateOf(transactions) }
    const row = (what: string, total: Total): Row => ({
      what: `${what} a second, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      value: Math.round(rateOf(total)).toLocaleString('en'),
    })
    const beside = (what: string, total: Total): Row => ({
      ...row(what, total),
      beside: ratioTo(limit, rateOf(total)),
      ...(clients === GOAL_CLIENTS && {
        goal: { measured: rateOf(total) / limit.value, atLeast: 0.3 },
      }),
    })
    return [
      row('TPC-B transactions', transactions),
      beside('draws', draws),
      beside('repayments', repayments),
      ...(clients === GOAL_CLIENTS
        ? [
            ...processorRows('draw', draws),
            ...processorRows('repayment', repayments),
            ...(await writeRows(url, acts)),
          ]
        : []),
    ]
  } finally {
    await tpcB.close()
  }
}

/** The processor time of one act: unlike its duration, other programs hardly change it. */
function processorRows(what: string, { done, nodeUs, postgresUs }: Total): Row[] {
  return [
    { what: `processor time of a ${what} in Node, µs`, value: (nodeUs / done).toFixed(0) },
    {
      what: `processor time of a ${what} in PostgreSQL, µs`,
      value: (postgresUs / done).toFixed(0),
    },
  ]
}

/** The writes of acts that are done one after another. */
async function writeRows(url: string, acts: BorrowerActs): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const rows: Row[] = []
    let before = await writesOf(client)
    for (const what of ['draw', 'repay'] as const) {
      for (let done = 0; done < ACTS_OF_WRITES; done += 1) await acts[what]()
      const after = await writesOf(client)
      const name = what === 'draw' ? 'draw' : 'repayment'
      const figure = (text: string, of: keyof Writes): Row => ({
        what: `${text} of a ${name}`,
        value: Math.round((after[of] - before[of]) / ACTS_OF_WRITES).toLocaleString('en'),
      })
      rows.push(figure('bytes of WAL', 'walBytes'), figure('rows written', 'rows'))
      before = after
    }
    return rows
  } finally {
    await client.end()
  }
}

type Writes = { readonly walBytes: number; readonly rows: number }

/** An idle connection reports its rows ten seconds late. */
const REPORT_MS = 11_000

async function writesOf(client: Client): Promise<Writes> {
  await new Promise((resolve) => setTimeout(resolve, REPORT_MS))
  const { rows } = await client.query<{ bytes: string; rows: string }>(
    `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS bytes,
            (tup_inserted + tup_updated + tup_deleted)::text AS rows
       FROM pg_stat_database WHERE datname = current_database()`,
  )
  return { walBytes: Number(rows[0]?.bytes), rows: Number(rows[0]?.rows) }
}

type Total = { done: number; milliseconds: number; nodeUs: number; postgresUs: number }

function rateOf({ done, milliseconds }: Total): number {
  return perSecond(done, milliseconds)
}

/**
 * Measures the kinds of operations in short alternating turns, so that load spikes affect all
 * equally.
 */
async function alternate(
  { clients, postgres }: { readonly clients: number; readonly postgres: number },
  acts: readonly (() => Promise<unknown>)[],
): Promise<Total[]> {
  const totals = acts.map(() => ({ done: 0, milliseconds: 0, nodeUs: 0, postgresUs: 0 }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [kind, act] of acts.entries()) {
      const started = performance.now()
      const node = process.cpuUsage()
      const database = processorTimeUs(processTree(postgres))
      const done = await during(TURN_MS, clients, act)
      const { user, system } = process.cpuUsage(node)
      const total = totals[kind]
      // The first round only warms up.
      if (round === 0 || !total) continue
      total.done += done
      total.milliseconds += performance.now() - started
      total.nodeUs += user + system
      total.postgresUs += processorTimeUs(processTree(postgres)) - database
    }
  }
  return totals
}

/** Each client sends the next request as soon as it has its response. */
export async function during(
  milliseconds: number,
  clients: number,
  act: () => Promise<unknown>,
): Promise<number> {
  const end = performance.now() + milliseconds
  let done = 0
  const client = async () => {
    while (performance.now() < end) {
      await act()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return done
}
