import type { Services } from '@qingzhou/server/services.ts'
import { endNotice, findNotice, publishNotice } from '@qingzhou/server/features/campaigns/index.ts'
import { imageCodeOf, findCustomer } from '@qingzhou/server/features/onboarding/index.ts'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { availableLimit } from '@qingzhou/domain/credit/limit'
import { isSettled, principalOutstanding } from '@qingzhou/domain/loans/loan'
import { yuan } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { newestEntries } from '@qingzhou/lending/ledger/index'
import { findLimit, readCoupons, readLoans } from '@qingzhou/lending/index'
import { planLengthOf } from '@qingzhou/server/features/repayment/index.ts'
import { businessDate, inbox, moveBusinessDate, type TestClock } from './business-date.ts'
import { requiredText, textField } from './fields.ts'
import { createSandboxClient, type Calls } from './applicant.ts'
import { preparation, prepare } from './prepare.ts'
import { endWaits, expireLink, newSignInLink, people } from './people.ts'

const ENTRIES_SHOWN = 60

const EMPTY: Books = { limit: null, loans: [], coupons: [], entries: [] }

export type DeskRoute = {
  readonly method: 'GET' | 'POST'
  readonly path: `/desk/api/${string}`
  handle(input: unknown): Promise<unknown>
}

type DeskDeps = TestClock & {
  /** The product's own calls, for the application of a test person. */
  readonly calls: Calls
  readonly sandboxUrl: string
}

/** All calls of the desk. */
export function deskRoutes(
  services: Services,
  { calls, sandboxUrl, ...testClock }: DeskDeps,
): readonly DeskRoute[] {
  const deps = { services, calls, sandbox: createSandboxClient(sandboxUrl) }
  return [
    { method: 'GET', path: '/desk/api/people', handle: () => people(services) },
    {
      method: 'POST',
      path: '/desk/api/sign-in-links',
      handle: (input) => newSignInLink(services, input),
    },
    {
      method: 'POST',
      path: '/desk/api/expired-links',
      handle: (input) => expireLink(services, input),
    },
    {
      method: 'POST',
      path: '/desk/api/ended-code-waits',
      handle: (input) => endWaits(services, input),
    },
    { method: 'GET', path: '/desk/api/notice', handle: () => currentNotice(services) },
    {
      method: 'POST',
      path: '/desk/api/notice',
      handle: (input) => setDeskNotice(services, input),
    },
    { method: 'POST', path: '/desk/api/prepare', handle: (input) => prepare(deps, input) },
    { method: 'GET', path: '/desk/api/prepare', handle: async (input) => preparation(input) },
    {
      method: 'POST',
      path: '/desk/api/image-code',
      handle: async (input) => ({ code: imageCodeOf(requiredText(input, 'picture')) }),
    },
    { method: 'GET', path: '/desk/api/ledger', handle: (input) => readBooks(services, input) },
    { method: 'GET', path: '/desk/api/inbox', handle: () => inbox(services, deps.sandbox) },
    { method: 'GET', path: '/desk/api/business-date', handle: () => businessDate(services) },
    {
      method: 'POST',
      path: '/desk/api/business-date',
      handle: (input) => moveBusinessDate(services, testClock, input),
    },
  ]
}

type Notice = { readonly message?: string | undefined; readonly isClosing?: boolean }

/** The number of the desk's own notice; operators may have others. */
const DESK_NOTICE = 'desk'

async function currentNotice(services: Services): Promise<Notice> {
  return (await findNotice(services, DESK_NOTICE)) ?? {}
}

/** Publishes the notice, or ends it when there is no text. */
async function setDeskNotice(services: Services, input: unknown): Promise<Notice> {
  const message = textField(input, 'message')
  if (message === undefined) {
    await endNotice(services, DESK_NOTICE)
    return {}
  }
  const isClosing = textField(input, 'closes') === 'Y'
  const notice = { noticeNo: DESK_NOTICE, message, isClosing }
  await publishNotice(services.database, { ...notice, startsAt: services.now(), endsAt: undefined })
  return { message, isClosing }
}

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

/** The books of the customer with this phone; empty when there is none. */
async function readBooks(services: Services, input: unknown): Promise<Books> {
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
