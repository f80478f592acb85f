import { createHash } from 'node:crypto'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { createReference, type Reference } from './day-by-day.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Database, Queryable } from '@qingzhou/platform/database/database'
import {
  readBookedLoans,
  readPlanned,
  type BookedFigures,
  type BookedLoan,
  type PlannedFigures,
} from './loan-figures.ts'
import { expectedFees } from './operations/service-fees.ts'
import { versionsAfter, type LoanVersion, type VersionRow } from './loan-versions.ts'
import { withRetries } from './world.ts'

/** Interest and penalty up to `until`, by the reference. */
type Charges = { readonly until: string; readonly interest: number; readonly penalty: number }

type Cut = { readonly on: LocalDate; readonly lastOldDay: LocalDate; readonly ratePpm: number }

/** A loan with its reference, and its first and last version. */
type FollowedLoan = {
  readonly first: LoanVersion
  last: LoanVersion
  readonly reference: Reference
  readonly cuts: Cut[]
  charged: Charges
  /** The sums of its instalments, read again after each change. */
  planned: PlannedFigures | undefined
  /** A loan is reported once only: a difference remains on the following days. */
  isReported: boolean
}

export type DayComparison = {
  /** One line per loan that differs. */
  readonly differences: readonly string[]
  /** Customers whose loans have changed since the last comparison. */
  readonly changed: ReadonlySet<CustomerNo>
}

export type LoanComparison = {
  compare(today: LocalDate, customers: readonly CustomerNo[]): Promise<DayComparison>
  /** Returns the number of loan comparisons. */
  count(): number
  /** A digest of the figures of every loan on every day: the same seed gives the same digest. */
  digest(): string
}

/**
 * Compares principal, interest, penalty and fees of every loan with an independent reference, which
 * sums day by day over the rows stored after each act. The product's figures are read from the
 * ledger and from the view `instalments`; no rule of the domain is part of the comparison.
 */
export function createLoanComparison(database: Database): LoanComparison {
  const loans = new Map<string, FollowedLoan>()
  const digest = createHash('sha256')
  let lastVersion = 0n
  let count = 0
  return {
    count: () => count,
    digest: () => digest.copy().digest('hex').slice(0, 16),
    async compare(today, customers) {
      const versions = await withRetries(() => versionsAfter(database, lastVersion))
      lastVersion = versions.at(-1)?.versionNo ?? lastVersion
      const changedLoans = await recordNewVersions(database, loans, versions)
      const all = await withRetries(() => readBookedLoans(database))
      count += all.length
      digest.update(`${today}\n${linesOf(all, { loans, customers }).join('\n')}\n`)
      const differences: string[] = []
      for (const one of all) {
        const hasChanged = changedLoans.has(one.loanNo)
        const found = differencesOf(one, loans.get(one.loanNo), { today, hasChanged })
        if (found.length === 0) continue
        const acts = await withRetries(() => actsOf(database, one.loanNo))
        differences.push(`${one.loanNo} on ${today}: ${found.join('; ')}; acts: ${acts.join('; ')}`)
      }
      const changed = all.filter(({ loanNo }) => changedLoans.has(loanNo))
      return { differences, changed: new Set(changed.map(({ customer }) => customer)) }
    },
  }
}

/**
 * One line per loan. Loan and customer numbers are random, so a customer is identified by index.
 */
function linesOf(
  all: readonly BookedLoan[],
  {
    loans,
    customers,
  }: {
    readonly loans: ReadonlyMap<string, FollowedLoan>
    readonly customers: readonly CustomerNo[]
  },
): string[] {
  const indexes = new Map(customers.map((customer, index) => [customer, index]))
  const lines = all.map(({ loanNo, customer, booked }) => {
    const first = loans.get(loanNo)?.first
    const amounts = Object.values(booked).join(' ')
    return `${indexes.get(customer)} ${first?.terms.start} ${first?.amount} ${amounts}`
  })
  return lines.toSorted()
}

/** Passes each new version to the reference of its loan. Returns the changed loans. */
async function recordNewVersions(
  database: Queryable,
  loans: Map<string, FollowedLoan>,
  versions: readonly LoanVersion[],
): Promise<ReadonlySet<string>> {
  for (const version of versions) {
    const { loanNo, terms, rows, on, isDeferral } = version
    const followed = loans.get(loanNo)
    if (!followed) {
      loans.set(loanNo, {
        first: version,
        last: version,
        reference: createReference(terms, rows),
        cuts: [],
        charged: { until: terms.start, interest: 0, penalty: 0 },
        planned: undefined,
        isReported: false,
      })
      continue
    }
    if (version.isCut) {
      const cut = await withRetries(() => cutOf(database, version, followed.cuts.length))
      followed.cuts.push(cut)
      followed.reference.cut(on, cut)
    }
    followed.reference.record(on, rows, { isDeferral })
    followed.last = version
  }
  const changed = new Set(versions.map(({ loanNo }) => loanNo))
  const plans = await withRetries(() => readPlanned(database, [...changed]))
  for (const [loanNo, planned] of plans) {
    const followed = loans.get(loanNo)
    if (followed) followed.planned = planned
  }
  return changed
}

/** Reads the first day of a rate cut from its record: the loan stores only its current rate. */
async function cutOf(db: Queryable, { loanNo, on, terms }: LoanVersion, index: number) {
  const rows = await db.query<{ effective_on: LocalDate }>(
    `SELECT effective_on FROM rate_cuts JOIN audit_log
         ON audit_log.customer_no = rate_cuts.customer_no AND request_no = cut_no
      WHERE loan_no = $1 ORDER BY audit_no`,
    [loanNo],
  )
  const from = rows[index]?.effective_on
  if (from === undefined) throw new Error(`loan ${loanNo}: no record of rate cut ${index + 1}`)
  return { on, lastOldDay: addDays(from, -1), ratePpm: terms.ratePpm }
}

/**
 * Recomputes all days if the loan has changed, because a rate cut may be retroactive. Otherwise
 * adds the days since the last comparison, which depend only on the rows of the last version.
 */
function chargesUntil(today: LocalDate, followed: FollowedLoan, hasChanged: boolean): Charges {
  const { reference, charged, last } = followed
  if (hasChanged) return { until: today, ...reference.charged(today) }
  if (last.rows.every((row) => row.open === 0 && row.bearing === 0 && row.converted === 0)) {
    return { ...charged, until: today }
  }
  const { interest, penalty } = referenceFrom(charged.until, followed, last.rows).charged(today)
  return {
    until: today,
    interest: charged.interest + interest,
    penalty: charged.penalty + penalty,
  }
}

/** Returns a reference that starts on a later day with the given rows. */
function referenceFrom(
  start: string,
  { first, cuts }: FollowedLoan,
  rows: readonly VersionRow[],
): Reference {
  const days = createReference({ ...first.terms, start }, rows)
  for (const cut of cuts) days.cut(cut.on, cut)
  return days
}

/**
 * Interest charged before its days have passed: an instalment settled ahead is charged in full at
 * once. Sums the reference's interest of the remaining days and the prepaid interest, which is
 * refunded on settlement.
 */
function interestChargedAhead(today: LocalDate, followed: FollowedLoan): number {
  const { rows } = followed.last
  let ahead = 0
  for (const row of rows) {
    const isSettled = Object.values(row.openParts).every((amount) => amount === 0)
    if (isSettled || today >= row.to) ahead += row.prepaidInterest
    const end = row.dueDate > row.to ? row.dueDate : row.to
    if (!isSettled || end <= today) continue
    const later = rows
      .filter((one) => one !== row && one.from >= row.from)
      .map((one) => ({ ...one, from: NEVER, to: NEVER, dueDate: NEVER }))
    ahead += referenceFrom(today, followed, [row, ...later]).charged(end).interest
  }
  return ahead
}

const NEVER = '9999-12-30'

/** Lists the acts on a loan, for the report of a difference. */
async function actsOf(db: Queryable, loanNo: string): Promise<string[]> {
  const rows = await db.query<{ line: string }>(
    `SELECT concat_ws(' ', business_date, act, request) AS line FROM audit_log
      WHERE (request LIKE $1 OR answer LIKE $1) AND act NOT IN ('confirm-transfer', 'advance-refund')
      ORDER BY customer_no, audit_no`,
    [`%${loanNo}%`],
  )
  return rows.map(({ line }) => line)
}

function differencesOf(
  { booked, isReversed, isRewritten }: BookedLoan,
  followed: FollowedLoan | undefined,
  { today, hasChanged }: { readonly today: LocalDate; readonly hasChanged: boolean },
): string[] {
  if (!followed?.planned) return ['no recorded version or no instalments']
  followed.charged = chargesUntil(today, followed, hasChanged)
  if (followed.isReported) return []
  const compared = isReversed
    ? withZeroBalances(booked)
    : [
        ...withPlan(booked, followed.planned, followed),
        // The reference knows the rows after each act, not those of a past that was changed.
        ...(isRewritten ? [] : withReference(booked, today, followed)),
      ]
  const differences = compared.filter(
    ([, is, expected, tolerance]) => !(Math.abs(is - expected) <= tolerance),
  )
  followed.isReported = differences.length > 0
  return differences.map(
    ([what, is, expected]) => `${what} is ${is} fen, ${expected.toFixed(2)} expected`,
  )
}

type Check = readonly [what: string, is: number, expected: number, tolerance: number]

function exact(what: string, is: number, expected: number): Check {
  return [what, is, expected, 0]
}

/** The ledger balance is what was lent and charged less what was paid or waived, to the fen. */
function withPlan(booked: BookedFigures, planned: PlannedFigures, followed: FollowedLoan): Check[] {
  const { interestIncome, penaltyIncome, feeIncome } = booked
  const penalty = penaltyIncome + penaltyTakenOver(followed)
  return [
    exact('principal of all instalments', planned.principalDue, followed.last.amount),
    exact('principal', booked.principal, planned.principalDue - planned.principalSettled),
    exact('interest', booked.interest, interestIncome - planned.interestSettled),
    exact('penalty', booked.penalty, penalty - planned.penaltySettled),
    exact('fee', booked.fee, feeIncome - planned.feeSettled),
    exact('money received', booked.received, planned.paid),
  ]
}

/**
 * Ledger income is what the reference has charged, with a tolerance for rounding per instalment.
 */
function withReference(booked: BookedFigures, today: LocalDate, followed: FollowedLoan): Check[] {
  const { first, last, charged } = followed
  const rounding = 2 + 2 * last.rows.length
  const interest = charged.interest + interestChargedAhead(today, followed)
  const fees = last.rows.reduce((sum, row) => sum + feeOf(row, today), 0)
  const agreed = first.rows.reduce((sum, row) => sum + row.openParts.fee, 0)
  return [
    ['interest income', booked.interestIncome, interest, rounding],
    ['penalty income', booked.penaltyIncome, charged.penalty, rounding],
    ['fee income', booked.feeIncome, fees, 0],
    exact('fees agreed', agreed, expectedFees({ ...first, instalments: first.rows.length })),
  ]
}

/** A fee is charged when its period begins, or earlier when it is paid or waived. */
function feeOf({ from, openParts, paid, waived }: VersionRow, today: LocalDate): number {
  const settled = paid.fee + waived.fee
  return today > from ? openParts.fee + settled : settled
}

/** Penalty of the old loans that a consolidation plan took over: it did not accrue on this loan. */
function penaltyTakenOver({ first }: FollowedLoan): number {
  return first.rows.reduce((total, row) => total + row.openParts.penalty, 0)
}

/** A reversed loan has no balances and no income left. */
function withZeroBalances(booked: BookedFigures): Check[] {
  return Object.entries(booked)
    .filter(([what]) => what !== 'received')
    .map(([what, amount]) => exact(`${what} of a reversed loan`, amount, 0))
}
