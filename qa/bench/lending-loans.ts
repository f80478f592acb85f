import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { Client } from 'pg'

const LOANS_AT_ONCE = 100_000
const LATE_IN_A_HUNDRED = 5

/** Loans of one year as in a lender's books: most on time, one in twenty a month overdue. */
const LOANS = `
  INSERT INTO loans (customer_no, loan_no, origin, lender, purpose, amount_fen, start_on, terms,
    annual_rate_ppm, accrual_since, accrual_microfen, limit_used_fen, is_settled, first_open, next_due_on,
    booked_until, opened_at, history, instalments)
  SELECT to_char(one, 'FM"C"000000000000'), to_char(one, 'FM"L"000000000000'), 'draw',
         'consumer-finance', 'daily', amount_fen, start_on,
         (150, NULL, 3, 90, '30/360', 'half-up', 'days-over-360', 1, 'recompute', 'equal-principal',
          12, NULL, NULL, NULL)::loan_terms,
         rate_ppm, start_on, 0, plan.open_fen, false, plan.first_open, plan.next_due_on, $1::date,
         $1::timestamptz, json_build_object('since', $1::date, 'stretches', '[]'::json),
         plan.instalments
    FROM generate_series($2::bigint, $3::bigint) AS one
   CROSS JOIN LATERAL (
     SELECT $1::date - (one % 330)::integer AS start_on, 12 * 100 * (50 + one % 4000) AS amount_fen,
            (72000 + one % 5 * 36000)::integer AS rate_ppm,
            CASE WHEN one % 100 < ${LATE_IN_A_HUNDRED} THEN 31 ELSE 0 END AS days_late) AS begun
   CROSS JOIN LATERAL (
     SELECT array_agg((period_from, period_to, 30, NULL, NULL,
                       NULL, NULL, CASE WHEN NOT is_paid THEN interest_fen END,
                       CASE WHEN NOT is_paid THEN principal_fen END,
                       NULL, NULL, CASE WHEN is_paid THEN interest_fen END,
                       CASE WHEN is_paid THEN principal_fen END, NULL, NULL, NULL, NULL, NULL, NULL,
                       NULL, NULL, NULL)::instalment ORDER BY n) AS instalments,
            sum(principal_fen) FILTER (WHERE NOT is_paid) AS open_fen,
            min(n) FILTER (WHERE NOT is_paid) AS first_open,
            min(period_to) FILTER (WHERE NOT is_paid) AS next_due_on
       FROM (SELECT n, (start_on + make_interval(months => n - 1))::date AS period_from,
                    (start_on + make_interval(months => n))::date AS period_to,
                    amount_fen / 12 AS principal_fen,
                    round(amount_fen / 12 * (13 - n) * rate_ppm / 12000000.0)::bigint AS interest_fen,
                    (start_on + make_interval(months => n))::date <= $1::date - days_late AS is_paid
               FROM generate_series(1, 12) AS n) AS planned) AS plan`

const BALANCES = `
  INSERT INTO loan_balances (customer_no, loan_no, fee_fen, penalty_fen, interest_fen, principal_fen)
  SELECT customer_no, loan_no, 0,
         sum(CASE WHEN booked_until - period_to <= 3 THEN 0
                  ELSE round(principal_open_fen * annual_rate_ppm * 150
                             * (booked_until - period_to) / 36000000000.0) END),
         sum(CASE WHEN period_to <= booked_until THEN interest_open_fen
                  WHEN period_from >= booked_until THEN 0
                  ELSE least(interest_open_fen, round(amount_fen / 12 * (13 - n) * annual_rate_ppm
                             * least(booked_until - period_from, 30) / 360000000.0)) END),
         limit_used_fen
    FROM loans JOIN instalments USING (customer_no, loan_no)
   WHERE open_fen > 0
   GROUP BY customer_no, loan_no`

const LIMITS = `
  INSERT INTO limits (customer_no, granted_fen, used_fen, state, valid_until, grade,
                      annual_rate_ppm, lender, opened_at)
  SELECT customer_no, 20000000, limit_used_fen, 'open', $1::date + 365, 'E', 234000,
         'consumer-finance', $1::timestamptz
    FROM loans`

/** A customer of `fillWithLoans` without an overdue loan, who may draw. */
export function anyPunctualCustomer(count: number): CustomerNo {
  const hundred = 100 * Math.floor((Math.random() * count) / 100)
  const one = hundred + LATE_IN_A_HUNDRED + Math.floor(Math.random() * (100 - LATE_IN_A_HUNDRED))
  return customerNo(`C${String(one).padStart(12, '0')}`)
}

/**
 * Fills an empty database with loans on a day, by SQL only: one customer and one limit per loan.
 */
export async function fillWithLoans(
  url: string,
  { count, day }: { readonly count: number; readonly day: string },
): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // The generated rows are consistent; checking each foreign key would take longer than
    // everything else.
    await client.query('SET session_replication_role = replica')
    for (let first = 1; first <= count; first += LOANS_AT_ONCE) {
      const last = Math.min(first + LOANS_AT_ONCE - 1, count)
      await client.query(LOANS, [day, first, last])
    }
    await client.query(BALANCES)
    await client.query(LIMITS, [day])
    await client.query(
      `INSERT INTO business_date (business_date) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET business_date = excluded.business_date`,
      [day],
    )
    await client.query(
      `INSERT INTO business_date_permits (until, reason) VALUES ($1::date + 31, 'a measurement')`,
      [day],
    )
    await client.query('VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}
