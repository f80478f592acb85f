import { compareLoans } from '@qingzhou/server/features/end-of-day/checks/recompute-loans.ts'
import { readDifferences, reconcileDay } from '@qingzhou/server/features/reconciliation/index.ts'
import { readClearingBalance } from '@qingzhou/server/features/repayment/testing/payer.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { TestProduct } from '@qingzhou/server/testing/product.ts'
import type { SupportRecord } from './support-staff.ts'

/** Compares what staff and the bank have done with the books. Each difference is a sentence. */
export async function supportDifferences(
  product: TestProduct,
  record: SupportRecord,
): Promise<string[]> {
  return [
    ...(await wrongProposals(product)),
    ...(await wrongOutsideMoney(product, record)),
    ...(await leftStopped(product)),
    ...(await openDifferences(product)),
    ...(await wrongLoans(product)),
  ]
}

/** Every proposal is decided and logged once, and has changed the books once, or not at all if it failed. */
async function wrongProposals({ services }: TestProduct): Promise<string[]> {
  const rows = await services.database.query<{ what: string }>(
    `SELECT proposal_no || ' ' || kind || ' is ' || state || ', decided ' || decided || ' times, in the books '
            || booked || ' times' AS what
       FROM (SELECT *,
               (SELECT count(*) FROM staff_log
                 WHERE act IN ('approve-proposal', 'fail-proposal')
                   AND about LIKE 'proposal=' || proposal_no || ' %') AS decided,
               (SELECT count(*) FROM audit_log WHERE request_no = proposal_no) AS booked
               FROM proposals) AS counted
      WHERE state NOT IN ('done', 'failed') OR decided <> 1
         OR booked <> CASE WHEN state = 'done' AND kind <> 'end-block' THEN 1 ELSE 0 END`,
  )
  return rows.map(({ what }) => what)
}

/** Money that came in outside the orders is in the books once. */
async function wrongOutsideMoney(
  { services }: TestProduct,
  { booked, matched }: SupportRecord,
): Promise<string[]> {
  const payments = await services.database.query<{ reference: string; payment_no: string }>(
    'SELECT reference, payment_no FROM outside_payments',
  )
  const references = new Map(payments.map((row) => [row.reference, row.payment_no]))
  const distinct = new Set(references.values())
  const moved = await services.database.query<{ order_no: string }>(
    'SELECT order_no FROM provider_transfers WHERE order_no = ANY($1)',
    [matched],
  )
  const [acts] = await services.database.query<{ booked: number; decided: number }>(
    `SELECT (SELECT count(*)::int FROM audit_log WHERE act = 'book-past-payment') AS booked,
            (SELECT count(*)::int FROM proposals
              WHERE state = 'done' AND kind IN ('book-payment', 'match-transfer')) AS decided`,
  )
  return [
    ...(acts?.booked === acts?.decided
      ? []
      : [`${acts?.booked} outside payments in the books, ${acts?.decided} decided`]),
    ...booked.filter((one) => !references.has(one)).map((one) => `transfer ${one} is not booked`),
    ...(distinct.size === payments.length ? [] : ['two transfers have one payment']),
    ...(moved.length === matched.length
      ? []
      : [`${matched.length} debits matched, ${moved.length} in the books`]),
  ]
}

/** Every block and freeze has ended. */
async function leftStopped({ services }: TestProduct): Promise<string[]> {
  const rows = await services.database.query<{ what: string }>(
    `SELECT 'limit of ' || customer_no || ' is ' || state AS what FROM limits WHERE state <> 'open'
     UNION ALL
     SELECT 'customer ' || customer_no || ' is blocked' FROM customer_blocks WHERE ended_at IS NULL`,
  )
  return rows.map(({ what }) => what)
}

/**
 * The day files say the same as the books, compared twice. A debit whose overpayment was sent back
 * before it bounced is not reversed: staff decide about it.
 */
async function openDifferences(product: TestProduct): Promise<string[]> {
  const { services } = product
  for (let turn = 0; turn < 2; turn += 1) await reconcileDay(services, services.today())
  const refunded = await services.database.query<{ order_no: string }>(
    `SELECT order_no || '-reversed' AS order_no FROM payment_orders
      WHERE EXISTS (SELECT FROM refunds WHERE refunds.customer_no = payment_orders.customer_no
                       AND refund_no LIKE request_no || '-%' AND refunds.state IN ('sent', 'returned'))`,
  )
  const left = new Set(refunded.map(({ order_no: no }) => no))
  const open = await readDifferences(services.database, undefined)
  const balance = await readClearingBalance(product)
  return [
    ...open
      .filter(({ kind, orderNo }) => kind !== 'reversal' || !left.has(orderNo))
      .map(({ kind, orderNo, finding }) => `${kind} ${orderNo} is ${finding}`),
    ...(balance === 0n ? [] : [`the clearing account has ${balance} fen`]),
  ]
}

/** Every loan is what its acts make of it. */
async function wrongLoans({ services }: TestProduct): Promise<string[]> {
  const customers = await services.database.query<{ customer_no: string }>(
    'SELECT DISTINCT customer_no FROM loans',
  )
  const wrong: string[] = []
  for (const { customer_no: customer } of customers) {
    const { differences } = await services.database.inTransaction((tx) =>
      compareLoans(tx, customerNo(customer)),
    )
    wrong.push(...differences.map(({ loanNo, details }) => `loan ${loanNo}: ${details}`))
  }
  return wrong
}
