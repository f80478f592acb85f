import type { Queryable } from '@qingzhou/platform/database/database'
import { PARTNER_DIFFERENCES } from './partner-rule-store.ts'

/** A violation of a rule of the books. */
export type BrokenRule = {
  readonly rule: string
  /** The condition that should hold, as a sentence. */
  readonly statement: string
  /** Empty if the rule does not concern one customer. */
  readonly customer: string
  /** A loan, an order or a row; empty if the customer is sufficient. */
  readonly subjectNo: string
}

/** A range of customers by number: after one, up to another or to the end. */
export type CustomerSlice = { readonly after: string; readonly until: string | undefined }

type Rule = {
  readonly rule: string
  readonly statement: string
  /**
   * Selects customer_no and subject_no of the violations, in one statement and so in one snapshot.
   */
  readonly sql: string
}

const within = (column: string) => `${column} > $1 AND ($2::text IS NULL OR ${column} <= $2)`

/** Rules that are checked customer by customer. */
const CUSTOMER_RULES: readonly Rule[] = [
  {
    // Each ledger row is a debit and its credit, so the sum of all rows is zero by construction.
    rule: 'loan-balance',
    statement: 'a loan’s balance is the sum of its ledger rows',
    sql: `SELECT customer_no, loan_no AS subject_no
            FROM (SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen
                    FROM ledger_postings WHERE ${within('customer_no')}
                   UNION ALL
                  SELECT customer_no, loan_no, fee_fen, penalty_fen, interest_fen, 0
                    FROM ledger_accruals WHERE ${within('customer_no')}
                   UNION ALL
                  SELECT customer_no, loan_no, -fee_fen, -penalty_fen, -interest_fen, -principal_fen
                    FROM loan_balances WHERE ${within('customer_no')}) AS rows
           GROUP BY customer_no, loan_no
          HAVING (sum(fee_fen), sum(penalty_fen), sum(interest_fen), sum(principal_fen))
                 <> (0, 0, 0, 0)`,
  },
  {
    rule: 'loan-principal',
    statement: 'the open principal of a loan’s instalments is its principal in the ledger',
    sql: `SELECT customer_no, loan_no AS subject_no
            FROM loans JOIN loan_balances USING (customer_no, loan_no)
           WHERE ${within('customer_no')}
             AND principal_fen <> (SELECT coalesce(sum(principal_open_fen), 0) FROM unnest(instalments))`,
  },
  {
    rule: 'limit-used',
    statement: 'a limit is used by what is drawn or reserved, and never over',
    sql: `SELECT customer_no, '' AS subject_no FROM limits
           WHERE ${within('customer_no')}
             AND (used_fen <> (SELECT coalesce(sum(limit_used_fen), 0) FROM loans
                                WHERE loans.customer_no = limits.customer_no)
                            + (SELECT coalesce(sum(amount_fen), 0) FROM draws
                                WHERE draws.customer_no = limits.customer_no AND state = 'reserved')
                  OR used_fen NOT BETWEEN 0 AND granted_fen)`,
  },
  {
    rule: 'one-collection',
    statement: 'money is on its way for a loan once at most',
    sql: `SELECT customer_no, loan_no AS subject_no
            FROM payment_order_lines JOIN payment_orders USING (customer_no, request_no)
           WHERE state = 'processing' AND ${within('customer_no')}
           GROUP BY customer_no, loan_no HAVING count(*) > 1`,
  },
  {
    rule: 'conversion',
    statement: 'what is converted leaves one loan and arrives at another',
    sql: `SELECT customer_no, transaction_no AS subject_no FROM conversion_balances
           WHERE open_fen <> 0 AND ${within('customer_no')}`,
  },
  {
    // While a payment is in progress, the plan is checked again once its result is known.
    rule: 'plan-default',
    statement: 'a plan that was not kept is broken, and then nothing of it is due later',
    sql: `SELECT customer_no, loan_no AS subject_no
            FROM loans CROSS JOIN business_date AS today
           CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE due_on < business_date - 4) AS late, max(due_on) AS last
               FROM (SELECT coalesce(due_on, period_to) AS due_on FROM unnest(instalments)
                      WHERE greatest(principal_open_fen, interest_open_fen, penalty_open_fen) > 0
                    ) AS open) AS open
           WHERE origin = 'consolidation-plan' AND NOT is_settled AND ${within('customer_no')}
             AND CASE WHEN defaulted_on IS NULL THEN late >= 2 ELSE last > business_date END
             AND NOT EXISTS (SELECT FROM payment_order_lines AS line
                              WHERE line.customer_no = loans.customer_no
                                AND line.loan_no = loans.loan_no AND is_running)`,
  },
  {
    // The parts of an entry sum to it wherever its loan's shares leave the lender one.
    rule: 'partner-shares',
    statement: 'partners fund their shares of a draw, to the fen, and the lender the rest',
    sql: `SELECT partner.customer_no, partner.loan_no AS subject_no
            FROM loan_partners AS partner JOIN draws AS draw USING (customer_no, draw_no)
           WHERE ${within('partner.customer_no')}
           GROUP BY partner.customer_no, partner.loan_no, draw.amount_fen
          HAVING sum(share_ppm) >= 1000000
              OR bool_or(abs(partner.amount_fen * 1000000 - draw.amount_fen * share_ppm) >= 1000000)`,
  },
  {
    rule: 'audit-chain',
    statement: 'the audit log is as it was written',
    sql: `SELECT customer_no, audit_no::text AS subject_no FROM audit_log_faults
           WHERE ${within('customer_no')}`,
  },
]

/** The sums of columns as moves of their accounts. */
const movesOf = (sign: '' | '-') =>
  ['fee', 'penalty', 'interest', 'principal']
    .map((part) => `('${part}', ${sign}coalesce(${part}_fen, 0))`)
    .join(', ')

/**
 * The receivables of all days and of those not summed yet are what the loans owe; the last summed day has what its
 * entries have, where tax is part of income; and the debits of every day are its credits.
 */
const LEDGER_DIFFERENCES = `
  WITH summed AS MATERIALIZED (SELECT max(business_date) AS last FROM ledger_days),
       entered AS MATERIALIZED (
         SELECT business_date > (SELECT last FROM summed) AS is_later, against, sum(fee_fen) AS fee_fen,
                sum(penalty_fen) AS penalty_fen, sum(interest_fen) AS interest_fen,
                sum(principal_fen) AS principal_fen, sum(refunds_payable_fen) AS refunds_fen,
                sum(bank_fen) AS bank_fen
           FROM (SELECT customer_no, business_date, against, fee_fen, penalty_fen, interest_fen,
                        principal_fen, refunds_payable_fen, bank_fen
                   FROM ledger_postings
                  UNION ALL
                 SELECT customer_no, business_date, 'income', fee_fen, penalty_fen, interest_fen, 0, 0, 0
                   FROM ledger_accruals) AS entry
          WHERE business_date >= (SELECT last FROM summed)
          GROUP BY is_later, against),
       owed AS MATERIALIZED (
         SELECT sum(fee_fen) AS fee_fen, sum(penalty_fen) AS penalty_fen, sum(interest_fen) AS interest_fen,
                sum(principal_fen) AS principal_fen
           FROM loan_balances)
  SELECT '' AS customer_no, account AS subject_no
    FROM (SELECT account, debit_fen - credit_fen AS amount_fen FROM ledger_days
           WHERE account IN ('fee', 'penalty', 'interest', 'principal')
           UNION ALL
          SELECT account, amount_fen
            FROM entered CROSS JOIN LATERAL (VALUES ${movesOf('')}) AS move (account, amount_fen)
           WHERE is_later
           UNION ALL
          SELECT account, amount_fen
            FROM owed CROSS JOIN LATERAL (VALUES ${movesOf('-')}) AS move (account, amount_fen)) AS receivable
   WHERE (SELECT last FROM summed) IS NOT NULL
   GROUP BY account HAVING sum(amount_fen) <> 0
   UNION ALL
  SELECT '', account
    FROM (SELECT CASE WHEN account IN ('interest-income', 'penalty-income', 'fee-income', 'value-added-tax')
                      THEN 'income' ELSE account END AS account, debit_fen - credit_fen AS amount_fen
            FROM ledger_days WHERE business_date = (SELECT last FROM summed)
           UNION ALL
          SELECT account, -amount_fen
            FROM entered CROSS JOIN LATERAL (VALUES
                   ${movesOf('')}, ('refunds-payable', refunds_fen), ('bank', bank_fen),
                   (against, -fee_fen - penalty_fen - interest_fen - principal_fen - refunds_fen - bank_fen)
                 ) AS move (account, amount_fen)
           WHERE NOT is_later) AS of_day
   GROUP BY account HAVING sum(amount_fen) <> 0
   UNION ALL
  SELECT '', business_date::text
    FROM ledger_days GROUP BY business_date HAVING sum(debit_fen) <> sum(credit_fen)`

const GENERAL_LEDGER: Rule = {
  rule: 'general-ledger',
  statement: 'the general ledger has what the ledgers of the loans have',
  sql: LEDGER_DIFFERENCES,
}

/** Rules over small tables, checked in one go, and over sums. */
const LIST_RULES: readonly Rule[] = [
  {
    rule: 'end-of-day',
    statement: 'no loan failed in the night',
    sql: 'SELECT customer_no, loan_no AS subject_no FROM end_of_day_failures',
  },
  {
    // The bank's last transfers may be reported late; the next comparison then settles the
    // difference.
    rule: 'transfers',
    statement: 'what moved outside is what moved in our books, within days',
    sql: `SELECT '' AS customer_no, order_no AS subject_no FROM transfer_differences
           WHERE settled_at IS NULL AND resolution IS NULL
             AND transferred_on < (SELECT business_date FROM business_date) - 4`,
  },
  {
    rule: 'partner-parts',
    statement: 'what partners and the lender have of a settled day is what was booked on it',
    sql: PARTNER_DIFFERENCES,
  },
  GENERAL_LEDGER,
]

/** Reports at most this many violations of one rule per slice. */
const BROKEN_MAX = 100

/** The rule violations of a range of customers. */
export async function customerRuleViolations(
  db: Queryable,
  { after, until }: CustomerSlice,
): Promise<BrokenRule[]> {
  return listBroken(db, CUSTOMER_RULES, [after, until ?? null])
}

export async function listRuleViolations(db: Queryable): Promise<BrokenRule[]> {
  return listBroken(db, LIST_RULES, [])
}

/** What the general ledger has that the ledgers of the loans do not, or the other way. [X11] */
export async function listLedgerDifferences(db: Queryable): Promise<BrokenRule[]> {
  return listBroken(db, [GENERAL_LEDGER], [])
}

async function listBroken(
  db: Queryable,
  rules: readonly Rule[],
  values: readonly unknown[],
): Promise<BrokenRule[]> {
  const found: BrokenRule[] = []
  for (const { rule, statement, sql } of rules) {
    const rows = await db.query<{ customer_no: string; subject_no: string }>(
      `SELECT DISTINCT customer_no, subject_no FROM (${sql}) AS broken LIMIT ${BROKEN_MAX}`,
      values,
    )
    found.push(
      ...rows.map((row) => ({
        rule,
        statement,
        customer: row.customer_no,
        subjectNo: row.subject_no,
      })),
    )
  }
  return found
}

/** The next slice of customers after a given one. */
export async function sliceAfter(
  db: Queryable,
  { after, customers }: { readonly after: string; readonly customers: number },
): Promise<CustomerSlice> {
  const [row] = await db.query<{ customer_no: string }>(
    `SELECT customer_no FROM limits WHERE customer_no > $1 ORDER BY customer_no OFFSET $2 LIMIT 1`,
    [after, customers - 1],
  )
  return { after, until: row?.customer_no }
}

/** Whether other end-of-day tasks of the date are still queued; rule checks wait for them. */
export async function isDayUnderWay(
  db: Queryable,
  { date, kinds }: { readonly date: string; readonly kinds: readonly string[] },
): Promise<boolean> {
  const rows = await db.query('SELECT FROM tasks WHERE kind = ANY ($1) AND task_key = $2 LIMIT 1', [
    kinds,
    date,
  ])
  return rows.length > 0
}
