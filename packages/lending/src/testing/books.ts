import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ServiceFees } from '@qingzhou/domain/cost/service-fee'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { Refusal } from '@qingzhou/domain/refusal'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { setBusinessDate } from '#ledger/testing/business-date.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Act } from '#act.ts'
import type { DrawRequest } from '#requests.ts'
import type { DrawDeps } from '#draws/approve-draw.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { openLimit } from '#limits/open-limit.ts'

export const firstDay = localDate('2026-01-15')
export const cardId = 'card-1'

/** Books for a test: a separate database, used with the server's role. */
export type Books = {
  readonly deps: DrawDeps & { readonly database: PoolDatabase }
  /** A connection as the owner of the tables, who has more rights than the server. */
  readonly owner: PoolDatabase
  readonly newCustomer: () => CustomerNo
  /** An act under a new request number, or under the given one. */
  readonly actOf: (customer: CustomerNo, requestNo?: string) => Act
  readonly moveTo: (day: LocalDate) => Promise<void>
  readonly close: () => Promise<void>
}

export async function openBooks(serviceFees: ServiceFees = []): Promise<Books> {
  const url = await createTestDatabase()
  const database = createDatabase(url, {
    max: 10,
    role: 'qingzhou_app',
    pipeline: testPipeline,
    onIdleError: () => {},
  })
  const owner = createDatabase(url, { max: 2, onIdleError: () => {} })
  await setBusinessDate(owner, firstDay)
  let count = 0
  return {
    deps: { database, now: () => new Date(), serviceFees },
    owner,
    newCustomer: () => customerNo(`customer-${(count += 1)}`),
    actOf: (customer, requestNo = `request-${(count += 1)}`) => ({
      customer,
      requestNo,
      actor: 'customer',
    }),
    moveTo: async (day) => {
      await setBusinessDate(owner, day)
    },
    close: async () => {
      await database.close()
      await owner.close()
    },
  }
}

export const anyDraw: DrawRequest = {
  amount: fen(12_000_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'travel',
}

/** A customer with a limit, and a loan drawn on it. */
export async function customerWithLoan(
  books: Books,
  changes: Partial<DrawRequest> & { readonly limit?: Money } = {},
): Promise<{ customer: CustomerNo; loanNo: string }> {
  const { limit = fen(50_000_00n), ...request } = changes
  const customer = await customerWithLimit(books, limit)
  const { loanNo } = await drawLoan(books.deps, books.actOf(customer), { ...anyDraw, ...request })
  return { customer, loanNo }
}

export async function customerWithLimit(
  books: Books,
  amount: Money = fen(50_000_00n),
): Promise<CustomerNo> {
  const customer = books.newCustomer()
  const limit = { amount, grade: 'C', lender: 'consumer-finance' } as const
  await openLimit(books.deps, books.actOf(customer), limit)
  return customer
}

/** The refusal that a use case throws, if any. */
export async function catchRefusal(act: Promise<unknown>): Promise<Refusal | undefined> {
  try {
    await act
    return undefined
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** The row counts of all tables that lending writes, to check that nothing was written. */
export async function rowCounts(books: Books): Promise<object> {
  const tables = [
    'limits',
    'draws',
    'loans',
    'payments',
    'refunds',
    'waiver_offers',
    'audit_log',
    'ledger_postings',
    'ledger_accruals',
  ]
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
  const [row] = await books.owner.query<Record<string, bigint>>(`SELECT ${counts.join(', ')}`)
  return row ?? {}
}
