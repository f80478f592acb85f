import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { readExceptions } from '#features/order-watch/index.ts'
import { moveDays, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'
import { verifyBooks } from './verify-books.ts'

const product = startProductForFile()
let owner: PoolDatabase
let payer: Payer
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  payer = await newPayer(product)
})
afterAll(async () => {
  await owner.close()
})

/** Inserts more customers than fit in a slice, with numbers before and after the payer's. */
async function plantCustomers(count: number): Promise<void> {
  await owner.query(
    `INSERT INTO limits (customer_no, granted_fen, used_fen, state, valid_until, grade,
                         annual_rate_ppm, lender, opened_at)
     SELECT side || lpad(n::text, 6, '0'), 100, 0, 'open', '2099-01-01', 'C', 0,
            'consumer-finance', now()
       FROM generate_series(1, $1) AS n CROSS JOIN (VALUES ('0'), ('z')) AS sides (side)`,
    [count],
  )
}

const breakLimit = (customer: string, usedFen: number) =>
  owner.query('UPDATE limits SET used_fen = used_fen + $2 WHERE customer_no = $1', [
    customer,
    usedFen,
  ])

const changeBalance = (fen: number) =>
  owner.query('UPDATE loan_balances SET principal_fen = principal_fen + $1', [fen])

const exceptions = async () => {
  const all = await readExceptions(owner, { isResolvedToo: true, limit: 100 })
  return all.filter(({ kind }) => kind === 'rule-broken')
}

/** Days come before accounts. */
const ledgerDifferences = async () =>
  (await verifyBooks(product.services.database))
    .filter(({ rule }) => rule === 'general-ledger')
    .map(({ subjectNo }) => subjectNo)
    .toSorted((one, other) => one.localeCompare(other))

/** Moves a day forward and runs all slices. */
async function night(): Promise<void> {
  await moveDays(product, 1)
  for (let round = 0; round < 3; round += 1) {
    await product.runTasks()
    product.advance(6 * 60)
  }
}

describe('verifying the books', { timeout: 120_000 }, () => {
  it('finds nothing while all rules hold', async () => {
    await plantCustomers(450)
    expect(await verifyBooks(product.services.database)).toEqual([])
  })

  it('finds each customer whose used limit differs from the draws, in any slice', async () => {
    for (const customer of ['0000001', payer.customer, 'z000450']) await breakLimit(customer, 1)
    const broken = await verifyBooks(product.services.database)
    expect(broken.map(({ rule, customer }) => [rule, customer])).toEqual([
      ['limit-used', '0000001'],
      ['limit-used', payer.customer],
      ['limit-used', 'z000450'],
    ])
  })

  it('finds a balance that is not the sum of its ledger rows', async () => {
    await changeBalance(1)
    const broken = await verifyBooks(product.services.database)
    await changeBalance(-1)
    const found = broken.filter(({ rule }) => rule !== 'limit-used')
    expect(found.map(({ rule, subjectNo }) => [rule, subjectNo])).toEqual([
      ['loan-balance', payer.loanNo],
      ['loan-principal', payer.loanNo],
    ])
  })

  it('finds a day of the general ledger that differs from the ledgers of the loans', async () => {
    await night()
    await night()
    expect(await ledgerDifferences()).toEqual([])
    const [last] = await owner.query<{ day: string }>(
      'SELECT max(business_date) AS day FROM ledger_days',
    )
    await owner.query(
      `INSERT INTO ledger_days VALUES ($1, 'interest', 'planted', '', 1, 0), ($1, 'fee', 'planted', '', 0, 3)`,
      [last?.day],
    )
    expect(await ledgerDifferences()).toEqual([last?.day, 'fee', 'interest'])
    await owner.query('ALTER TABLE ledger_days DISABLE TRIGGER refuse_change')
    await owner.query(`DELETE FROM ledger_days WHERE product = 'planted'`)
    await owner.query('ALTER TABLE ledger_days ENABLE TRIGGER refuse_change')
  })

  it('runs every night, and a violation is an exception until it is corrected', async () => {
    await night()
    expect(await exceptions()).toMatchObject(
      ['0000001', payer.customer, 'z000450'].map((customer) => ({
        customer,
        subject: 'limit-used',
        resolvedAt: undefined,
      })),
    )
    expect(product.logged()).toContain('books.rule-broken')
    const { body } = await product.app.inject({ url: '/metrics' })
    expect(body).toContain('qingzhou_exceptions{kind="rule-broken",subject="limit-used"} 3')

    for (const customer of ['0000001', payer.customer, 'z000450']) await breakLimit(customer, -1)
    await night()
    expect((await exceptions()).map(({ resolvedAt }) => resolvedAt instanceof Date)).toEqual([
      true,
      true,
      true,
    ])
  })
})
