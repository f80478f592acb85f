import type { LocalDate } from '@qingzhou/domain/calendar/local-date'

/**
 * The days of many loans, booked by one statement. It says in SQL what `accrualEntries` says in the
 * domain, to the fen; a property over random histories holds the two together.
 *
 * Parameters: $1 the first customer of the slice, $2 the first customer after it or null, $3 the day.
 */

const IN_SLICE = 'customer_no >= $1 AND ($2::text IS NULL OR customer_no < $2)'

/** Loans of the slice whose books are behind. */
export const BEHIND = `${IN_SLICE}
  AND NOT is_settled AND booked_until < $3::date`

/**
 * Loans that the statement is exact for: conventions it knows, and amounts whose products stay within
 * a bigint. The others are left to the domain, one by one.
 */
export const COVERED = `day_count IN ('30/360', 'ACT/360', 'ACT/365', 'ACT/ACT')
  AND rounding IN ('half-up', 'half-even')
  AND broken_period IN ('days-over-360', 'share-of-period')
  AND accrual_since <= booked_until
  AND accrual_microfen BETWEEN 0 AND 5e12::bigint
  AND amount_fen::float8 * annual_rate_ppm < 2e13
  AND amount_fen::float8 * annual_rate_ppm * late_rate_percent * ($3::date - start_on) < 4e18`

/** A quotient of numbers that are not below zero, rounded as the loan's agreement says. */
function divided(dividend: string, divisor: string): string {
  const twice = `(2 * (${dividend}) + ${divisor})`
  return `(${twice} / (2 * ${divisor})
    - CASE WHEN rounding = 'half-even' AND ${twice} % (2 * ${divisor}) = 0
           THEN ${twice} / (2 * ${divisor}) % 2 ELSE 0 END)`
}

/** Days gone by inside the period on a day, in the units that `year_units` of make a year. [C9] */
function elapsed(day: string): string {
  return `CASE day_count
    WHEN '30/360' THEN
      CASE broken_period WHEN 'days-over-360' THEN least(${day} - period_from, period_days360)
                         ELSE (${day} - period_from) * period_days360 END
    WHEN 'ACT/ACT' THEN
      (${day} - period_from) * 366 - (leap_days_until(${day}) - leap_days_until(period_from))
    ELSE ${day} - period_from END`
}

const YEAR_UNITS = `CASE day_count
    WHEN '30/360' THEN
      CASE broken_period WHEN 'days-over-360' THEN 360 ELSE 360 * (period_to - period_from) END
    WHEN 'ACT/360' THEN 360
    WHEN 'ACT/365' THEN 365
    ELSE 365 * 366 END`

/** Interest that an open instalment has earned by a day. [L5, L6] */
function interestOn(day: string): string {
  const accrued = `accrued_microfen * year_units
    + running_fen * annual_rate_ppm * (${elapsed(day)} - elapsed_before)`
  const unearned = divided(
    `(due_principal_fen - paid_principal_fen) * annual_rate_ppm * (due_on - ${day})`,
    '360000000',
  )
  return `CASE
    WHEN ${day} >= due_on THEN due_interest_fen
    WHEN ${day} >= period_to THEN own_interest_fen + greatest(delay_interest_fen - ${unearned}, 0)
    WHEN ${day} <= period_from THEN 0
    ELSE least(own_interest_fen, ${divided(accrued, '(1000000 * year_units)')}) END`
}

/** Penalty that runs on an open instalment on a day. [R1, R2] */
function penaltyOn(day: string): string {
  const ran = `open_principal_fen * annual_rate_ppm * late_rate_percent * (${day} - penalty_since)`
  return `CASE WHEN ${day} <= penalty_since OR ${day} - due_on <= late_grace_days THEN 0
    ELSE ${divided(ran, '36000000000')} END`
}

/** The fee of an open instalment, once its period has begun. [G3] */
function feeOn(day: string): string {
  return `CASE WHEN ${day} > period_from THEN due_fee_fen ELSE 0 END`
}

/**
 * Open instalments whose period has begun; nothing changes by a day on any other.
 *
 * What bears interest in a period is what the loan owes without what was due before it, and with what
 * a coupon gave up of its principal, which is the first instalment's alone.
 */
const ROWS = `
  SELECT customer_no, loan_no, booked_until, $3::date AS today, annual_rate_ppm, day_count, rounding,
         broken_period, late_rate_percent::bigint, late_grace_days, period_from, period_to,
         period_days360, due_on, due_fee_fen, due_interest_fen, due_principal_fen,
         paid_principal_fen, delay_interest_fen, penalty_since, open_principal_fen,
         due_interest_fen - delay_interest_fen AS own_interest_fen,
         CASE WHEN accrual_since > period_from THEN accrual_microfen ELSE 0 END AS accrued_microfen,
         CASE WHEN accrual_since > period_from AND accrual_since < period_to
              THEN ${elapsed('accrual_since')} ELSE 0 END AS elapsed_before,
         (${YEAR_UNITS})::bigint AS year_units,
         principal_fen + waived_principal_fen - coalesce(sum(open_principal_fen)
           OVER (PARTITION BY customer_no, loan_no ORDER BY n
                 ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint AS running_fen
    FROM (SELECT *, due_principal_fen - paid_principal_fen - waived_principal_fen
                    AS open_principal_fen
            FROM (SELECT * FROM loans WHERE ${BEHIND} AND ${COVERED}) AS behind
            LEFT JOIN (SELECT * FROM loan_balances WHERE ${IN_SLICE}) AS owed USING (customer_no, loan_no)
            JOIN (SELECT * FROM instalments WHERE ${IN_SLICE}) AS planned USING (customer_no, loan_no)
           WHERE period_from < $3::date
             AND (due_principal_fen > paid_principal_fen + waived_principal_fen
                  OR due_interest_fen > paid_interest_fen + waived_interest_fen
                  OR due_penalty_fen > paid_penalty_fen + waived_penalty_fen
                  OR due_fee_fen > paid_fee_fen + waived_fee_fen)) AS begun`

function change(amountOn: (day: string) => string): string {
  return `(sum(${amountOn('today')} - ${amountOn('booked_until')}))::bigint`
}

/** A receivable grows against its income; one that shrinks takes its income back. [G4] */
function entriesOf(part: string): string {
  const receivable = `'${part}'::ledger_account`
  const income = `'${part}-income'::ledger_account`
  return `SELECT customer_no, loan_no, 'day-' || $3::text, 'accrual', $3::date,
           CASE WHEN ${part}_fen > 0 THEN ${receivable} ELSE ${income} END,
           CASE WHEN ${part}_fen > 0 THEN ${income} ELSE ${receivable} END, abs(${part}_fen)
      FROM changed WHERE ${part}_fen IS DISTINCT FROM 0`
}

export const POST_ACCRUALS = `
  WITH changed AS (
    SELECT customer_no, loan_no, ${change(feeOn)} AS fee_fen, ${change(penaltyOn)} AS penalty_fen,
           ${change(interestOn)} AS interest_fen
      FROM (${ROWS}) AS begun GROUP BY customer_no, loan_no
  ), posted AS (
    INSERT INTO ledger_entries (customer_no, loan_no, transaction_no, event, business_date,
                                debit_account, credit_account, amount_fen)
    ${['fee', 'penalty', 'interest'].map(entriesOf).join(' UNION ALL ')}
    RETURNING 1)
  SELECT count(*)::integer AS entries FROM posted`

/** The loans are locked first: a statement after that sees what was done to them until then. */
export const LOCK_BEHIND = `
  SELECT count(*)::integer AS loans
    FROM (SELECT FROM loans WHERE ${BEHIND} ORDER BY customer_no, loan_no FOR NO KEY UPDATE) AS locked`

export const MARK_BOOKED = `
  WITH booked AS (
    UPDATE loans SET booked_until = $3::date WHERE ${BEHIND} AND ${COVERED} RETURNING 1)
  SELECT count(*)::integer AS loans FROM booked`

/** All entries of a day's run share one number; those of a borrower's act have the act's. */
export function transactionNoOf(day: LocalDate): string {
  return `day-${day}`
}
