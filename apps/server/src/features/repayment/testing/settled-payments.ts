import { expect } from 'vitest'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { principalOutstanding } from '@qingzhou/domain/loans/loan'
import { periodStart } from '@qingzhou/domain/repayment/periodic-debit'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { wireNoOf } from '@qingzhou/providers/wire-order'
import { readHistoryLoans, type History } from './payment-history.ts'

/** Invariant at any time: at most one payment is in progress for a loan. */
export async function expectNoConcurrentPayments({ world, borrower }: History): Promise<void> {
  const twice = await world.services.database.query(
    `SELECT loan_no FROM payment_order_lines JOIN payment_orders USING (customer_no, request_no)
      WHERE customer_no = $1 AND state = 'processing' GROUP BY loan_no HAVING count(*) > 1`,
    [borrower.customer],
  )
  expect(twice).toEqual([])
}

type Row = {
  order_no: string
  kind: string
  state: string
  amount_fen: bigint
  quoted_on: LocalDate
  paid_on: LocalDate | null
  paid_fen: bigint
  overpaid_fen: bigint
}

/** Invariants after everything has ended. */
export async function expectSettled(history: History): Promise<void> {
  const { world } = history
  const orders = await readEnds(history)
  for (const order of orders) {
    const moved = world.till.orders.get(wireNoOf(order.order_no))
    expect(order.state).not.toBe('processing')
    // Exactly the debited amounts are booked.
    const isDebited = moved?.result === 'done'
    expect([order.order_no, order.paid_fen]).toEqual([
      order.order_no,
      isDebited ? order.amount_fen : 0n,
    ])
    // No overpayment, except for an early repayment that arrives a day late.
    const isLate = order.kind !== 'due' && order.paid_on !== order.quoted_on
    if (!isLate) expect(order.overpaid_fen).toBe(0n)
  }
  await expectBooks(history, orders)
  await expectOneDebitPerPeriod(history)
  expect(await unlistedDebits(history, orders)).toEqual([])
}

/** The payment app debits what was agreed: once in a period, up to an amount. */
async function expectOneDebitPerPeriod({ world, borrower }: History): Promise<void> {
  const rows = await world.services.database.query<{
    first_on: LocalDate
    quoted_on: LocalDate
    is_within: boolean
  }>(
    `SELECT first_on, quoted_on, amount_fen <= amount_max_fen AS is_within
       FROM payment_orders JOIN wallet_agreements USING (customer_no, agreement_no)
      WHERE customer_no = $1 AND payment_orders.state IN ('paid', 'partly')`,
    [borrower.customer],
  )
  const periods = rows.map(({ first_on, quoted_on }) => periodStart(first_on, quoted_on))
  expect(periods).not.toContain(undefined)
  expect(new Set(periods).size).toBe(periods.length)
  expect(rows.every(({ is_within }) => is_within)).toBe(true)
}

async function readEnds({ world, borrower }: History): Promise<Row[]> {
  return world.services.database.query<Row>(
    `SELECT order_no, payment_orders.kind, state, payment_orders.amount_fen, quoted_on,
            max(payments.paid_on) AS paid_on,
            coalesce(sum(payments.amount_fen), 0)::bigint AS paid_fen,
            coalesce(sum(payments.overpaid_fen), 0)::bigint AS overpaid_fen
       FROM payment_orders
       LEFT JOIN payments ON payments.customer_no = payment_orders.customer_no
        AND payments.payment_no ~ ('^' || request_no || '-[0-9]+$')
      WHERE payment_orders.customer_no = $1
      GROUP BY order_no, payment_orders.kind, state, payment_orders.amount_fen, quoted_on`,
    [borrower.customer],
  )
}

/** The ledger equals the loans, overpayments are refunded, and the clearing balance is zero. */
async function expectBooks(history: History, orders: readonly Row[]): Promise<void> {
  const { world, borrower } = history
  const { customer } = borrower
  const { database } = world.services
  for (const { loanNo, loan } of await readHistoryLoans(history)) {
    const books = await readBalances(database, { customer, loanNo })
    expect(books.principal).toBe(principalOutstanding(loan))
  }
  const [sums] = await database.query<{ between: bigint; refunds: bigint }>(
    `SELECT (SELECT coalesce(sum(CASE WHEN debit_account = 'clearing' THEN amount_fen
                                      ELSE -amount_fen END), 0)::bigint
               FROM ledger_entries WHERE customer_no = $1 AND event <> 'draw'
                AND 'clearing' IN (debit_account, credit_account)) AS between,
            (SELECT coalesce(sum(amount_fen), 0)::bigint FROM refunds
              WHERE customer_no = $1 AND state = 'returned') AS refunds`,
    [customer],
  )
  const overpaid = orders.reduce((sum, order) => sum + order.overpaid_fen, 0n)
  expect(sums).toEqual({ between: 0n, refunds: overpaid })
}

/** Debits at the bank or the app for this customer that are not in our transfer list. */
async function unlistedDebits(
  { world, borrower }: History,
  orders: readonly Row[],
): Promise<string[]> {
  const rows = await world.services.database.query<{ order_no: string; amount_fen: bigint }>(
    'SELECT order_no, amount_fen FROM provider_transfers WHERE customer_no = $1',
    [borrower.customer],
  )
  const listed = new Map(rows.map((row) => [wireNoOf(row.order_no), row.amount_fen]))
  const ours = new Set(orders.map(({ order_no }) => wireNoOf(order_no)))
  const moved = [...world.till.orders].filter(([, { result }]) => result === 'done')
  const missing = moved.filter(([orderNo, { amount }]) => {
    return ours.has(orderNo) && listed.get(orderNo) !== amount
  })
  return missing.map(([orderNo]) => orderNo)
}
