import { setTimeout as sleep } from 'node:timers/promises'

import { readOrderFigures } from '@qingzhou/server/features/order-watch/index.ts'
import { makeTasksDue } from '@qingzhou/platform/tasks/queue-store'
import { bookViolations } from '#simulator/checks.ts'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import type { Ack } from './acting-borrower.ts'

/** Tasks that must be gone once everything has recovered. */
const moneyTasks = ['disburse', 'collect', 'send-refund', 'send-message', 'send-mail'] as const

const DRAIN_MS = 300_000

/** The words that a customer reads about a draw that staff have stopped. */
const STOPPED = '本次借款已停止，请致电客服'

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
export async function waitUntilDrained(product: TestProduct): Promise<string[]> {
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
  const stopped = await stoppedDraws(services)
  const booked = new Map(rows.map((row) => [row.draw_no, row]))
  const twice = rows.filter(({ loans }) => loans > 1n).map(({ draw_no: no }) => `draw ${no} twice`)
  const missing = acks.flatMap((ack) => {
    if (ack.kind !== 'draw') return []
    const row = booked.get(ack.drawNo)
    const isThere = row?.loans === 1n && row.amount === BigInt(ack.amount)
    const isStopped = row?.loans === 0n && stopped.has(ack.drawNo)
    return isThere || isStopped
      ? []
      : [`draw ${ack.drawNo} was acknowledged and is not in the books`]
  })
  return [...twice, ...missing]
}

/** Draws that staff have stopped before their money was ordered. */
async function stoppedDraws({ database }: TestProduct['services']): Promise<Set<string>> {
  const rows = await database.query<{ no: string }>(
    `SELECT draw_no AS no FROM draw_applications
      WHERE state = 'failed' AND ordered_at IS NULL AND reason = $1`,
    [STOPPED],
  )
  return new Set(rows.map(({ no }) => no))
}

async function wrongRepayments({ services }: TestProduct, acks: readonly Ack[]): Promise<string[]> {
  const rows = await services.database.query<{ no: string; state: string }>(
    `SELECT request_no AS no, CASE WHEN EXISTS (
              SELECT FROM payment_reversals AS taken
               WHERE taken.customer_no = payment_orders.customer_no AND payment_no LIKE request_no || '-%')
            THEN 'taken back' ELSE state END AS state
       FROM payment_orders`,
  )
  const states = new Map(rows.map(({ no, state }) => [no, state]))
  return acks.flatMap((ack) => {
    if (ack.kind !== 'repayment') return []
    const state = states.get(ack.requestNo)
    if (state === 'paid' || state === 'taken back') return []
    return [`repayment ${ack.requestNo} was acknowledged and is ${state}`]
  })
}

/** Every transfer of the bank is booked once with its amount, and nothing else is booked. */
async function wrongTransfers({ services, sandbox }: TestProduct): Promise<string[]> {
  const response = await fetch(`${sandbox.url}/bank/transfers`)
  // The shape is defined by the sandbox's routes.
  const { transfers } = (await response.json()) as {
    transfers: { orderNo: string; amountFen: string; state: string; reversalDate?: string }[]
  }
  const rows = await services.database.query<{ order_no: string; amount_fen: bigint }>(
    `SELECT coalesce(wire_no, moved.order_no) || CASE kind WHEN 'reversal' THEN '-reversed' ELSE '' END
            AS order_no, amount_fen
       FROM provider_transfers AS moved
       LEFT JOIN wire_orders ON wire_orders.order_no = regexp_replace(moved.order_no, '-reversed$', '')`,
  )
  const booked = new Map(rows.map((row) => [row.order_no, row.amount_fen]))
  const moved = transfers.filter(({ state }) => state === 'done')
  const taken = moved
    .filter(({ reversalDate }) => reversalDate !== undefined)
    .map(({ orderNo }) => `${orderNo}-reversed`)
  const known = new Set([...moved.map(({ orderNo }) => orderNo), ...taken])
  return [
    ...moved
      .filter(({ orderNo, amountFen }) => booked.get(orderNo) !== BigInt(amountFen))
      .map(({ orderNo }) => `the bank moved ${orderNo}, and the books say ${booked.get(orderNo)}`),
    // That each reversal of the bank is booked is compared with its day file.
    ...[...booked.keys()].filter((no) => !known.has(no)).map((no) => `the bank never moved ${no}`),
    ...(booked.size === rows.length ? [] : ['a transfer is booked twice']),
  ]
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
