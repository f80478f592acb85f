import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Transaction } from '@qingzhou/platform/database/database'
import { isCluster } from '@qingzhou/platform/database/distribution/cluster-store'

/**
 * Accrues many loans in one statement. It is the SQL equivalent of `accrualEntries` in the domain,
 * to the fen; a property test over random histories compares the two. Parameters: $1 first customer
 * of the slice, $2 first customer after it or null, $3 the day.
 */

export const IN_SLICE = 'customer_no >= $1 AND ($2::text IS NULL OR customer_no < $2)'

/** Loans with the day until which they are booked. */
export const LOANS_WITH_BALANCES =
  'loans LEFT JOIN loan_balances AS owed USING (customer_no, loan_no)'
export const BOOKED_UNTIL = 'greatest(booked_until, accrued_until)'

/**
 * The open loans of the slice. Both tables are restricted to it, so that neither is scanned in
 * full.
 */
export const SLICE = `
  (SELECT * FROM loans WHERE ${IN_SLICE} AND NOT is_settled) AS loans
  LEFT JOIN (SELECT * FROM loan_balances WHERE ${IN_SLICE}) AS owed USING (customer_no, loan_no)`

/** Loans not yet booked up to the day. */
export const BEHIND = `${BOOKED_UNTIL} < $3::date`

/**
 * Loans for which the statement is exact: supported conventions, and amounts whose products fit
 * into a bigint. All others are booked one by one by the domain.
 */
function coveredSql(bookedUntil: string): string {
  return `(terms).day_count IN ('30/360', 'ACT/360', 'ACT/365', 'ACT/ACT')
  AND (terms).rounding IN ('half-up', 'half-even')
  AND (terms).broken_period IN ('days-over-360', 'share-of-period')
  AND accrual_since <= ${bookedUntil}
  AND accrual_microfen BETWEEN 0 AND 5e12::bigint
  AND amount_fen::float8 * annual_rate_ppm < 2e13
  AND amount_fen::float8 * annual_rate_ppm * (terms).late_rate_percent * ($3::date - start_on) < 4e18`
}

export const COVERED = coveredSql(BOOKED_UNTIL)

/** Loans that may be others, by their own columns, so that few balances are looked up. */
export const MAYBE_OTHERS = `(SELECT * FROM loans
     WHERE ${IN_SLICE} AND NOT is_settled AND (${coveredSql('booked_until')}) IS NOT TRUE) AS loans
  LEFT JOIN (SELECT * FROM loan_balances WHERE ${IN_SLICE}) AS owed USING (customer_no, loan_no)`

/** A quotient of non-negative numbers, rounded by the loan's rounding convention. */
function dividedSql(dividend: string, divisor: string): string {
  const twice = `(2 * (${dividend}) + ${divisor})`
  return `(${twice} / (2 * ${divisor})
    - CASE WHEN rounding = 'half-even' AND ${twice} % (2 * ${divisor}) = 0
           THEN ${twice} / (2 * ${divisor}) % 2 ELSE 0 END)`
}

/** Days elapsed in the period by a day, in units of 1/`year_units` of a year. [C9] */
function elapsedSql(day: string): string {
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

/** Interest accrued on an open instalment by a day. [L5, L6] */
function interestOn(day: string): string {
  const accrued = `accrued_microfen * year_units
    + running_fen * annual_rate_ppm * (${elapsedSql(day)} - elapsed_before)`
  // The interest of the period and that of a deferral are one sum, rounded once.
  const owned = '(own_interest_fen - prepaid_interest_fen)'
  const deferred = `${dividedSql(
    `${owned} * 360000000 + deferral_microfen * 360
     + (principal_open_fen + principal_waived_fen) * annual_rate_ppm
     * greatest(${day} - penalty_since, 0)`,
    '360000000',
  )} - ${owned}`
  return `CASE
    WHEN ${day} >= due_on THEN interest_due_fen
    WHEN ${day} >= period_to THEN own_interest_fen + least(deferral_interest_fen, ${deferred})
    WHEN ${day} <= period_from THEN 0
    ELSE least(own_interest_fen, ${dividedSql(accrued, '(1000000 * year_units)')}) END`
}

/** Penalty accrued on an open instalment by a day. [R1, R2] */
function penaltyOn(day: string): string {
  const ran = `CASE WHEN ${day} <= penalty_from OR ${day} - due_on <= late_grace_days THEN 0
    ELSE principal_open_fen * late_rate * (${day} - penalty_from) END`
  return dividedSql(`penalty_units + ${ran}`, '36000000000')
}

/** The fee of an open instalment, once its period has begun. [G3] */
function feeOn(day: string): string {
  return `CASE WHEN ${day} > period_from THEN fee_due_fen ELSE fee_paid_fen + fee_waived_fen END`
}

/** An amount of an instalment: zero is stored as null. */
function amount(name: string): string {
  return `coalesce((instalment).${name}, 0) AS ${name}`
}

function dueOf(part: string): string {
  const sides = ['open', 'paid', 'waived'].map(
    (side) => `coalesce((instalment).${part}_${side}_fen, 0)`,
  )
  return `${sides.join(' + ')} AS ${part}_due_fen`
}

/** The terms of a loan. */
const TERMS = `customer_no, loan_no, booked_until, principal_fen, annual_rate_ppm, day_count, rounding,
         broken_period, late_rate, late_grace_days, accrual_since, accrual_microfen`

/**
 * The loans to book, read once. `is_several`: the instalment after the first open one has begun
 * before the day.
 */
const BEHIND_LOANS = `
  SELECT customer_no, loan_no, ${BOOKED_UNTIL} AS booked_until, coalesce(principal_fen, 0) AS principal_fen,
         annual_rate_ppm, (terms).day_count, (terms).rounding, (terms).broken_period,
         least(annual_rate_ppm::bigint * (terms).late_rate_percent,
               (terms).late_rate_ppm_max::bigint * 100 * 360 / 365) AS late_rate,
         (terms).late_grace_days, accrual_since, accrual_microfen, first_open,
         instalments[first_open] AS instalment,
         coalesce((instalments[first_open + 1]).period_from < $3::date, false) AS is_several, instalments
    FROM ${SLICE}
   WHERE ${BEHIND} AND (${COVERED}) IS TRUE
  OFFSET 0`

/** The columns of `instalment`. */
const INSTALMENT = `
         (instalment).period_from, (instalment).period_to, (instalment).period_days360,
         (instalment).due_on AS moved_due_on, (instalment).penalty_since AS recorded_until,
         ${amount('deferral_interest_fen')}, ${amount('deferral_microfen')},
         ${amount('prepaid_interest_fen')},
         coalesce((instalment).penalty_units::bigint, 0) AS penalty_units,
         ${amount('fee_paid_fen')}, ${amount('fee_waived_fen')}, ${amount('principal_open_fen')},
         ${amount('principal_waived_fen')}, ${dueOf('fee')}, ${dueOf('interest')}`

/**
 * The interest-bearing principal of a period is the loan's principal, less what was due before the
 * period, plus principal waived by a coupon, which concerns the first instalment only.
 */
function rowsOf(begun: string, dueBefore: string): string {
  return `
  SELECT *, $3::date AS today, coalesce(moved_due_on, period_to) AS due_on,
         coalesce(recorded_until, period_to) AS penalty_since,
         greatest(coalesce(recorded_until, period_to), coalesce(moved_due_on, period_to)) AS penalty_from,
         interest_due_fen - deferral_interest_fen AS own_interest_fen,
         CASE WHEN accrual_since > period_from THEN accrual_microfen ELSE 0 END AS accrued_microfen,
         CASE WHEN accrual_since > period_from AND accrual_since < period_to
              THEN ${elapsedSql('accrual_since')} ELSE 0 END AS elapsed_before,
         (${YEAR_UNITS})::bigint AS year_units,
         principal_fen + principal_waived_fen - ${dueBefore} AS running_fen
    FROM (${begun}) AS begun
  OFFSET 0`
}

function change(amountOn: (day: string) => string): string {
  return `${amountOn('today')} - ${amountOn('booked_until')}`
}

const FEE = change(feeOn)

/** Without a penalty by the day there was none before it. */
const PENALTY = `CASE WHEN today <= penalty_from OR today - due_on <= late_grace_days THEN 0
    ELSE ${change(penaltyOn)} END`

const INTEREST = change(interestOn)

/** The open instalments that have begun, of loans with earlier ones that are open. */
const SEVERAL = `
  SELECT ${TERMS}, n, ${INSTALMENT}
    FROM (SELECT n, instalments[n] AS instalment
            FROM generate_series(first_open, cardinality(instalments)) AS n
          OFFSET 0) AS numbered
   WHERE (instalment).period_from < $3::date
     AND greatest((instalment).principal_open_fen, (instalment).interest_open_fen,
                  (instalment).penalty_open_fen, (instalment).fee_open_fen) > 0`

/** The principal of the open instalments before this one. */
const OPEN_BEFORE = `coalesce(sum(principal_open_fen)
           OVER (ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::bigint`

function sumOf(amount: string): string {
  return `coalesce(sum(${amount}), 0)::bigint`
}

const SUMS = `${sumOf(FEE)}, ${sumOf(PENALTY)}, ${sumOf(INTEREST)}`

/**
 * Most loans have at most one open instalment that has begun, which is the first open one: they
 * need no window and no sort. One that has not begun does not change from day to day.
 */
const FIRST = `
  SELECT ${TERMS},
         CASE WHEN is_several
              THEN (SELECT ARRAY[${SUMS}] FROM (${rowsOf(SEVERAL, OPEN_BEFORE)}) AS begun) END AS several,
         ${INSTALMENT}
    FROM (${BEHIND_LOANS}) AS loans
  OFFSET 0`

/** An amount of the first open instalment, or the sum of several. */
function amountOf(first: string, sum: string): string {
  return `CASE WHEN several IS NULL THEN coalesce(${first}, 0) ELSE ${sum} END`
}

/** Posts the accrual of each loan for the elapsed days, even if it is zero. [G4] */
const INSERT_DAYS = `
    INSERT INTO ledger_accruals (customer_no, loan_no, business_date, fee_fen, penalty_fen, interest_fen)
    SELECT customer_no, loan_no, $3::date, ${amountOf(FEE, 'several[1]')},
           ${amountOf(PENALTY, 'several[2]')}, ${amountOf(INTEREST, 'several[3]')}
      FROM (${rowsOf(FIRST, '0')}) AS begun
    RETURNING (fee_fen <> 0)::integer + (penalty_fen <> 0)::integer + (interest_fen <> 0)::integer AS entries`

const OPEN_LOANS = `SELECT count(*)::integer AS open FROM loans WHERE ${IN_SLICE} AND NOT is_settled`

const POST_ACCRUALS = `
  WITH booked AS (${INSERT_DAYS})
  SELECT count(*)::integer AS loans, coalesce(sum(entries), 0)::integer AS entries,
         (${OPEN_LOANS}) AS open
    FROM booked`

/**
 * All entries of a day's run share one transaction number; those of a borrower's act have the
 * number of the act.
 */
export function transactionNoOf(day: LocalDate): string {
  return `day-${day}`
}

/** Customers from one on, up to another or to the end, and the day that they are booked up to. */
export type Range = {
  readonly customerFrom: string
  readonly customerUntil: string | undefined
  readonly day: LocalDate
}

export type BookedSums = { readonly loans: number; readonly entries: number }

/** What was booked, and how many open loans there are if one statement has booked. */
export type BookedAccruals = BookedSums & { readonly open?: number }

export function valuesOf({ customerFrom, customerUntil, day }: Range): readonly unknown[] {
  return [customerFrom, customerUntil ?? null, day]
}

/** Books the loans of a range that one statement is exact for. */
export async function postAccruals(tx: Transaction, range: Range): Promise<BookedAccruals> {
  if (await isCluster(tx)) return postAccrualsOnNodes(tx, range)
  const [booked] = await tx.query<{ loans: number; entries: number; open: number }>(
    POST_ACCRUALS,
    valuesOf(range),
  )
  return booked ?? { loans: 0, entries: 0 }
}

/** Each node books its own customers. Their rows do not pass through the coordinator. */
async function postAccrualsOnNodes(tx: Transaction, range: Range): Promise<BookedAccruals> {
  const rows = await tx.query<{ entries: number }>(INSERT_DAYS, valuesOf(range))
  const [counted] = await tx.query<{ open: number }>(OPEN_LOANS, [
    range.customerFrom,
    range.customerUntil ?? null,
  ])
  const entries = rows.reduce((sum, row) => sum + row.entries, 0)
  return { ...counted, loans: rows.length, entries }
}
