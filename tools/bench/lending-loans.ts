import { Client } from 'pg'

const LOANS_AT_ONCE = 100_000

/** Loans of one year, as a lender's books hold them: most on time, one in twenty a month late. */
const LOANS = `
  INSERT INTO loans (customer_no, loan_no, origin, lender, purpose, amount_fen, start_on, method,
    annual_rate_ppm, day_count, rounding, broken_period, instalment_unit_fen, after_early_part,
    late_rate_percent, late_grace_days, late_principal_first_after_days, accrual_since,
    accrual_microfen, limit_held_fen, next_due_on, booked_until, opened_at)
  SELECT to_char(one, 'FM"C"000000000000'), to_char(one, 'FM"L"000000000000'), 'draw',
         'consumer-finance', 'daily', 12 * 100 * (50 + one % 4000), start_on, 'equal-principal',
         72000 + one % 5 * 36000, '30/360', 'half-up', 'days-over-360', 1, 'recompute',
         150, 3, 90, start_on, 0, 0, start_on, $1::date, $1::timestamptz
    FROM generate_series($2::bigint, $3::bigint) AS one
   CROSS JOIN LATERAL (SELECT $1::date - (one % 330)::integer AS start_on) AS begun`

const INSTALMENTS = `
  INSERT INTO instalments
  SELECT customer_no, loan_no, n, period_from, period_to, 30, period_to,
         0, 0, interest_fen, principal_fen,
         0, 0, CASE WHEN is_paid THEN interest_fen ELSE 0 END,
         CASE WHEN is_paid THEN principal_fen ELSE 0 END,
         0, 0, 0, 0, 0, period_to
    FROM loans
   CROSS JOIN generate_series(1, 12) AS n
   CROSS JOIN LATERAL (
     SELECT (start_on + make_interval(months => n - 1))::date AS period_from,
            (start_on + make_interval(months => n))::date AS period_to,
            amount_fen / 12 AS principal_fen,
            round(amount_fen / 12 * (13 - n) * annual_rate_ppm / 12000000.0)::bigint AS interest_fen
   ) AS planned
   CROSS JOIN LATERAL (
     SELECT period_to <= booked_until - CASE WHEN right(loan_no, 2) < '05' THEN 31 ELSE 0 END
            AS is_paid
   ) AS past
   WHERE customer_no BETWEEN to_char($1::bigint, 'FM"C"000000000000')
                         AND to_char($2::bigint, 'FM"C"000000000000')`

const BALANCES = `
  INSERT INTO loan_balances
  SELECT customer_no, loan_no, sum(due_principal_fen),
         sum(CASE WHEN period_to <= booked_until THEN due_interest_fen
                  WHEN period_from >= booked_until THEN 0
                  ELSE least(due_interest_fen, round(amount_fen / 12 * (13 - n) * annual_rate_ppm
                             * least(booked_until - period_from, 30) / 360000000.0)) END),
         sum(CASE WHEN booked_until - period_to <= 3 THEN 0
                  ELSE round(due_principal_fen * annual_rate_ppm * 150
                             * (booked_until - period_to) / 36000000000.0) END), 0
    FROM loans JOIN instalments USING (customer_no, loan_no)
   WHERE paid_principal_fen = 0
   GROUP BY customer_no, loan_no`

const LIMITS = `
  INSERT INTO limits (customer_no, granted_fen, used_fen, state, valid_until, grade,
                      annual_rate_ppm, lender, opened_at)
  SELECT customer_no, 20000000, principal_fen, 'open', $1::date + 365, 'E', 234000,
         'consumer-finance', $1::timestamptz
    FROM loan_balances`

const HELD = `
  UPDATE loans SET limit_held_fen = principal_fen, next_due_on = due_on
    FROM loan_balances
    JOIN (SELECT customer_no, loan_no, min(due_on) AS due_on FROM instalments
           WHERE due_principal_fen > paid_principal_fen GROUP BY customer_no, loan_no) AS oldest
         USING (customer_no, loan_no)
   WHERE loans.customer_no = loan_balances.customer_no AND loans.loan_no = loan_balances.loan_no`

/** Fills an empty database with loans on a day, by SQL alone: one customer and one limit a loan. */
export async function fillWithLoans(
  url: string,
  { count, day }: { readonly count: number; readonly day: string },
): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // What is put in is sound by making; checking each reference would take longer than all the rest.
    await client.query('SET session_replication_role = replica')
    for (let first = 1; first <= count; first += LOANS_AT_ONCE) {
      const last = Math.min(first + LOANS_AT_ONCE - 1, count)
      await client.query(LOANS, [day, first, last])
      await client.query(INSTALMENTS, [first, last])
    }
    await client.query(BALANCES)
    await client.query(LIMITS, [day])
    await client.query(HELD)
    await client.query(
      `INSERT INTO business_date (business_date) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET business_date = excluded.business_date`,
      [day],
    )
    // Loading left each row twice; a table that has lived for a while has no such holes.
    await client.query('VACUUM (FULL, ANALYZE) loans')
    await client.query('VACUUM (ANALYZE)')
  } finally {
    await client.end()
  }
}
