import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ReferenceRow, ReferenceTerms } from './day-by-day.ts'
import type { Database, Queryable } from '@qingzhou/platform/database/database'

/**
 * Records every version of a loan in the simulated database: the reference needs the rows after
 * each act, in the order in which they were written.
 */
export async function recordVersions(owner: Database): Promise<void> {
  // A separate schema: a backup contains the product's tables only.
  await owner.query('CREATE SCHEMA simulation')
  await owner.query('GRANT USAGE ON SCHEMA simulation TO qingzhou_app')
  await owner.query(`
    CREATE TABLE simulation.loan_versions (
      version_no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      loan_no text NOT NULL,
      is_delay boolean NOT NULL,
      is_cut boolean NOT NULL,
      loan jsonb NOT NULL)`)
  await owner.query('GRANT SELECT ON simulation.loan_versions TO qingzhou_app')
  await owner.query(`
    CREATE FUNCTION simulation.record_version() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
    BEGIN
      INSERT INTO simulation.loan_versions (loan_no, is_delay, is_cut, loan)
      VALUES (NEW.loan_no,
              TG_OP = 'UPDATE'
                AND coalesce(cardinality(NEW.deferred_on), 0) > coalesce(cardinality(OLD.deferred_on), 0),
              TG_OP = 'UPDATE' AND NEW.annual_rate_ppm <> OLD.annual_rate_ppm,
              to_jsonb(NEW) - 'history'
                || jsonb_build_object('is_coupon_used', NEW.history::jsonb ? 'isCouponUsed'));
      RETURN NULL;
    END $$`)
  await owner.query(`
    CREATE TRIGGER record_version AFTER INSERT OR UPDATE ON loans
      FOR EACH ROW EXECUTE FUNCTION simulation.record_version()`)
}

/** The columns of a loan that the reference needs, as JSON. */
type StoredLoan = {
  readonly loan_no: string
  readonly product: string
  readonly amount_fen: number
  readonly start_on: LocalDate
  readonly booked_until: LocalDate
  readonly annual_rate_ppm: number
  /** From here on, what the coupon has paid of the principal bears no interest. */
  readonly is_coupon_used: boolean | null
  readonly terms: {
    readonly day_count: ReferenceTerms['dayCount']
    readonly broken_period: ReferenceTerms['brokenPeriod']
    readonly late_rate_percent: number
    readonly late_rate_ppm_max: number | null
    readonly late_grace_days: number
  }
  readonly instalments: readonly StoredInstalment[]
}

/** An amount that is zero is null. */
type StoredInstalment = {
  readonly period_from: LocalDate
  readonly period_to: LocalDate
  readonly period_days360: number
  readonly due_on: LocalDate | null
  readonly converted_principal_fen: number | null
  readonly prepaid_interest_fen: number | null
} & Readonly<Record<`${Part}_${'open' | 'paid' | 'waived'}_fen`, number | null>>

export type Part = 'fee' | 'penalty' | 'interest' | 'principal'
const parts = ['fee', 'penalty', 'interest', 'principal'] as const

export type VersionRow = ReferenceRow & {
  readonly paid: Readonly<Record<Part, number>>
  readonly waived: Readonly<Record<Part, number>>
  readonly openParts: Readonly<Record<Part, number>>
  /**
   * Interest paid on principal that was repaid before the end of the period: refunded on
   * settlement.
   */
  readonly prepaidInterest: number
}

export type LoanVersion = {
  readonly versionNo: bigint
  readonly loanNo: string
  readonly isDeferral: boolean
  readonly isCut: boolean
  readonly amount: number
  readonly product: string
  /** The day on which its draw was reserved; null for a loan that replaced others. */
  readonly reservedOn: LocalDate | null
  /** The business date of the act. */
  readonly on: LocalDate
  readonly terms: ReferenceTerms
  readonly rows: readonly VersionRow[]
}

export async function versionsAfter(db: Queryable, versionNo: bigint): Promise<LoanVersion[]> {
  const rows = await db.query<{
    version_no: bigint
    is_delay: boolean
    is_cut: boolean
    loan: StoredLoan
    reserved_on: LocalDate | null
  }>(
    `SELECT version_no, is_delay, is_cut, loan, reserved_on FROM simulation.loan_versions
       LEFT JOIN draws USING (loan_no)
      WHERE version_no > $1 ORDER BY version_no`,
    [versionNo],
  )
  return rows.map(({ version_no, is_delay, is_cut, loan, reserved_on }) => ({
    versionNo: version_no,
    loanNo: loan.loan_no,
    isDeferral: is_delay,
    isCut: is_cut,
    amount: loan.amount_fen,
    product: loan.product,
    reservedOn: reserved_on,
    on: loan.booked_until,
    terms: {
      start: loan.start_on,
      ratePpm: loan.annual_rate_ppm,
      dayCount: loan.terms.day_count,
      brokenPeriod: loan.terms.broken_period,
      lateFactor: loan.terms.late_rate_percent / 100,
      lateMaxPpm: ((loan.terms.late_rate_ppm_max ?? 1e9) * 360) / 365,
      graceDays: loan.terms.late_grace_days,
    },
    rows: loan.instalments.map((row) => rowOf(row, loan)),
  }))
}

function rowOf(
  instalment: StoredInstalment,
  { is_coupon_used: isCouponUsed }: Pick<StoredLoan, 'is_coupon_used'>,
): VersionRow {
  const partsOf = (side: 'open' | 'paid' | 'waived') =>
    // `parts` lists exactly the members of `Part`.
    Object.fromEntries(
      parts.map((part) => [part, instalment[`${part}_${side}_fen`] ?? 0]),
    ) as Record<Part, number>
  const [open, paid, waived] = [partsOf('open'), partsOf('paid'), partsOf('waived')]
  const isOpen = parts.some((part) => open[part] > 0)
  return {
    from: instalment.period_from,
    to: instalment.period_to,
    days360: instalment.period_days360,
    dueDate: instalment.due_on ?? instalment.period_to,
    open: isOpen ? open.principal : 0,
    bearing: isCouponUsed ? open.principal : open.principal + waived.principal,
    converted: instalment.converted_principal_fen ?? 0,
    prepaidInterest: instalment.prepaid_interest_fen ?? 0,
    paid,
    waived,
    openParts: open,
  }
}
