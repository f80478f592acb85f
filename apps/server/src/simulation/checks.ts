import { sum } from '@qingzhou/domain/money/money'
import type { Borrower } from './borrower.ts'
import type { World } from './world.ts'

/** Holds at every moment, for everybody at once; each broken rule is a row. */
const RULES: readonly { readonly rule: string; readonly sql: string }[] = [
  {
    rule: 'what is posted sums to zero',
    sql: `SELECT sum(balance_fen)::text AS off FROM general_ledger HAVING sum(balance_fen) <> 0`,
  },
  {
    rule: 'a limit is used by what is drawn or held, and never over',
    sql: `SELECT customer_no FROM limits
           WHERE used_fen <> (SELECT coalesce(sum(limit_held_fen), 0) FROM loans
                               WHERE loans.customer_no = limits.customer_no)
                           + (SELECT coalesce(sum(amount_fen), 0) FROM draws
                               WHERE draws.customer_no = limits.customer_no AND state = 'held')
              OR used_fen NOT BETWEEN 0 AND granted_fen`,
  },
  {
    rule: 'money is on its way for a loan once at most',
    sql: `SELECT customer_no, loan_no FROM repayment_lines JOIN repayments USING (customer_no, repay_seq_no)
           WHERE state = 'processing' GROUP BY customer_no, loan_no HAVING count(*) > 1`,
  },
  {
    rule: 'what is converted leaves one loan and arrives at another',
    sql: 'SELECT * FROM conversions WHERE open_fen <> 0 LIMIT 1',
  },
  {
    // With money on its way, a plan is looked at again when that is known.
    rule: 'a plan that was not kept is broken, and then nothing of it is due later',
    sql: `SELECT customer_no, loan_no
            FROM loans CROSS JOIN business_date AS today
           CROSS JOIN LATERAL (
             SELECT count(*) FILTER (WHERE due_on < business_date - 4) AS late, max(due_on) AS last
               FROM (SELECT coalesce(loans.due_on[n], loans.period_to[n]) AS due_on
                       FROM generate_subscripts(loans.period_to, 1) AS n
                      WHERE coalesce(open_principal_fen[n], 0) + coalesce(open_interest_fen[n], 0)
                          + coalesce(open_penalty_fen[n], 0) > 0) AS open) AS open
           WHERE origin = 'personalised-plan' AND NOT is_settled
             AND CASE WHEN broken_on IS NULL THEN late >= 2 ELSE last > business_date END
             AND NOT EXISTS (SELECT FROM repayment_lines AS line
                              WHERE line.customer_no = loans.customer_no
                                AND line.loan_no = loans.loan_no AND is_running)`,
  },
  { rule: 'the audit log is as it was written', sql: 'SELECT * FROM broken_audit LIMIT 1' },
  { rule: 'no loan failed in the night', sql: 'SELECT * FROM end_of_day_failures LIMIT 1' },
  {
    // What the bank did last is heard of late at times, and found in order when it is compared again.
    rule: 'what moved outside is what moved in our books, within days',
    sql: `SELECT * FROM transfer_differences
           WHERE settled_at IS NULL AND moved_on < (SELECT business_date FROM business_date) - 4 LIMIT 1`,
  },
]

export async function brokenRules({ services }: Pick<World, 'services'>): Promise<string[]> {
  const broken: string[] = []
  for (const { rule, sql } of RULES) {
    const rows = await services.database.query(sql)
    if (rows.length > 0) broken.push(`${rule}: ${JSON.stringify(rows[0], texts)}`)
  }
  return broken
}

export async function countBrokenPlans({ services }: World): Promise<number> {
  const rows = await services.database.query(
    'SELECT loan_no FROM loans WHERE broken_on IS NOT NULL',
  )
  return rows.length
}

function texts(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** What a borrower's screens say is what the ledger says. */
export async function wrongScreens(
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

/** Once all has come to its end: nothing lies in between, and what was moved outside is booked. */
export async function looseEnds({ services, outside }: World): Promise<string[]> {
  const { database } = services
  const [clearing] = await database.query<{ balance: bigint }>(
    `SELECT coalesce(sum(balance_fen), 0)::bigint AS balance FROM general_ledger WHERE account = 'clearing'`,
  )
  const open = await database.query(
    `SELECT repay_seq_no FROM repayments WHERE state = 'processing' LIMIT 1`,
  )
  const rows = await database.query<{ order_no: string; amount_fen: bigint }>(
    'SELECT order_no, amount_fen FROM moved_transfers',
  )
  const differences = await database.query(
    'SELECT order_no FROM transfer_differences WHERE settled_at IS NULL LIMIT 1',
  )
  const booked = new Map(rows.map((row) => [row.order_no, row.amount_fen]))
  const moved = [...outside.orders].filter(([, { result }]) => result === 'done')
  return [
    ...(clearing?.balance === 0n ? [] : [`${clearing?.balance} fen lie in clearing`]),
    ...open.map(() => 'a payment never came to its end'),
    ...differences.map(() => 'a difference with the outside was never settled'),
    ...moved
      .filter(([orderNo, { amount }]) => booked.get(orderNo) !== amount)
      .map(([orderNo]) => `${orderNo} was moved outside and is not booked`),
    ...(moved.length === booked.size
      ? []
      : [`${booked.size} booked, ${moved.length} moved outside`]),
  ]
}
