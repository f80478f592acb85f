import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Account } from '@qingzhou/domain/ledger/entries'
import { fen, nothing } from '@qingzhou/domain/money/money'
import { createTestDatabase } from '@qingzhou/tools/test-database.ts'
import { customerNo, type CustomerNo } from '#customer-no.ts'
import { createDatabase, type PoolDatabase } from '#database/pool.ts'
import { readBusinessDate, startBusinessDate } from './business-date.ts'
import { balancesOf, explain } from './explain.ts'
import { post } from './post.ts'
import { reverse } from './reverse.ts'

const today = localDate('2026-01-15')
let server: PoolDatabase
let owner: PoolDatabase
beforeAll(async () => {
  const url = await createTestDatabase()
  const settings = { max: 3, onIdleError: () => {} }
  server = createDatabase(url, { ...settings, role: 'qingzhou_app' })
  owner = createDatabase(url, settings)
})
afterAll(async () => {
  await server.close()
  await owner.close()
})

let count = 0
const someone = (): CustomerNo => customerNo(`customer-${(count += 1)}`)

async function postDraw(customer: CustomerNo, loanNo = 'loan'): Promise<void> {
  const entries = [{ debit: 'principal', credit: 'clearing', amount: fen(1000_00n) }] as const
  await server.inTransaction((tx) =>
    post(tx, {
      customer,
      transactionNo: 'draw-1',
      businessDate: today,
      postings: [{ loanNo, event: 'draw', entries }],
    }),
  )
}

type RawEntry = { debit: string | null; credit: string | null; amount: bigint | null }

function insertRaw(database: PoolDatabase, rows: readonly RawEntry[], loanNos = ['loan']) {
  return database.query(
    `INSERT INTO ledger_entries (customer_no, loan_no, transaction_no, event, business_date,
                                 debit_account, credit_account, amount_fen)
     SELECT 'raw', * FROM unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::text[],
                                 $6::text[], $7::bigint[])`,
    [
      rows.map((_, index) => loanNos[index % loanNos.length]),
      rows.map(() => 'raw-1'),
      rows.map(() => 'raw'),
      rows.map(() => today),
      rows.map(({ debit }) => debit),
      rows.map(({ credit }) => credit),
      rows.map(({ amount }) => amount),
    ],
  )
}

describe('the ledger refuses, whoever writes by hand,', () => {
  const wrong: Record<string, RawEntry> = {
    'an entry with one side': { debit: 'principal', credit: null, amount: 1n },
    'an entry with the other side': { debit: null, credit: 'clearing', amount: 1n },
    'an entry without an amount': { debit: 'principal', credit: 'clearing', amount: null },
    'an amount of nothing': { debit: 'principal', credit: 'clearing', amount: 0n },
    'an amount below nothing': { debit: 'principal', credit: 'clearing', amount: -1n },
    'an account against itself': { debit: 'clearing', credit: 'clearing', amount: 1n },
    'an account nobody knows': { debit: 'pocket', credit: 'clearing', amount: 1n },
    'a loan that owes less than nothing': { debit: 'clearing', credit: 'principal', amount: 1n },
    'a conversion that arrives nowhere': { debit: 'conversion', credit: 'penalty', amount: 1n },
  }
  for (const [what, entry] of Object.entries(wrong)) {
    it(what, async () => {
      await expect(insertRaw(owner, [entry])).rejects.toThrow(/null value|violates|converted/)
      await expect(insertRaw(server, [entry])).rejects.toThrow(/null value|violates|converted/)
    })
  }

  it('any change of what was written', async () => {
    await postDraw(someone())
    const changes = [
      'UPDATE ledger_entries SET amount_fen = 1',
      'DELETE FROM ledger_entries',
      'TRUNCATE ledger_entries',
      'UPDATE loan_balances SET principal_fen = 0',
      'DELETE FROM loan_balances',
      `INSERT INTO loan_balances VALUES ('me', 'mine', 0, 0, 0, 0)`,
    ]
    for (const change of changes) {
      await expect(server.query(change)).rejects.toThrow('permission denied')
    }
    for (const change of changes.slice(0, 3)) {
      await expect(owner.query(change)).rejects.toThrow('append-only')
    }
  })

  it('a server that takes its own reins off', async () => {
    const attempts = [
      'ALTER TABLE ledger_entries DISABLE TRIGGER ALL',
      'DROP TRIGGER refuse_change ON ledger_entries',
      'SET session_replication_role = replica',
    ]
    for (const attempt of attempts) {
      await expect(server.query(attempt)).rejects.toThrow(/must be owner|permission denied/)
    }
    await server.query('RESET ROLE')
    expect(await server.query('SELECT current_user AS role')).toEqual([{ role: 'qingzhou_app' }])
  })
})

describe('the ledger', () => {
  it('keeps the balances of a loan with its entries, and nothing of an entry that failed', async () => {
    const customer = someone()
    await postDraw(customer)
    const failing = server.inTransaction(async (tx) => {
      const entries = [{ debit: 'interest', credit: 'interest-income', amount: fen(5n) }] as const
      await post(tx, {
        customer,
        transactionNo: 'lost',
        businessDate: today,
        postings: [{ loanNo: 'loan', event: 'accrual', entries }],
      })
      throw new Error('the work failed')
    })
    await expect(failing).rejects.toThrow('the work failed')
    const owed = { fee: nothing, penalty: nothing, interest: nothing, principal: fen(1000_00n) }
    expect(await balancesOf(server, { customer, loanNo: 'loan' })).toEqual(owed)
    expect(await balancesOf(server, { customer: someone(), loanNo: 'loan' })).toEqual({
      ...owed,
      principal: nothing,
    })
  })

  it('lists the entries behind an amount, each with what it left', async () => {
    const customer = someone()
    await postDraw(customer)
    await server.inTransaction((tx) =>
      post(tx, {
        customer,
        transactionNo: 'pay-1',
        businessDate: today,
        postings: [
          {
            loanNo: 'loan',
            event: 'payment',
            entries: [{ debit: 'clearing', credit: 'principal', amount: fen(400_00n) }],
          },
        ],
      }),
    )
    const { principal, interest } = await explain(server, { customer, loanNo: 'loan' })
    expect(interest).toEqual({ balance: nothing, lines: [] })
    expect(principal.balance).toBe(600_00n)
    expect(principal.lines).toMatchObject([
      { event: 'draw', against: 'clearing', amount: 1000_00n, balance: 1000_00n, on: today },
      { event: 'payment', transactionNo: 'pay-1', amount: -400_00n, balance: 600_00n },
    ])
  })

  it('corrects by the same entries the other way round, once', async () => {
    const customer = someone()
    await postDraw(customer)
    const correction = {
      customer,
      transactionNo: 'correction-1',
      reversedNo: 'draw-1',
      businessDate: today,
    }
    const correct = () => server.inTransaction((tx) => reverse(tx, correction))
    expect(await correct()).toBe(1)
    expect(await correct()).toBe(0)
    const { principal } = await explain(server, { customer, loanNo: 'loan' })
    expect(principal.lines.map(({ amount }) => amount)).toEqual([1000_00n, -1000_00n])
  })

  it('sums to zero, over all accounts that anything was posted to', async () => {
    const rows = await server.query<{ account: Account; balance_fen: bigint }>(
      'SELECT account, balance_fen FROM general_ledger',
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.reduce((sum, { balance_fen }) => sum + balance_fen, 0n)).toBe(0n)
  })

  it('is on the business date that the first start set', async () => {
    await expect(readBusinessDate(server)).rejects.toThrow('no business date')
    await startBusinessDate(server, today)
    await startBusinessDate(server, localDate('2027-01-01'))
    expect(await readBusinessDate(server)).toBe(today)
  })
})
