import { wireNoOf } from '@qingzhou/providers/wire-order'
import { expect } from 'vitest'
import { sumOfParts } from '@qingzhou/domain/loans/loan'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { readOffers, readRateCuts } from '@qingzhou/lending/index'
import { readHistoryLoans, type History } from '#features/repayment/testing/payment-history.ts'

type Order = {
  order_no: string
  state: string
  offer_no: string | null
  amount_fen: bigint
  paid_fen: bigint
  overpaid_fen: bigint
  payment_kind: string | null
}

/** Invariants after everything has ended. */
export async function expectServicesSettled(history: History): Promise<void> {
  const orders = await readOrders(history)
  for (const order of orders) {
    const isDebited = history.world.till.orders.get(wireNoOf(order.order_no))?.result === 'done'
    expect(order.state).not.toBe('processing')
    // Exactly the debited amounts are booked.
    expect([order.order_no, order.paid_fen]).toEqual([
      order.order_no,
      isDebited ? order.amount_fen : 0n,
    ])
  }
  await expectBooks(history, orders)
  await expectOffers(history, orders)
  await expectDeferrals(history)
}

async function readOrders({ world, borrower }: History): Promise<Order[]> {
  return world.services.database.query<Order>(
    `SELECT order_no, state, offer_no, payment_orders.amount_fen, max(payments.kind) AS payment_kind,
            coalesce(sum(payments.amount_fen), 0)::bigint AS paid_fen,
            coalesce(sum(payments.overpaid_fen), 0)::bigint AS overpaid_fen
       FROM payment_orders
       LEFT JOIN payments ON payments.customer_no = payment_orders.customer_no
        AND payments.payment_no ~ ('^' || request_no || '-[0-9]+$')
      WHERE payment_orders.customer_no = $1
      GROUP BY order_no, state, offer_no, payment_orders.amount_fen`,
    [borrower.customer],
  )
}

/** The ledger equals every part of every loan, and the clearing balance is zero. */
async function expectBooks(history: History, orders: readonly Order[]): Promise<void> {
  const { world, borrower } = history
  const { customer } = borrower
  const { database } = world.services
  for (const { loanNo, loan, bookedUntil } of await readHistoryLoans(history)) {
    expect(await readBalances(database, { customer, loanNo })).toEqual(
      positionOf(loan, bookedUntil),
    )
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
  const overpaid = orders.reduce((total, order) => total + order.overpaid_fen, 0n)
  expect(sums).toEqual({ between: 0n, refunds: overpaid })
}

/**
 * The waived amounts in the ledger equal those of the paid offers, each paid once, and never
 * include principal.
 */
async function expectOffers({ world, borrower }: History, orders: readonly Order[]): Promise<void> {
  const { customer } = borrower
  const { database } = world.services
  const offers = await readOffers(database, customer)
  const taken = offers.flatMap((offer) => (offer.taken ? [{ ...offer, ...offer.taken }] : []))
  const paying = orders.filter((order) => order.payment_kind === 'waiver')
  expect(paying).toHaveLength(taken.length)
  expect(new Set(paying.map((order) => order.offer_no))).toEqual(
    new Set(taken.map(({ offerNo }) => offerNo)),
  )
  for (const { offerNo, paid, waived } of taken) {
    const order = paying.find((one) => one.offer_no === offerNo)
    // A rate cut meanwhile may have reduced the debt; the difference is refunded.
    const used = (order?.amount_fen ?? 0n) - (order?.overpaid_fen ?? 0n)
    expect([sumOfParts(paid), waived.principal]).toEqual([used, 0n])
  }
  const [row] = await database.query<{ waived: bigint }>(
    `SELECT coalesce(sum(CASE WHEN debit_account = 'waived' THEN amount_fen ELSE -amount_fen END), 0)::bigint
            AS waived
       FROM ledger_entries WHERE customer_no = $1 AND 'waived' IN (debit_account, credit_account)`,
    [customer],
  )
  expect(row?.waived).toBe(taken.reduce((total, { waived }) => total + sumOfParts(waived), 0n))
}

/** Each deferral is in the plan, signed and announced. */
async function expectDeferrals(history: History): Promise<void> {
  const { world, borrower } = history
  const { database } = world.services
  const loans = await readHistoryLoans(history)
  const times = loans.reduce((sum, { loan }) => sum + loan.deferrals.length, 0)
  const [row] = await database.query<{ stored: number; signed: number; told: number }>(
    `SELECT (SELECT count(*)::integer FROM deferrals WHERE customer_no = $1) AS stored,
            (SELECT count(*)::integer FROM signed_agreements
              WHERE customer_no = $1 AND event = '0401') AS signed,
            (SELECT count(*)::integer FROM outbox
              WHERE customer_no = $1 AND kind = 'deferred') AS told`,
    [borrower.customer],
  )
  expect(row).toEqual({ stored: times, signed: times, told: times })
  for (const { saved } of await readRateCuts(database, borrower.customer)) {
    expect(saved).toBeGreaterThanOrEqual(0n)
  }
}
