import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { daysOverdue, isSettled, principalOutstanding } from '@qingzhou/domain/loans/loan'
import type { FundingShare } from '@qingzhou/domain/funding/choose-partners'
import type { Money } from '@qingzhou/domain/money/money'
import { sum } from '@qingzhou/domain/money/money'
import type { LimitRecord, LoanRecord } from '@qingzhou/lending/index'
import { findLimit, readLoanPartners, readLoans } from '@qingzhou/lending/index'
import { readBusinessDate } from '@qingzhou/lending/ledger/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { countReversals, lastPayments, movedLoans } from './request-store.ts'
import { reversalsOf } from './void-certificates.ts'

export type SettledLoan = SettlementState & {
  readonly record: LoanRecord
  /** Who funded it together with the lender. */
  readonly partners: readonly FundingShare[]
  /** How many of the payments that settled it were reversed before. */
  readonly reversals: number
}

export type OpenLoan = {
  readonly record: LoanRecord
  readonly principal: Money
  readonly daysOverdue: number
}

/** All accounts of a customer on the business date. */
export type Accounts = {
  readonly today: LocalDate
  readonly loans: readonly LoanRecord[]
  readonly open: readonly OpenLoan[]
  /** The last settled first. */
  readonly settled: readonly SettledLoan[]
  readonly limit: LimitRecord | undefined
}

export async function readAccounts(db: Queryable, customer: CustomerNo): Promise<Accounts> {
  const [today, loans, payments, moved, counts, limit, partners] = await Promise.all([
    readBusinessDate(db),
    readLoans(db, customer),
    lastPayments(db, customer),
    movedLoans(db, customer),
    countReversals(db, customer),
    findLimit(db, customer),
    readLoanPartners(db, customer),
  ])
  const closings = loans.map(({ loanNo, loan, reversedOn }) => ({
    loanNo,
    isSettled: isSettled(loan),
    isReversed: reversedOn !== undefined,
    lastPaidOn: payments.get(loanNo)?.on,
    lastPaidBy: payments.get(loanNo)?.by,
    movedInto: moved.get(loanNo) ?? [],
  }))
  const open = loans
    .filter(({ loan }) => !isSettled(loan))
    .map((record) => ({
      record,
      principal: principalOutstanding(record.loan),
      daysOverdue: daysOverdue(record.loan, today),
    }))
  const settled = filterSettledInFull(closings).map((one) => ({
    ...one,
    partners: partners.get(one.loanNo) ?? [],
    reversals: reversalsOf(one.loanNo, { counts, moved }).count,
  }))
  return { today, loans, open, settled: withLoans(settled, loans), limit }
}

function withLoans(
  settled: readonly Omit<SettledLoan, 'record'>[],
  loans: readonly LoanRecord[],
): readonly SettledLoan[] {
  const byNumber = new Map(loans.map((record) => [record.loanNo, record]))
  return settled
    .flatMap((one) => {
      const record = byNumber.get(one.loanNo)
      return record ? [{ ...one, record }] : []
    })
    .toSorted(
      (left, right) =>
        right.settledOn.localeCompare(left.settledOn) || right.loanNo.localeCompare(left.loanNo),
    )
}

/** Summary figures of the accounts. */
export function figuresOf({ open, settled }: Accounts) {
  return {
    openCount: open.length,
    openPrincipal: sum(open.map(({ principal }) => principal)),
    overdueCount: open.filter((one) => one.daysOverdue > 0).length,
    settledCount: settled.length,
  }
}

/** How a loan was closed, if it was. */
export type Closing = {
  readonly loanNo: string
  readonly isSettled: boolean
  /** Reversed together with the purchase: nothing was ever owed. */
  readonly isReversed: boolean
  readonly lastPaidOn: LocalDate | undefined
  readonly lastPaidBy: 'bill' | 'early' | 'waiver' | 'conversion' | undefined
  /** The loans that took over its debt or one of its bills. */
  readonly movedInto: readonly string[]
}

type SettlementState = {
  readonly loanNo: string
  readonly settledOn: LocalDate
  readonly way: 'bill' | 'early' | 'waiver' | 'moved'
  readonly movedInto: readonly string[]
}

/**
 * The loans that are settled in full and can be certified.
 *
 * A debt moved into another loan is still owed there: such a loan is settled when the last loan
 * that took it over is. A reversed loan was cancelled, not settled.
 */
export function filterSettledInFull(closings: readonly Closing[]): readonly SettlementState[] {
  const byNumber = new Map(closings.map((closing) => [closing.loanNo, closing]))
  return closings.flatMap((closing) => {
    const settledOn = settlementDay(closing, byNumber)
    if (settledOn === undefined) return []
    const { loanNo, movedInto } = closing
    return [{ loanNo, settledOn, way: wayOf(closing), movedInto }]
  })
}

/**
 * The date from which nothing is owed, including loans it moved into; undefined while something is.
 */
function settlementDay(
  { isSettled, isReversed, lastPaidOn, movedInto }: Closing,
  byNumber: ReadonlyMap<string, Closing>,
): LocalDate | undefined {
  if (!isSettled || isReversed || lastPaidOn === undefined) return undefined
  const days = [lastPaidOn]
  for (const loanNo of movedInto) {
    const next = byNumber.get(loanNo)
    const day = next && settlementDay(next, byNumber)
    if (day === undefined) return undefined
    days.push(day)
  }
  return days.reduce((latest, day) => (day > latest ? day : latest))
}

function wayOf({ lastPaidBy, movedInto }: Closing): SettlementState['way'] {
  if (movedInto.length > 0) return 'moved'
  return lastPaidBy === 'early' || lastPaidBy === 'waiver' ? lastPaidBy : 'bill'
}
