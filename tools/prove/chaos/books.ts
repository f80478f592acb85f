import { setTimeout as sleep } from 'node:timers/promises'

import { readOrderFigures } from '@qingzhou/server/features/order-watch/index.ts'
import { makeTasksDue } from '@qingzhou/server/platform/tasks/queue-store.ts'
import { bookViolations } from '@qingzhou/simulator/checks.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import type { Ack } from './acting-borrower.ts'

/** Tasks that must be gone once everything has recovered. */
const moneyTasks = ['pay-out', 'collect', 'send-refund', 'send-message', 'send-mail'] as const

const DRAIN_MS = 300_000

/** Ends by itself after a while: a borrower who left before the verification. */
const EXPIRING_KIND = 'unverified-draw'

/** Pending orders and tasks, and dead tasks; empty once nothing is open. */
async function openOrdersAndTasks({ services }: TestProduct): Promise<string[]> {
  const { database, now } = services
  const orders = await readOrderFigures(database, now())
  const open = orders.filter(({ kind, open: count }) => kind !== EXPIRING_KIND && count > 0)
  const tasks = await database.query<{ what: string }>(
    `SELECT kind || CASE WHEN dead_at IS NULL THEN '' ELSE ' (dead)' END || ', attempts ' || attempts
            AS what
       FROM tasks WHERE kind = ANY($1) OR dead_at IS NOT NULL`,
    [moneyTasks],
  )
  return [
    ...open.map(({ kind, open: count }) => `${count} open of ${kind}`),
    ...tasks.map(({ what }) => `task ${what}`),
  ]
}

/** Waits until nothing is open; returns what is still open after a long time. */
export async function drained(product: TestProduct): Promise<string[]> {
  const deadline = Date.now() + DRAIN_MS
  for (;;) {
    const open = await openOrdersAndTasks(product)
    if (open.length === 0 || Date.now() > deadline) return open
    // The providers are available again: retry waiting tasks now, as an operator would.
    for (const kind of moneyTasks) await makeTasksDue(product.services.database, kind)
    await sleep(1_000)
  }
}

/**
 * Compares the clients' responses with the books and with the bank. Each difference is a sentence.
 */
export async function differences(product: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  return [
    ...(await wrongDraws(product, acks)),
    ...(await wrongRepayments(product, acks)),
    ...(await wrongTransfers(product)),
    ...(await wrongDate(product)),
    ...(await bookViolations(product)),
  ]
}

async function wrongDraws({ services }: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  const rows = await services.database.query<{ draw_no: string; loans: bigint; amount: bigint }>(
    `SELECT draw_no, count(loans.loan_no) AS loans, max(draws.amount_fen) AS amount
       FROM draws LEFT JOIN loans USING (customer_no, loan_no) GROUP BY draw_no`,
  )
  const booked = new Map(rows.map((row) => [row.draw_no, row]))
  const twice = rows.filter(({ loans }) => loans > 1n).map(({ draw_no: no }) => `draw ${no} twice`)
  const missing = acks.flatMap((ack) => {
    if (ack.kind !== 'draw') return []
    const row = booked.get(ack.drawNo)
    const isThere = row?.loans === 1n && row.amount === BigInt(ack.amount)
    return isThere ? [] : [`draw ${ack.drawNo} was acknowledged and is not in the books`]
  })
  return [...twice, ...missing]
}

async function wrongRepayments({ services }: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  const rows = await services.database.query<{ no: string; state: string }>(
    'SELECT repay_seq_no AS no, state FROM repayments',
  )
  const states = new Map(rows.map(({ no, state }) => [no, state]))
  return acks.flatMap((ack) => {
    if (ack.kind !== 'repayment' || states.get(ack.repaySeqNo) === 'paid') return []
    return [`repayment ${ack.repaySeqNo} was acknowledged and is ${states.get(ack.repaySeqNo)}`]
  })
}

/** Every transfer of the bank is booked once with its amount, and nothing else is booked. */
async function wrongTransfers({ services, sandbox }: TestProduct): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/bank/transfers`)
  // The shape is defined by the sandbox's routes.
  const { transfers } = (await response.json()) as {
    transfers: { orderNo: string; amountFen: string; state: string }[]
  }
  const rows = await services.database.query<{ order_no: string; amount_fen: bigint }>(
    `SELECT coalesce(wire_no, order_no) AS order_no, amount_fen
       FROM moved_transfers LEFT JOIN wire_orders USING (order_no)`,
  )
  const booked = new Map(rows.map((row) => [row.order_no, row.amount_fen]))
  const moved = transfers.filter(({ state }) => state === 'done')
  const wrong = moved
    .filter(({ orderNo, amountFen }) => booked.get(orderNo) !== BigInt(amountFen))
    .map(({ orderNo }) => `the bank moved ${orderNo}, and the books say ${booked.get(orderNo)}`)
  if (rows.length === moved.length && booked.size === rows.length) return wrong
  return [...wrong, `${rows.length} transfers booked, ${moved.length} moved by the bank`]
}

/** A server with a wrong clock must not have moved the business date. */
async function wrongDate({ services }: TestProduct): Promise<string[]> {
  const [row] = await services.database.query<{ booked: string; today: string }>(
    `SELECT business_date::text AS booked, (now() AT TIME ZONE 'Asia/Shanghai')::date::text AS today
       FROM business_date`,
  )
  if (row && row.booked <= row.today) return []
  return [`the business date is ${row?.booked}, beyond ${row?.today}`]
}
