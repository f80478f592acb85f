import { randomUUID } from 'node:crypto'

import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'

import { customerNo } from '@qingzhou/server/platform/customer-no.ts'
import type { Queryable } from '@qingzhou/server/platform/database/database.ts'
import { draw, repay, type Act } from '@qingzhou/server/lending/index.ts'
import type { Services } from '@qingzhou/server/platform/services.ts'
import { connect, withLendingDatabase } from './lending-end-of-day.ts'
import { fillWithLoans } from './lending-loans.ts'
import { createTpcB, fillTpcB } from './lending-tpc-b.ts'
import { perSecond, ratioTo, type Row } from './row.ts'

const CLIENTS = [1, 8, 32]
const ROUNDS = 6
const TURN_MS = 600
const LOANS = 20_000
const day = localDate('2026-11-15')

/** Draws and repayments per second, beside a standard database transaction. */
export async function benchTraffic(): Promise<Row[]> {
  return withLendingDatabase(async (url) => {
    await fillWithLoans(url, { count: LOANS, day })
    await fillTpcB(url)
    const rows: Row[] = []
    for (const clients of CLIENTS) rows.push(...(await measure(url, clients)))
    return rows
  })
}

async function measure(url: string, clients: number): Promise<Row[]> {
  const database = connect(url, clients)
  const tpcB = createTpcB(url, clients)
  // A use case of lending uses only the database and the clock.
  const services = { database, now: () => new Date() } as unknown as Services
  try {
    const late = await lateLoans(database)
    const [inSteps = 0, atOnce = 0, draws = 0, repayments = 0] = await alternate(clients, [
      () => tpcB.inSteps(),
      () => tpcB.atOnce(),
      () => drawOnce(services),
      () => repayOnce(services, late),
    ])
    const ratio = (value: number) =>
      `${ratioTo({ name: 'TPC-B as pgbench sends it', value: inSteps }, value)}, ` +
      ratioTo({ name: 'it in one message', value: atOnce }, value)
    const row = (what: string, value: number, beside?: string): Row => ({
      what: `${what} a second, ${clients} ${clients === 1 ? 'client' : 'clients'}`,
      value: Math.round(value).toLocaleString('en'),
      ...(beside && { beside }),
    })
    return [
      row('TPC-B, statement by statement', inSteps),
      row('TPC-B in one message', atOnce),
      row('draws', draws, ratio(draws)),
      row('repayments', repayments, ratio(repayments)),
    ]
  } finally {
    await tpcB.close()
    await database.close()
  }
}

/**
 * Operations per second; the kinds are measured in short alternating turns, so that load spikes
 * affect all equally.
 */
async function alternate(
  clients: number,
  acts: readonly (() => Promise<unknown>)[],
): Promise<number[]> {
  const totals = acts.map(() => ({ done: 0, milliseconds: 0 }))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [kind, act] of acts.entries()) {
      const started = performance.now()
      const done = await during(TURN_MS, clients, act)
      const total = totals[kind]
      // The first round only warms up.
      if (round === 0 || !total) continue
      total.done += done
      total.milliseconds += performance.now() - started
    }
  }
  return totals.map(({ done, milliseconds }) => perSecond(done, milliseconds))
}

/** Each client sends the next request as soon as it has its response. */
async function during(
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

async function drawOnce(services: Services): Promise<void> {
  const customer = `C${String(1 + Math.floor(Math.random() * LOANS)).padStart(12, '0')}`
  await draw(services, actOf(customer), {
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
async function repayOnce(services: Services, late: readonly LateLoan[]): Promise<void> {
  const loan = late[Math.floor(Math.random() * late.length)]
  if (!loan) throw new Error('no overdue loan to repay')
  const request = { loanNo: loan.loan_no, amount: fen(1_00n), cardId: 'card' }
  await repay(services, actOf(loan.customer_no), request)
}

function actOf(customer: string): Act {
  return { customer: customerNo(customer), requestNo: randomUUID(), actor: 'customer' }
}
