import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import { isCluster } from '@qingzhou/platform/database/distribution/cluster-store'
import {
  BEHIND,
  BOOKED_UNTIL,
  COVERED,
  IN_SLICE,
  LOANS_WITH_BALANCES,
  MAYBE_OTHERS,
  SLICE,
  valuesOf,
  type Range,
} from './accrual-store.ts'

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Locks the balances of open loans, so that the following statement sees all committed changes. A
 * loan that owes principal is open; only the others are looked up.
 */
const LOCK_BALANCES = `
  SELECT count(*)::integer AS balances
    FROM (SELECT FROM loan_balances
           WHERE ${IN_SLICE}
             AND (principal_fen > 0
                  OR ((customer_no, loan_no) IN (SELECT customer_no, loan_no FROM loans
                                                  WHERE ${IN_SLICE} AND NOT is_settled)) IS TRUE)
           ORDER BY customer_no, loan_no
             FOR NO KEY UPDATE) AS locked`

/** Rows on several nodes are locked by an update that changes nothing. */
const LOCK_ON_NODES = `UPDATE loan_balances SET row_lock = row_lock WHERE ${IN_SLICE}`

export async function lockBalances(
  tx: Transaction,
  { customerFrom, customerUntil }: Range,
): Promise<void> {
  const lock = (await isCluster(tx)) ? LOCK_ON_NODES : LOCK_BALANCES
  await tx.query(lock, [customerFrom, customerUntil ?? null])
}

/** How many loans of a range are to be booked by one statement, and the customers to halve it at. */
export async function readMiddle(
  tx: Transaction,
  range: Range,
): Promise<{ loans: bigint; first: string; middle: string } | undefined> {
  const [row] = await tx.query<{ loans: bigint; first: string; middle: string }>(
    `SELECT count(*) AS loans, min(customer_no) AS first,
            percentile_disc(0.5) WITHIN GROUP (ORDER BY customer_no) AS middle
       FROM ${SLICE} WHERE ${BEHIND} AND ${COVERED}`,
    valuesOf(range),
  )
  return row
}

/** The loans of a range that are behind: those that one statement is exact for, or the others. */
export async function listUnbookedLoans(
  tx: Transaction,
  range: Range,
  which: 'covered' | 'others',
): Promise<LoanName[]> {
  const rows = await tx.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM ${which === 'covered' ? SLICE : MAYBE_OTHERS}
      WHERE ${BEHIND} AND (${COVERED}) IS ${which === 'covered' ? '' : 'NOT '}TRUE
      ORDER BY customer_no, loan_no`,
    valuesOf(range),
  )
  return rows.map((row) => ({ customer: customerNo(row.customer_no), loanNo: row.loan_no }))
}

/** Locks the books of a loan, and answers whether they are behind a day. */
export async function lockIfBehind(
  tx: Transaction,
  { customer, loanNo, day }: LoanName & { readonly day: LocalDate },
): Promise<boolean> {
  await tx.query(
    `SELECT FROM loan_balances WHERE customer_no = $1 AND loan_no = $2 FOR NO KEY UPDATE`,
    [customer, loanNo],
  )
  const behind = await tx.query(
    `SELECT FROM ${LOANS_WITH_BALANCES}
      WHERE customer_no = $1 AND loan_no = $2 AND NOT is_settled AND ${BOOKED_UNTIL} < $3`,
    [customer, loanNo, day],
  )
  return behind.length > 0
}
