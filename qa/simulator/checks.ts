import { positionOf } from '@qingzhou/domain/ledger/position'
import { partNames } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { readExceptions } from '@qingzhou/server/features/order-watch/index.ts'
import {
  formatViolation,
  verifyBooks,
} from '@qingzhou/server/features/end-of-day/checks/verify-books.ts'
import { readBookedParts } from '@qingzhou/lending/end-of-day/failure-store'
import { readLoans } from '@qingzhou/lending/index'
import type { Borrower, World } from './world.ts'

/** Checks the rules of the books. Returns one line per violation. */
export async function bookViolations({ services }: Pick<World, 'services'>): Promise<string[]> {
  return (await verifyBooks(services.database)).map(formatViolation)
}

/**
 * Returns the open exceptions of the nightly jobs: violated rules, and loans that differ from the
 * replay of their acts.
 */
export async function nightlyFindings({ services }: World): Promise<string[]> {
  const open = await readExceptions(services.database, { isResolvedToo: false, limit: 1000 })
  return (
    open
      .filter(({ kind }) => kind === 'rule-broken' || kind === 'loan-differs')
      // Planted: staff look into it.
      .filter(({ subject }) => subject !== 'stale')
      .map(
        ({ kind, subject, subjectNo, details = '' }) =>
          `${kind} ${subject} ${subjectNo} ${details}`,
      )
  )
}

export async function countDefaultedPlans({ services }: World): Promise<number> {
  const rows = await services.database.query(
    'SELECT loan_no FROM loans WHERE defaulted_on IS NOT NULL',
  )
  return rows.length
}

/** Compares a borrower's screens with the ledger. Returns one line per difference. */
export async function screenDifferences(
  { services, calls }: World,
  borrower: Borrower,
): Promise<string[]> {
  const { customer, caller } = borrower
  const [overview, allDue, limit, [books]] = await Promise.all([
    calls.repayment.overview({}, caller),
    calls.repayment.allDue({}, caller),
    calls.credit.limit({}, caller),
    services.database.query<{ principal: bigint; penalty: bigint; used: bigint }>(
      `SELECT coalesce(sum(principal_fen), 0)::bigint AS principal,
              coalesce(sum(penalty_fen), 0)::bigint AS penalty,
              (SELECT used_fen FROM limits WHERE customer_no = $1) AS used
         FROM loan_balances WHERE customer_no = $1`,
      [customer],
    ),
  ])
  const open = allDue.loans.flatMap(({ instalments }) => instalments.map((one) => one.open))
  const said = {
    principalLeft: overview.principalLeft,
    principalByInstalment: sum(open.map(({ principal }) => principal)),
    penalty: sum(open.map(({ penalty }) => penalty)),
    used: limit.used,
  }
  const booked = {
    principalLeft: books?.principal,
    principalByInstalment: books?.principal,
    penalty: books?.penalty,
    used: books?.used,
  }
  return Object.entries(said).flatMap(([what, amount]) => {
    const inBooks = booked[what as keyof typeof booked]
    return inBooks === amount ? [] : [`${customer} ${what}: screen ${amount}, ledger ${inBooks}`]
  })
}

/**
 * Compares the domain's positions of a borrower's loans with the ledger. Returns one line per
 * difference.
 */
export async function positionDifferences(
  { services }: World,
  { customer }: Borrower,
): Promise<string[]> {
  const { database } = services
  const [today, loans, booked] = await Promise.all([
    services.businessDate(),
    readLoans(database, customer),
    readBookedParts(database, customer),
  ])
  return loans
    .filter(({ reversedOn }) => reversedOn === undefined)
    .flatMap(({ loanNo, loan }) => {
      const position = positionOf(loan, today)
      const inBooks = booked.get(loanNo)?.parts
      return partNames
        .filter((part) => inBooks?.[part] !== position[part])
        .map((part) => `${loanNo} ${part}: loan ${position[part]}, ledger ${inBooks?.[part]}`)
    })
}

/**
 * Checks after the last day that the clearing account is zero, no repayment is processing, and each
 * transfer at the providers is booked.
 */
export async function unsettledItems({ services, outside, staff }: World): Promise<string[]> {
  const { database } = services
  const [clearing] = await database.query<{ balance: bigint }>(
    `SELECT coalesce(sum(balance_fen), 0)::bigint AS balance FROM general_ledger WHERE account = 'clearing'`,
  )
  const open = await database.query<{ request_no: string }>(
    `SELECT request_no FROM payment_orders WHERE state = 'processing' ORDER BY request_no`,
  )
  const rows = await database.query<{ order_no: string; amount_fen: bigint }>(
    `SELECT coalesce(wire_no, order_no) AS order_no, amount_fen
       FROM provider_transfers LEFT JOIN wire_orders USING (order_no)
      WHERE kind <> 'reversal'`,
  )
  const differences = await database.query<{ order_no: string; finding: string }>(
    `SELECT order_no, finding FROM transfer_differences
      WHERE settled_at IS NULL AND resolution IS NULL ORDER BY order_no`,
  )
  // What staff sent back or accepted is not in the books.
  const closed = await database.query<{ order_no: string; wire_no: string | null }>(
    `SELECT order_no, wire_no FROM transfer_differences
      WHERE resolution IS NOT NULL AND settled_at IS NULL`,
  )
  const takenBack = await database.query<{ order_no: string }>(
    `SELECT order_no FROM provider_transfers WHERE kind = 'reversal'`,
  )
  const reversed = new Set(takenBack.map((row) => row.order_no))
  const booked = new Map(rows.map((row) => [row.order_no, row.amount_fen]))
  const closedNos = new Set(closed.flatMap((row) => [row.order_no, row.wire_no]))
  const moved = (await outside.moved()).filter(([wireNo]) => !closedNos.has(wireNo))
  return [
    ...(clearing?.balance === 0n ? [] : [`clearing account: ${clearing?.balance} fen, 0 expected`]),
    ...open.map(({ request_no }) => `repayment ${request_no}: still processing`),
    ...differences.map(({ order_no, finding }) => `transfer ${order_no}: ${finding}, not settled`),
    ...[...staff.bounced]
      .filter(
        (orderNo) => !reversed.has(`${orderNo}-reversed`) && !closedNos.has(`${orderNo}-reversed`),
      )
      .map((orderNo) => `order ${orderNo}: its money was taken back, not booked`),
    ...moved
      .filter(([orderNo, amount]) => booked.get(orderNo) !== amount)
      .map(([orderNo]) => `transfer ${orderNo}: done at the provider, not booked with this amount`),
    ...(moved.length === booked.size
      ? []
      : [`${booked.size} transfers booked, ${moved.length} done at the providers`]),
  ]
}
