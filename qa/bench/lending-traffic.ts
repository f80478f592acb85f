import { randomUUID } from 'node:crypto'

import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'

import { customerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { draw, repay, type Act } from '@qingzhou/lending/index'
import type { Services } from '@qingzhou/server/services.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { anyPunctualCustomer, fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import { processorTimeUs, processTree } from './processes.ts'
import { perSecond, ratioTo, type Row } from './row.ts'

const CLIENTS = [1, 8, 32]
const GOAL_CLIENTS = 8
const ROUNDS = 6
const TURN_MS = 600
const LOANS = 20_000
const day = localDate('2026-11-15')

/** Draws and repayments per second, beside a standard database transaction. */
export async function benchTraffic(): Promise<Row[]> {
  return withLendingDatabase(async ({ url, pid }) => {
    await fillWithLoans(url, { count: LOANS, day })
    await fillTpcB(url)
    const rows: Row[] = []
    for (const clients of CLIENTS) rows.push(...(await measure({ url, pid }, clients)))
    return rows
  })
}

type Postgres = { readonly url: string; readonly pid: () => number }

async function measure({ url, pid }: Postgres, clients: number): Promise<Row[]> {
  const database = connect(url, clients)
  const tpcB = createTpcB(url, clients)
  const services = { database, now: () => new Date(), serviceFees: [] }
  try {
    const late = await lateLoans(database)
    const [inSteps, atOnce, draws, repayments] = await alternate({ clients, postgres: pid() }, [
      () => tpcB.inSteps(),
      () => tpcB.atOnce(),
      () => drawOnce(services, LOANS),
      () => repayOnce(services, late),
    ])
    if (!inSteps || !atOnce || !draws || !repayments) return []
    const row = (what: string, total: Total): Row => ({
      what: `${what} a second, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      value: Math.round(rateOf(total)).toLocaleString('en'),
    })
    const beside = (what: string, total: Total): Row => ({
      ...row(what, total),
      beside:
        `${ratioTo({ name: 'TPC-B as pgbench sends it', value: rateOf(inSteps) }, rateOf(total))}, ` +
        ratioTo({ name: 'it in one message', value: rateOf(atOnce) }, rateOf(total)),
      ...(clients === GOAL_CLIENTS && {
        goal: { measured: rateOf(total) / rateOf(inSteps), atLeast: 0.6 },
      }),
    })
    return [
      row('TPC-B, statement by statement', inSteps),
      row('TPC-B in one message', atOnce),
      beside('draws', draws),
      beside('repayments', repayments),
      ...(clients === GOAL_CLIENTS ? processorRows({ draw: draws, repayment: repayments }) : []),
    ]
  } finally {
    await tpcB.close()
    await database.close()
  }
}

/** The processor time of one operation: unlike its duration, other programs hardly change it. */
function processorRows(totals: { readonly draw: Total; readonly repayment: Total }): Row[] {
  return Object.entries(totals).flatMap(([what, { done, nodeUs, postgresUs }]) => [
    timeRow(`processor time of a ${what} in Node, µs`, nodeUs / done, 300),
    timeRow(`processor time of a ${what} in PostgreSQL, µs`, postgresUs / done, 350),
  ])
}

function timeRow(what: string, us: number, atMost: number): Row {
  return { what, value: us.toFixed(0), goal: { measured: us, atMost } }
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

type Lending = Pick<Services, 'database' | 'now' | 'serviceFees'>

/** A draw of any customer of `fillWithLoans` who may draw. */
export async function drawOnce(services: Lending, loans: number): Promise<void> {
  await draw(services, actOf(anyPunctualCustomer(loans)), {
    amount: fen(500_00n),
    months: 12,
    method: 'equal-instalments',
    purpose: 'daily',
  })
}

type LateLoan = { readonly customer_no: string; readonly loan_no: string }

/** Loans overdue by so much that each takes many small payments. */
export async function lateLoans(database: Queryable): Promise<LateLoan[]> {
  return database.query<LateLoan>(
    'SELECT customer_no, loan_no FROM loans WHERE next_due_on < $1 AND amount_fen > 1000000',
    [day],
  )
}

/** Part of the amount due. */
export async function repayOnce(services: Lending, late: readonly LateLoan[]): Promise<void> {
  const loan = late[Math.floor(Math.random() * late.length)]
  if (!loan) throw new Error('no overdue loan to repay')
  const request = { loanNo: loan.loan_no, amount: fen(1_00n), cardId: 'card' }
  await repay(services, actOf(loan.customer_no), request)
}

function actOf(customer: string): Act {
  return { customer: customerNo(customer), requestNo: randomUUID(), actor: 'customer' }
}
