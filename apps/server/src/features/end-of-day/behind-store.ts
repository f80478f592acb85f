import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo, type CustomerNo } from '#platform/ids.ts'
import type { Transaction } from '#platform/database/database.ts'
import { isCluster } from '#platform/database/distribution/cluster-store.ts'
import {
  BEHIND,
  BOOKED_UNTIL,
  COVERED,
  IN_SLICE,
  inSlice,
  LOANS_WITH_BALANCES,
  SLICE,
  valuesOf,
  type Range,
} from './accrual-store.ts'

type LoanName = { readonly customer: CustomerNo; readonly loanNo: string }

/**
 * Locks the balances first, so that the following statement sees all committed changes. Returns how
 * many loans are behind, and whether all open loans have a balance.
 */
const LOCK_BEHIND = `
  SELECT count(*) FILTER (WHERE is_behind)::integer AS behind,
         count(*) = (SELECT count(*) FROM loans WHERE ${IN_SLICE} AND NOT is_settled) AS "isComplete"
    FROM (SELECT ${BEHIND} AS is_behind FROM (SELECT customer_no, loan_no, booked_until FROM loans
                        WHERE ${IN_SLICE} AND NOT is_settled) AS open
            JOIN loan_balances AS owed USING (customer_no, loan_no)
           WHERE ${inSlice('owed.customer_no')}
           ORDER BY customer_no, loan_no
             FOR NO KEY UPDATE OF owed) AS locked`

/** Rows on several nodes are locked by an update that changes nothing. */
const LOCK_ON_NODES = `UPDATE loan_balances SET taken = taken WHERE ${IN_SLICE}`

const COUNT_BEHIND = `
  SELECT count(*) FILTER (WHERE ${BEHIND} AND owed.customer_no IS NOT NULL)::integer AS behind,
         count(*) = count(owed.customer_no) AS "isComplete"
    FROM ${SLICE}`

export async function lockBehind(
  tx: Transaction,
  range: Range,
): Promise<{ behind: number; isComplete: boolean }> {
  if (await isCluster(tx)) {
    await tx.query(LOCK_ON_NODES, [range.customerFrom, range.customerUntil ?? null])
    const [counted] = await tx.query<{ behind: number; isComplete: boolean }>(
      COUNT_BEHIND,
      valuesOf(range),
    )
    return counted ?? { behind: 0, isComplete: false }
  }
  const [locked] = await tx.query<{ behind: number; isComplete: boolean }>(
    LOCK_BEHIND,
    valuesOf(range),
  )
  return locked ?? { behind: 0, isComplete: false }
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
export async function loansOfAgreements(
  tx: Transaction,
  range: Range,
  which: 'covered' | 'others',
): Promise<LoanName[]> {
  const rows = await tx.query<{ customer_no: string; loan_no: string }>(
    `SELECT customer_no, loan_no FROM ${SLICE}
      WHERE ${BEHIND} AND ${which === 'covered' ? COVERED : `NOT (${COVERED})`}
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
