import { afterAll } from 'vitest'
import { createTestDatabase, testPipeline } from '@qingzhou/tools/postgres/test-database.ts'
import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { ServiceFees } from '@qingzhou/domain/cost/service-fee'
import type { CouponBenefit } from '@qingzhou/domain/coupons/coupon'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { Refusal } from '@qingzhou/domain/refusal'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { setBusinessDate } from '#ledger/testing/business-date.ts'
import { Refused } from '@qingzhou/platform/refused'
import type { Act, Deps } from '#act.ts'
import { ledgerInserts, readBusinessDate } from '#ledger/index.ts'
import { lockLoan, readLoans, updateLoan } from '#loans/loan-store.ts'
import { writeAndCommit } from '@qingzhou/platform/database/pipeline/statement'
import type { LoanRecord } from '#loans/loan-rows.ts'
import type { DrawRequest } from '#requests.ts'
import { insertCoupon } from '#draws/coupon-store.ts'
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

/** Books that are closed after the tests of the file. */
export async function booksForTests(): Promise<Books> {
  const books = await openBooks()
  afterAll(books.close)
  return books
}

/** The customer's only loan. */
export async function onlyLoan({ deps }: Books, customer: CustomerNo): Promise<LoanRecord> {
  const [stored, ...others] = await readLoans(deps.database, customer)
  if (!stored || others.length > 0) throw new Error(`customer ${customer}: not one loan`)
  return stored
}

/** A customer with a loan drawn on the first day, seen on another one. */
export async function loanOn(books: Books, day: LocalDate) {
  await books.moveTo(firstDay)
  const drawn = await customerWithLoan(books)
  await books.moveTo(day)
  return { ...drawn, loan: (await onlyLoan(books, drawn.customer)).loan }
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

/** The benefit of a coupon that a random draw uses. */
export const couponBenefit = { kind: 'interest-free-days', days: 45 } as const

/** Gives a customer a coupon for every term, valid for ten years. */
export async function giveCoupon(
  { deps }: Books,
  given: { customer: CustomerNo; couponNo: string; benefit: CouponBenefit },
): Promise<void> {
  const { benefit, ...of } = given
  const validUntil = addDays(firstDay, 3650)
  const terms = { amountMin: fen(0n), months: [...product.terms], validFrom: firstDay, validUntil }
  const coupon = { benefit, ...terms, state: { kind: 'free' } } as const
  await insertCoupon(deps.database, { ...of, coupon })
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

/** Books the days of one loan as the end of day does, by the domain's rule. */
export async function bookDays(
  { database }: Deps,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const [before, to] = await Promise.all([
      lockLoan(tx, { customer, loanNo }),
      readBusinessDate(tx),
    ])
    const { loan, bookedUntil: from } = before
    if (from >= to) return

    const entries = accrualEntries(loan, { from, to })
    await writeAndCommit(tx, [
      updateLoan({ customer, record: { ...before, bookedUntil: to } }),
      ...ledgerInserts({
        customer,
        transactionNo: `day-${to}`,
        businessDate: to,
        postings: [{ loanNo, event: 'accrual', entries }],
      }),
    ])
  })
}
