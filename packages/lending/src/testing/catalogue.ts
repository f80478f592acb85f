import { expect } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { fen, type Money } from '@qingzhou/domain/money/money'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { Act } from '#act.ts'
import { readActs } from '#books-store.ts'
import type { DrawDeps } from '#draws/approve-draw.ts'
import { readBalances } from '#ledger/index.ts'
import type { LimitRequest } from '#limits/open-limit.ts'
import { readLoans } from '#loans/loan-store.ts'
import type { TransferKind } from '#payments/payment-store.ts'
import { replayActs } from '#replay-acts.ts'
import type { DrawRequest } from '#requests.ts'
import { anyDraw, cardId, type Books } from './books.ts'

/** A request with the fields of all operations. */
export type Request = {
  readonly loanNo: string
  readonly loanNos: readonly string[]
  readonly amount: Money
  readonly cardId: string
  readonly through: number
  readonly days: number
  readonly months: number
  readonly annualRatePpm: bigint
  readonly from: LocalDate
  readonly lastDay: LocalDate
  readonly penaltySharePpm: bigint
  readonly interestSharePpm: bigint
  readonly offerNo: string
  readonly paymentNo: string
  readonly keep: 'term' | 'instalment'
  readonly event: 'asked' | 'called-off'
  readonly draw: DrawRequest
  readonly drawNo: string
  readonly on: LocalDate
  readonly limit: LimitRequest
  readonly refundNo: string
  readonly transfers: Readonly<Record<TransferKind, string>>
}

export type Changes = Readonly<Partial<Request>>

/** What a valid request pays can depend on the loan. */
export type Amounts = { readonly due: Money; readonly payoff: Money }

export type Operation = {
  readonly name: string
  readonly ask: (deps: DrawDeps, act: Act, request: Request) => Promise<object>
  /** The amount that a valid request pays. */
  readonly amount?: (amounts: Amounts) => Money
  /** Changes that make it another request under the same number. */
  readonly others?: (request: Request) => readonly Changes[]
  /** Changes that no state makes right, with the reason of the refusal if it is always this one. */
  readonly wrong?: (
    request: Request,
  ) => readonly (readonly [what: string, change: Changes, kind?: string])[]
  /** The refusal for another customer, and for each of the changes, which refer to something unknown. */
  readonly unknown?: { readonly kind: string; readonly changes: readonly Changes[] }
}

/** A customer in a state on the current business date, and the numbers that a request refers to. */
export type Subject = { readonly customer: CustomerNo; readonly today: LocalDate } & Changes

export type Build = (books: Books) => Promise<Subject>

/** The number of the waiver offer, if there is one. */
export const offerNo = 'the-offer'

/** The number of the payment, if there is one. */
export const paymentNo = 'the-payment'

const none = 'unknown-transfer'
export const noTransfers: Request['transfers'] = {
  disbursement: none,
  collection: none,
  refund: none,
  return: none,
  reversal: none,
}

/** A valid request, unless the state forbids the operation. */
export function requestOf({ today, ...known }: Subject, amount: Money): Request {
  return {
    loanNo: 'unknown-loan',
    loanNos: [known.loanNo ?? 'unknown-loan'],
    amount: amount > 0n ? amount : fen(100_00n),
    cardId,
    through: 1,
    days: 10,
    months: 12,
    annualRatePpm: 50_000n,
    from: addDays(today, 1),
    lastDay: addDays(today, 10),
    penaltySharePpm: 1_000_000n,
    interestSharePpm: 0n,
    offerNo,
    paymentNo,
    keep: 'term',
    event: 'asked',
    draw: anyDraw,
    drawNo: 'unknown-draw',
    on: today,
    limit: { amount: fen(50_000_00n), grade: 'C', lender: 'consumer-finance' },
    refundNo: 'unknown-refund',
    transfers: noTransfers,
    ...known,
  }
}

export type OperationOutcome = { readonly kind: string; readonly answer?: object }

/** Runs an operation in a transaction that is rolled back afterwards. */
export async function runAndRollBack(
  books: Books,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const undo = new Error('rolled back')
  const transaction = books.deps.database.inTransaction(async (tx) => {
    await work(tx)
    throw undo
  })
  await expect(transaction).rejects.toBe(undo)
}

/** `ok` or the kind of the refusal. Any other error fails the test. */
export async function runForOutcome(
  { deps }: Books,
  tx: Transaction | undefined,
  ask: (deps: DrawDeps) => Promise<object>,
): Promise<OperationOutcome> {
  const database = tx ? inside(tx) : deps.database
  try {
    return { kind: 'ok', answer: await ask({ ...deps, database }) }
  } catch (error) {
    if (error instanceof Refused) return { kind: error.refusal.kind }
    throw error
  }
}

/**
 * Checks that the loans are those that the audit log gives, that their ledger balances are their
 * positions, and that the books agree with one another.
 */
export async function checkBooks(db: Queryable, customer: CustomerNo): Promise<void> {
  const stored = await readLoans(db, customer)
  const replayed = replayActs(await readActs(db, customer), stored)
  for (const { loanNo, loan, bookedUntil } of stored) {
    expect(replayed.get(loanNo)).toEqual({ kind: 'loan', loan, past: expect.anything() })
    expect(await readBalances(db, { customer, loanNo })).toEqual(positionOf(loan, bookedUntil))
  }
  expect(await disagreements(db)).toEqual([])
}

/** Limits are used by what is drawn or reserved; balances are the sums of their moves; the bank is told of once. */
async function disagreements(db: Queryable): Promise<object[]> {
  return db.query(
    `SELECT 'limit' AS what, customer_no FROM limits
      WHERE used_fen <> (SELECT coalesce(sum(limit_used_fen), 0) FROM loans
                          WHERE loans.customer_no = limits.customer_no)
                      + (SELECT coalesce(sum(amount_fen), 0) FROM draws
                          WHERE draws.customer_no = limits.customer_no AND state = 'reserved')
      UNION ALL
     SELECT 'balance', customer_no
       FROM (SELECT customer_no, loan_no, principal_fen FROM ledger_postings
              UNION ALL
             SELECT customer_no, loan_no, -principal_fen FROM loan_balances) AS rows
      GROUP BY customer_no, loan_no HAVING sum(principal_fen) <> 0
      UNION ALL
     SELECT 'transfer', customer_no
       FROM (SELECT customer_no, abs(sum(bank_fen)) AS moved, loan_no, event FROM ledger_postings
              WHERE event LIKE 'bank-%' GROUP BY customer_no, loan_no, event, sign(bank_fen)) AS told
       JOIN bank_transfers USING (customer_no, loan_no)
      WHERE event = 'bank-' || kind
      GROUP BY customer_no, loan_no, event, moved HAVING moved <> sum(amount_fen)`,
  )
}

const TABLES = [
  'limits',
  'draws',
  'loans',
  'loan_balances',
  'payments',
  'payment_reversals',
  'refunds',
  'bank_transfers',
  'coupons',
  'waiver_offers',
  'rate_cuts',
  'audit_log',
  'ledger_postings',
  'ledger_accruals',
]

/** A digest of all lending tables of all customers. */
export async function digestBooks(db: Queryable): Promise<string> {
  const texts = TABLES.map(
    (table) =>
      `(SELECT coalesce(md5(string_agg(t::text, ';' ORDER BY t::text)), '') FROM ${table} AS t)`,
  )
  const [row] = await db.query<{ digest: string }>(`SELECT ${texts.join(' || ')} AS digest`)
  return row?.digest ?? ''
}
