import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { availableLimit } from '@qingzhou/domain/credit/limit'
import { isSettled, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { yuan } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { newestEntries } from '@qingzhou/lending/ledger/index'
import { findLimit, readCoupons, readLoans } from '@qingzhou/lending/index'
import { findCustomer } from '@qingzhou/server/features/onboarding/index.ts'
import { planLengthOf } from '@qingzhou/server/features/repayment/index.ts'
import type { Services } from '@qingzhou/server/services.ts'
import { requiredText } from './fields.ts'

const ENTRIES_SHOWN = 60

/** The limit, loans, coupons and entries of a person. Amounts are yuan with two decimals. */
type Books = {
  /** For the lender's commands. */
  readonly customerNo?: CustomerNo
  readonly limit: LimitInBooks | null
  readonly loans: readonly LoanInBooks[]
  readonly coupons: readonly { readonly couponNo: string; readonly state: string }[]
  /** In posting order, the newest first. */
  readonly entries: readonly EntryInBooks[]
}

type LimitInBooks = {
  readonly granted: string
  readonly used: string
  readonly available: string
  readonly state: string
}

type LoanInBooks = {
  readonly loanNo: string
  readonly startOn: LocalDate
  readonly amount: string
  readonly months: number
  readonly owed: string
  readonly isSettled: boolean
}

type EntryInBooks = {
  readonly entryNo: string
  readonly on: LocalDate
  readonly loanNo: string
  readonly event: string
  readonly debit: string
  readonly credit: string
  readonly amount: string
}

const EMPTY: Books = { limit: null, loans: [], coupons: [], entries: [] }

/** The books of the customer with this phone; empty when there is none. */
export async function readBooks(services: Services, input: unknown): Promise<Books> {
  const { database } = services
  const customer = await findCustomer(database, services, requiredText(input, 'phone'))
  if (!customer) return EMPTY

  const [limit, loans, coupons, entries] = await Promise.all([
    limitOf(services, customer),
    loansOf(services, customer),
    readCoupons(database, customer),
    newestEntries(database, { customer, limit: ENTRIES_SHOWN }),
  ])
  return {
    customerNo: customer,
    limit,
    loans,
    coupons: coupons.map(({ couponNo, coupon }) => ({ couponNo, state: coupon.state.kind })),
    entries: entries.map(({ entryNo, amount, ...entry }) => ({
      ...entry,
      entryNo: String(entryNo),
      amount: yuan(amount),
    })),
  }
}

async function limitOf({ database }: Services, customer: CustomerNo): Promise<Books['limit']> {
  const limit = await findLimit(database, customer)
  if (!limit) return null
  return {
    granted: yuan(limit.granted),
    used: yuan(limit.used),
    available: yuan(availableLimit(limit)),
    state: limit.state,
  }
}

async function loansOf({ database }: Services, customer: CustomerNo): Promise<Books['loans']> {
  const loans = await readLoans(database, customer)
  return loans.map(({ loanNo, loan }) => ({
    loanNo,
    startOn: loan.start,
    amount: yuan(loan.amount),
    months: planLengthOf(loan).months,
    owed: yuan(principalOutstanding(loan)),
    isSettled: isSettled(loan),
  }))
}
