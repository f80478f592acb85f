import { availableLimit } from '@qingzhou/domain/credit/limit'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isSettled, principalOutstanding, type Loan } from '@qingzhou/domain/loans/loan'
import { sum, type Money } from '@qingzhou/domain/money/money'
import { billsOf } from '@qingzhou/domain/repayment/bill'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { findLimit, readLoans, type LimitRecord } from '@qingzhou/lending/index'
import {
  entriesSince,
  lastEntryNo,
  readBusinessDate,
  type BookedEntry,
} from '@qingzhou/lending/ledger/index'
import { inside, type Queryable } from '@qingzhou/platform/database/database'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readBase } from './base.ts'
import type { ProposalServices, ProposedAct } from './proposal-kind.ts'

/** The limit and the open loans of a customer on a day. */
export type Standing = {
  readonly limit:
    | {
        readonly state: LimitRecord['state']
        readonly granted: Money
        readonly available: Money
      }
    | undefined
  readonly loans: readonly LoanStanding[]
}

export type LoanStanding = {
  readonly loanNo: string
  readonly annualRatePpm: bigint
  readonly principal: Money
  readonly dueToday: Money
  /** Everything still to be paid by plan, with penalty up to today. */
  readonly total: Money
  readonly bills: readonly BillStanding[]
}

export type BillStanding = {
  readonly n: number
  readonly dueDate: LocalDate
  readonly interest: Money
  readonly penalty: Money
  readonly fee: Money
  readonly amount: Money
}

/** What an act would change, as of its base. */
export type Effect = {
  /** In words, one line each. */
  readonly lines: readonly string[]
  readonly before: Standing | undefined
  readonly after: Standing | undefined
  readonly entries: readonly BookedEntry[]
}

export type DryRun = Effect & {
  readonly base: string
  /** The amount at stake. */
  readonly amount: Money
}

class RolledBack extends Error {}

/** Performs an act and rolls it back. Returns what it would change; throws the refusal. */
export async function tryOut(
  deps: ProposalServices,
  { staffNo }: { readonly staffNo: string },
  { act, reason }: { readonly act: ProposedAct; readonly reason: string },
): Promise<DryRun> {
  let run: DryRun | undefined
  try {
    await deps.database.inTransaction(async (tx) => {
      const services = { ...deps, database: inside(tx) }
      const base = await readBase(tx, services, act)
      const lines = await act.describe(services)
      const { customer } = act
      const before = customer && (await readStanding(tx, customer))
      const last = customer && (await lastEntryNo(tx, customer))
      const approval = { proposalNo: 'P0', reason, proposedBy: staffNo, approvedBy: 'S0' }
      await act.perform(services, approval)
      const after = customer && (await readStanding(tx, customer))
      const entries =
        customer && last !== undefined ? await entriesSince(tx, { customer, after: last }) : []
      const amount = act.amount ?? sum(entries.map((entry) => entry.amount))
      run = { lines, base, before, after, entries, amount }
      throw new RolledBack('a dry run changes nothing')
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
  if (!run) throw new Error(`the dry run of ${act.kind} was not rolled back`)
  return run
}

/** Settled loans are left out. */
export async function readStanding(db: Queryable, customer: CustomerNo): Promise<Standing> {
  const today = await readBusinessDate(db)
  const limit = await findLimit(db, customer)
  const loans = (await readLoans(db, customer)).filter(({ loan }) => !isSettled(loan))
  return {
    limit: limit && {
      state: limit.state,
      granted: limit.granted,
      available: availableLimit(limit),
    },
    loans: loans.map(({ loanNo, loan }) => ({ loanNo, ...loanStanding(loan, today) })),
  }
}

function loanStanding(loan: Loan, today: LocalDate): Omit<LoanStanding, 'loanNo'> {
  const bills = billsOf(loan, today)
  return {
    annualRatePpm: loan.annualRatePpm,
    principal: principalOutstanding(loan),
    dueToday: dueOn(today, loan),
    total: sum(bills.map(({ amount }) => amount)),
    bills: bills
      .filter(({ amount }) => amount > 0n)
      .map(({ n, dueDate, open: { interest, penalty, fee }, amount }) => ({
        n,
        dueDate,
        interest,
        penalty,
        fee,
        amount,
      })),
  }
}
