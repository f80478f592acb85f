import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf, totalsOf } from '@qingzhou/domain/ledger/position'
import { isSettled, partNames, sumOfParts, type Loan } from '@qingzhou/domain/loans/loan'
import { closedOn } from '@qingzhou/domain/repayment/closing'
import { withPenaltyUntil } from '@qingzhou/domain/repayment/penalty'
import { createReference, type Reference } from '@qingzhou/domain/testing/reference'
import type { CustomerNo } from '@qingzhou/server/platform/customer-no.ts'
import type { Database, Queryable } from '@qingzhou/server/platform/database/database.ts'
import { readLoans, type LoanRecord } from '@qingzhou/server/lending/index.ts'
import { versionsAfter, type LoanVersion, type VersionRow } from './loan-versions.ts'

/** Interest and penalty of the days up to one, by the reference. */
type Charged = { readonly until: string; readonly interest: number; readonly penalty: number }

type Cut = { readonly on: LocalDate; readonly lastOldDay: LocalDate; readonly ratePpm: number }

/** A loan as the reference has it. */
type Followed = {
  readonly first: LoanVersion
  last: LoanVersion
  readonly reference: Reference
  readonly cuts: Cut[]
  charged: Charged
  /** Told once: what differs on a day differs on the next ones, too. */
  isReported: boolean
}

export type LoanComparison = {
  /** What differs on a day, one line each. */
  compare(today: LocalDate, customers: readonly CustomerNo[]): Promise<string[]>
  /** How often a loan was compared. */
  count(): number
}

/**
 * Compares principal, interest, penalty and fees of every loan with an independent reference, which goes from day
 * to day over the rows that the acts left: the ledger has to be what the loan says, to the fen, and what the
 * loan would cost if it ended today is what the reference has, but for one rounding per instalment.
 */
export function createLoanComparison(database: Database): LoanComparison {
  const loans = new Map<string, Followed>()
  let lastVersion = 0n
  let count = 0
  return {
    count: () => count,
    async compare(today, customers) {
      const versions = await versionsAfter(database, lastVersion)
      lastVersion = versions.at(-1)?.versionNo ?? lastVersion
      const changed = await follow(database, loans, versions)
      const books = await readBooks(database)
      const wrong: string[] = []
      for (const kept of await readAllLoans(database, customers)) {
        const { loanNo } = kept
        count += 1
        const differences = differencesOf(kept, books.get(loanNo), loans.get(loanNo), {
          today,
          hasChanged: changed.has(loanNo),
        })
        if (differences.length === 0) continue
        const acts = await actsOf(database, loanNo)
        wrong.push(`${loanNo} on ${today}: ${differences.join('; ')}; acts: ${acts.join('; ')}`)
      }
      return wrong
    },
  }
}

async function readAllLoans(
  database: Database,
  customers: readonly CustomerNo[],
): Promise<LoanRecord[]> {
  const all: LoanRecord[] = []
  for (const customer of customers) all.push(...(await readLoans(database, customer)))
  return all
}

/** Gives each new version to the reference of its loan; answers which loans have changed. */
async function follow(
  database: Queryable,
  loans: Map<string, Followed>,
  versions: readonly LoanVersion[],
): Promise<ReadonlySet<string>> {
  for (const version of versions) {
    const { loanNo, terms, rows, on, isDelay } = version
    const followed = loans.get(loanNo)
    if (!followed) {
      const reference = createReference(terms, rows)
      const charged = { until: terms.start, interest: 0, penalty: 0 }
      loans.set(loanNo, {
        first: version,
        last: version,
        reference,
        cuts: [],
        charged,
        isReported: false,
      })
      continue
    }
    if (version.isCut) {
      const cut = await cutOf(database, version, followed.cuts.length)
      followed.cuts.push(cut)
      followed.reference.cut(on, cut)
    }
    followed.reference.record(on, rows, { isDelay })
    followed.last = version
  }
  return new Set(versions.map(({ loanNo }) => loanNo))
}

/** From which day a cut counts is asked of its record: the loan knows its rate alone. */
async function cutOf(db: Queryable, { loanNo, on, terms }: LoanVersion, index: number) {
  const rows = await db.query<{ from_on: LocalDate }>(
    `SELECT from_on FROM rate_cuts JOIN audit_log
         ON audit_log.customer_no = rate_cuts.customer_no AND request_no = cut_no
      WHERE loan_no = $1 ORDER BY audit_no`,
    [loanNo],
  )
  const from = rows[index]?.from_on
  if (from === undefined) throw new Error(`${loanNo}: a rate was cut without a record`)
  return { on, lastOldDay: addDays(from, -1), ratePpm: terms.ratePpm }
}

/**
 * All days anew where something has changed, as a cut may count for days before; else the days since the
 * last look alone, which the rows of the last version decide.
 */
function chargedUntil(today: LocalDate, followed: Followed, hasChanged: boolean): Charged {
  const { reference, charged, first, last, cuts } = followed
  if (hasChanged) return { until: today, ...reference.charged(today) }
  if (last.rows.every((row) => row.open === 0 && row.bearing === 0 && row.converted === 0)) {
    return { ...charged, until: today }
  }
  const terms = { ...first.terms, start: charged.until }
  const days = createReference(terms, last.rows)
  for (const cut of cuts) days.cut(cut.on, cut)
  const { interest, penalty } = days.charged(today)
  return {
    until: today,
    interest: charged.interest + interest,
    penalty: charged.penalty + penalty,
  }
}

/** What the ledger has of a loan: its balances, its income, and the money that came in for it. */
type Booked = {
  readonly principal: number
  readonly interest: number
  readonly penalty: number
  readonly fee: number
  readonly interestIncome: number
  readonly penaltyIncome: number
  readonly feeIncome: number
  readonly received: number
}

async function readBooks(db: Queryable): Promise<ReadonlyMap<string, Booked>> {
  const rows = await db.query<{ loan_no: string } & Record<keyof Booked, bigint>>(`
    SELECT loan_no, principal_fen AS principal, interest_fen AS interest, penalty_fen AS penalty,
           fee_fen AS fee, coalesce(income.interest, 0)::bigint AS "interestIncome",
           coalesce(income.penalty, 0)::bigint AS "penaltyIncome",
           coalesce(income.fee, 0)::bigint AS "feeIncome",
           (coalesce(paid.amount, 0) - coalesce(back.amount, 0))::bigint AS received
      FROM loan_balances
      LEFT JOIN (SELECT loan_no, sum(interest_fen) AS interest, sum(penalty_fen) AS penalty,
                        sum(fee_fen) AS fee
                   FROM (SELECT loan_no, interest_fen, penalty_fen, fee_fen FROM ledger_days
                         UNION ALL
                         SELECT loan_no, interest_fen, penalty_fen, fee_fen FROM ledger_moves
                          WHERE against = 'income') AS charged
                  GROUP BY loan_no) AS income USING (loan_no)
      LEFT JOIN (SELECT loan_no, sum(amount_fen) AS amount FROM payments
                  GROUP BY loan_no) AS paid USING (loan_no)
      LEFT JOIN (SELECT loan_no, sum(amount_fen) AS amount FROM refunds
                  GROUP BY loan_no) AS back USING (loan_no)`)
  return new Map(
    rows.map(({ loan_no, ...amounts }) => [
      loan_no,
      // A fen is far from the limits of a number here.
      Object.fromEntries(
        Object.entries(amounts).map(([name, amount]) => [name, Number(amount)]),
      ) as Booked,
    ]),
  )
}

/** What was done with a loan, for whoever looks for the fault. */
async function actsOf(db: Queryable, loanNo: string): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    `SELECT concat_ws(' ', business_date, act, asked) AS line FROM audit_log
      WHERE (asked LIKE $1 OR answer LIKE $1) AND act NOT IN ('confirm-transfer', 'advance-refund')
      ORDER BY customer_no, audit_no`,
    [`%${loanNo}%`],
  )
  return rows.map(({ line }) => line)
}

function differencesOf(
  kept: LoanRecord,
  booked: Booked | undefined,
  followed: Followed | undefined,
  { today, hasChanged }: { readonly today: LocalDate; readonly hasChanged: boolean },
): string[] {
  if (!booked || !followed) return ['it is in the table of loans alone']
  followed.charged = chargedUntil(today, followed, hasChanged)
  if (followed.isReported) return []
  const compared =
    kept.reversedOn === undefined
      ? [
          ...withLoan(kept.loan, booked, { today, followed }),
          ...withReference(kept.loan, today, followed),
        ]
      : withNothing(booked)
  const differences = compared.filter(
    ([, is, expected, tolerance]) => !(Math.abs(is - expected) <= tolerance),
  )
  followed.isReported = differences.length > 0
  return differences.map(
    ([what, is, expected]) => `${what} is ${is} fen, ${expected.toFixed(2)} expected`,
  )
}

type Compared = readonly [what: string, is: number, expected: number, tolerance: number]

function exact(what: string, is: number, expected: bigint | number): Compared {
  return [what, is, Number(expected), 0]
}

/** The ledger has what the loan says. */
function withLoan(
  loan: Loan,
  booked: Booked,
  { today, followed }: { readonly today: LocalDate; readonly followed: Followed },
): Compared[] {
  const position = positionOf(loan, today)
  const { charged, paid } = totalsOf(loan, today)
  return [
    ...partNames.map((part) => exact(part, booked[part], position[part])),
    exact('interest income', booked.interestIncome, charged.interest),
    exact('penalty income', booked.penaltyIncome, Number(charged.penalty) - takenOver(followed)),
    exact('fee income', booked.feeIncome, charged.fee),
    exact('money received', booked.received, sumOfParts(paid)),
  ]
}

/** The loan has what the reference says: its principal as lent, and its charges by the day. */
function withReference(loan: Loan, today: LocalDate, followed: Followed): Compared[] {
  const { instalments } = isSettled(loan) ? loan : closedOn(today, withPenaltyUntil(today, loan))
  const total = (of: (row: Loan['instalments'][number]) => bigint) =>
    Number(instalments.reduce((sum, row) => sum + of(row), 0n))
  const { last, charged } = followed
  const fees = last.rows.reduce((sum, row) => sum + feeOf(row, today), 0)
  const rounding = 2 + 2 * instalments.length
  return [
    ['principal of all instalments', total(({ due }) => due.principal), last.amount, 0],
    ['interest by the day', total(({ due }) => due.interest), charged.interest, rounding],
    [
      'penalty by the day',
      total(({ due }) => due.penalty) - takenOver(followed),
      charged.penalty,
      rounding,
    ],
    ['fees of begun periods', total(({ due }) => due.fee), fees, 0],
  ]
}

/** A fee is charged with the first day of its period, or when it is paid before. */
function feeOf({ from, openParts, paid, waived }: VersionRow, today: LocalDate): number {
  const settled = paid.fee + waived.fee
  return today > from ? openParts.fee + settled : settled
}

/** Penalty of old loans that a plan took over: no day of its own brought it. */
function takenOver({ first }: Followed): number {
  return first.rows.reduce((total, row) => total + row.openParts.penalty, 0)
}

/** Of a loan whose goods went back nothing is left. */
function withNothing(booked: Booked): Compared[] {
  return Object.entries(booked)
    .filter(([what]) => what !== 'received')
    .map(([what, amount]) => exact(`${what} of an undone loan`, amount, 0))
}
