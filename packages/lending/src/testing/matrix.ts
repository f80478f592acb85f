import { expect } from 'vitest'
import { inside, type Queryable, type Transaction } from '@qingzhou/platform/database/database'
import { Refused } from '@qingzhou/platform/refused'
import type { DrawDeps } from '#draws/approve-draw.ts'
import type { Books } from './books.ts'

export type MatrixOutcome = { readonly kind: string; readonly answer?: object }

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
): Promise<MatrixOutcome> {
  const database = tx ? inside(tx) : deps.database
  try {
    return { kind: 'ok', answer: await ask({ ...deps, database }) }
  } catch (error) {
    if (error instanceof Refused) return { kind: error.refusal.kind }
    throw error
  }
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
