import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { localDate } from '@qingzhou/domain/calendar/local-date'
import { distribute } from '@qingzhou/platform/database/distribution/distribute'
import { migrate } from '@qingzhou/platform/database/migrate'
import { fen } from '@qingzhou/domain/money/money'
import { receivePayment, type Act } from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import type { Queryable } from '@qingzhou/platform/database/database'
import { customerNo } from '@qingzhou/platform/ids'
import type { Services } from '@qingzhou/server/services.ts'
import { Client } from 'pg'
import { freePort } from '@qingzhou/tools/postgres/port.ts'
import { postmasterOf } from '@qingzhou/tools/postgres/postmaster.ts'
import { createClusterDatabase, nodesOfCluster } from '@qingzhou/tools/postgres/test-cluster.ts'
import { startCluster } from '#prove/citus/cluster.ts'
import { root } from '@qingzhou/tools/root.ts'
import { connect, runDays } from './lending-end-of-day.ts'
import { anyPunctualCustomer, fillWithLoans } from './lending-loans.ts'
import { during } from './lending-traffic.ts'
import { processorTimeUs, processTree } from './processes.ts'
import { perSecond, type Row } from './row.ts'

/** A database is divided over two nodes at least. */
const WORKERS = [2, 4]
const LOANS = 20_000
const CLIENTS = 8
const TURN_MS = 5_000
const DAYS = 3
const day = localDate('2026-11-15')

/**
 * Draws, repayments and the end of day on a Citus cluster of this machine, beside the same
 * PostgreSQL without a division. Processor time is that of all nodes; fsync is off everywhere.
 */
export async function benchCluster(): Promise<Row[]> {
  const tools = resolve(root, process.env['CITUS_TOOLS'] ?? '../shared/tools/citus')
  if (!existsSync(join(tools, 'cluster'))) {
    return [{ what: 'not run: CITUS_TOOLS names no folder with Citus', value: '' }]
  }
  const plain = await onCluster(tools, WORKERS[0] ?? 2, 'plain')
  const rows = rowsOf('one PostgreSQL', plain)
  for (const workers of WORKERS) {
    const measured = await onCluster(tools, workers, 'divided')
    rows.push(...rowsOf(`${workers} workers`, measured, plain))
  }
  return rows
}

type ClusterFigures = {
  readonly draw: Operation
  readonly repayment: Operation
  readonly loansPerSecond: number
  /** Of all nodes, for the end of day of one loan. */
  readonly loanUs: number
  readonly bytesPerLoan: number
  readonly bytesPerDraw: number
}
type Operation = { readonly perSecond: number; readonly databaseUs: number }

async function onCluster(
  tools: string,
  workers: number,
  form: 'plain' | 'divided',
): Promise<ClusterFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'qingzhou-bench-cluster-'))
  // PostgreSQL does not run as root, and has to reach its folder.
  chmodSync(folder, 0o755)
  const place = join(folder, 'cluster')
  const cluster = startCluster(tools, { folder: place, firstPort: await freePort(), workers })
  try {
    const url = await createClusterDatabase(await nodesOfCluster(cluster.url), 'books')
    await migrate(url)
    await fillWithLoans(url, { count: LOANS, day })
    if (form === 'divided') await distribute(url, { say: () => {} })
    const nodes = Array.from({ length: workers + 1 }, (_, node) => join(place, `node${node}`))
    return await measure(url, nodes)
  } finally {
    cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(url: string, nodes: readonly string[]): Promise<ClusterFigures> {
  const usedUs = () => {
    const pids = nodes.flatMap((node) => postmasterOf(node)?.pid ?? [])
    return processorTimeUs(pids.flatMap((pid) => processTree(pid)))
  }
  const database = connect(url, CLIENTS)
  const services = { database, now: () => new Date(), serviceFees: [] }
  try {
    const late = await lateLoans(database)
    const filled = await sizeOf(url)
    const draws = await operation(usedUs, () => drawOnce(services))
    const drawn = await sizeOf(url)
    const repayments = await operation(usedUs, () => repayOnce(services, late))
    // On the first day the caches are cold and the pages still full.
    await runDays(url, 1)
    const [started, before] = [performance.now(), usedUs()]
    await runDays(url, 1 + DAYS)
    const booked = LOANS * DAYS
    return {
      draw: draws,
      repayment: repayments,
      loansPerSecond: perSecond(booked, performance.now() - started),
      loanUs: (usedUs() - before) / booked,
      bytesPerLoan: filled / LOANS,
      bytesPerDraw: (drawn - filled) / draws.done,
    }
  } finally {
    await database.close()
  }
}

async function operation(
  usedUs: () => number,
  act: () => Promise<unknown>,
): Promise<Operation & { readonly done: number }> {
  // The first requests plan the statements.
  await during(TURN_MS / 5, CLIENTS, act)
  const [started, before] = [performance.now(), usedUs()]
  const done = await during(TURN_MS, CLIENTS, act)
  return {
    done,
    perSecond: perSecond(done, performance.now() - started),
    databaseUs: (usedUs() - before) / done,
  }
}

/** The bytes of the tables and indexes with the rows of customers. */
async function sizeOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ size: string }>(
      `SELECT sum(CASE WHEN p.logicalrelid IS NULL THEN pg_total_relation_size(c.oid)
                       ELSE citus_total_relation_size(c.oid) END)::text AS size
         FROM pg_class c LEFT JOIN pg_dist_partition p ON p.logicalrelid = c.oid
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace`,
    )
    return Number(rows[0]?.size ?? 0)
  } finally {
    await client.end()
  }
}

/** The goal: a draw and a repayment take at most three times the processor of one PostgreSQL. */
const TIMES_MAX = 3

function rowsOf(where: string, measured: ClusterFigures, plain?: ClusterFigures): Row[] {
  const times = (what: 'draw' | 'repayment') => {
    const ratio = plain && measured[what].databaseUs / plain[what].databaseUs
    if (ratio === undefined) return {}
    return {
      beside: `${ratio.toFixed(1)} × one PostgreSQL`,
      goal: { measured: ratio, atMost: TIMES_MAX },
    }
  }
  const figure = (what: string, value: number): Row => ({
    what: `${where}: ${what}`,
    value: Math.round(value).toLocaleString('en'),
  })
  return [
    figure(`draws a second, ${CLIENTS} clients`, measured.draw.perSecond),
    { ...figure('processor of a draw, µs', measured.draw.databaseUs), ...times('draw') },
    figure(`repayments a second, ${CLIENTS} clients`, measured.repayment.perSecond),
    {
      ...figure('processor of a repayment, µs', measured.repayment.databaseUs),
      ...times('repayment'),
    },
    figure('end of day, loans a second', measured.loansPerSecond),
    figure('processor of the end of day of a loan, µs', measured.loanUs),
    figure('bytes of a customer with a loan', measured.bytesPerLoan),
    figure('bytes of another draw', measured.bytesPerDraw),
  ]
}

type Lending = Pick<Services, 'database' | 'now' | 'serviceFees'>

/** A draw of any customer of `fillWithLoans` who may draw. */
async function drawOnce(services: Lending): Promise<void> {
  await drawLoan(services, actOf(anyPunctualCustomer(LOANS)), {
    amount: fen(500_00n),
    months: 12,
    method: 'equal-instalments',
    purpose: 'daily',
  })
}

type LateLoan = { readonly customer_no: string; readonly loan_no: string }

/** Loans overdue by so much that each takes many small payments. */
async function lateLoans(database: Queryable): Promise<LateLoan[]> {
  return database.query<LateLoan>(
    'SELECT customer_no, loan_no FROM loans WHERE next_due_on < $1 AND amount_fen > 1000000',
    [day],
  )
}

/** Part of the amount due. */
async function repayOnce(services: Lending, late: readonly LateLoan[]): Promise<void> {
  const loan = late[Math.floor(Math.random() * late.length)]
  if (!loan) throw new Error('no overdue loan to repay')
  const request = { loanNo: loan.loan_no, amount: fen(1_00n), cardId: 'card' }
  await receivePayment(services, actOf(loan.customer_no), request)
}

function actOf(customer: string): Act {
  return { customer: customerNo(customer), requestNo: randomUUID(), actor: 'customer' }
}
