import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import type { Account } from '@qingzhou/domain/ledger/entries'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { createTestDatabase } from '@qingzhou/tools/postgres/test-database.ts'
import { customerNo, type CustomerNo } from '@qingzhou/platform/ids'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { readBusinessDate, readCalendarDay, startBusinessDate } from './business-date-store.ts'
import { setBusinessDate } from './testing/business-date.ts'
import { readBalances, explain } from './entry-store.ts'
import { post, reverse } from './posting-store.ts'

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

type RawMove = {
  against?: string | null
  interest?: bigint | null
  principal?: bigint
  bank?: bigint
}

function insertRaw(database: PoolDatabase, { against = 'clearing', ...amounts }: RawMove) {
  const { interest = 0n, principal = 0n, bank = 0n } = amounts
  return database.query(
    `INSERT INTO ledger_postings (customer_no, loan_no, transaction_no, event, business_date, against,
                               fee_fen, penalty_fen, interest_fen, principal_fen,
                               refunds_payable_fen, bank_fen)
     VALUES ('raw', 'loan', 'raw-1', 'raw', $1, $2, 0, 0, $3, $4, 0, $5)`,
    [today, against, interest, principal, bank],
  )
}

function insertRawDay(database: PoolDatabase, penalty: bigint) {
  return database.query(
    `INSERT INTO ledger_accruals (customer_no, loan_no, business_date, fee_fen, penalty_fen,
                              interest_fen)
     VALUES ('raw-days', 'loan', $1, 0, $2, 5)`,
    [today, penalty],
  )
}

describe('the ledger refuses, even from manual SQL,', () => {
  // A row stores one amount for both sides, so its sides cannot differ or be missing.
  const wrong: Record<string, RawMove> = {
    'a move against nothing': { against: null, principal: 1n },
    'a move without an amount': { interest: null, principal: 1n },
    'a move of nothing': {},
    'an account against itself': { against: 'bank', bank: 1n },
    'an unknown account': { against: 'pocket', principal: 1n },
    'money at the bank that did not come through clearing': { against: 'income', bank: 1n },
    'a loan that owes less than nothing': { principal: -1n },
    'a conversion that arrives nowhere': { against: 'conversion', principal: 1n },
  }
  for (const [what, move] of Object.entries(wrong)) {
    it(what, async () => {
      await expect(insertRaw(owner, move)).rejects.toThrow(/null value|violates|converted/)
      await expect(insertRaw(server, move)).rejects.toThrow(/null value|violates|converted/)
    })
  }

  it('a day that is already booked, and one that makes a balance negative', async () => {
    await expect(insertRawDay(owner, -1n)).rejects.toThrow('loan_balances_not_negative')
    await expect(insertRawDay(server, -1n)).rejects.toThrow('loan_balances_not_negative')
    await insertRawDay(server, 1n)
    await expect(insertRawDay(server, 1n)).rejects.toThrow('ledger_accruals_pkey')
  })

  it('any change of existing rows', async () => {
    await postDraw(someone())
    const changes = [
      'UPDATE ledger_postings SET principal_fen = 1',
      'DELETE FROM ledger_postings',
      'TRUNCATE ledger_postings',
      'UPDATE ledger_accruals SET interest_fen = 1',
      'DELETE FROM ledger_accruals',
      'TRUNCATE ledger_accruals',
      'UPDATE loan_balances SET principal_fen = 0',
      'DELETE FROM loan_balances',
      `INSERT INTO loan_balances VALUES ('me', 'mine', 0, 0, 0, 0)`,
    ]
    for (const change of changes) {
      await expect(server.query(change)).rejects.toThrow('permission denied')
    }
    for (const change of changes.slice(0, 6)) {
      await expect(owner.query(change)).rejects.toThrow('append-only')
    }
  })

  it('a server that disables its own restrictions', async () => {
    const attempts = [
      'ALTER TABLE ledger_postings DISABLE TRIGGER ALL',
      'DROP TRIGGER refuse_change ON ledger_postings',
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
  it('keeps the balances of a loan in step with its entries, and nothing of a failed transaction', async () => {
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
    const owed = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: fen(1000_00n) }
    expect(await readBalances(server, { customer, loanNo: 'loan' })).toEqual(owed)
    expect(await readBalances(server, { customer: someone(), loanNo: 'loan' })).toEqual({
      ...owed,
      principal: ZERO,
    })
  })

  it('lists the entries behind an amount, each with the balance after it', async () => {
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
    expect(interest).toEqual({ balance: ZERO, lines: [] })
    expect(principal.balance).toBe(600_00n)
    expect(principal.lines).toMatchObject([
      { event: 'draw', against: 'clearing', amount: 1000_00n, balance: 1000_00n, on: today },
      { event: 'payment', transactionNo: 'pay-1', amount: -400_00n, balance: 600_00n },
    ])
  })

  it('corrects by reversing entries, once', async () => {
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

  it('sums to zero over all accounts', async () => {
    const rows = await server.query<{ account: Account; balance_fen: bigint }>(
      'SELECT account, balance_fen FROM general_ledger',
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.reduce((sum, { balance_fen }) => sum + balance_fen, 0n)).toBe(0n)
  })

  it('starts on the calendar day of the first start and is moved by the end of day only', async () => {
    await expect(readBusinessDate(server)).rejects.toThrow('no business date')
    await startBusinessDate(server)
    expect(await readBusinessDate(server)).toBe(await readCalendarDay(server))
    const earlier = localDate('2026-01-31')
    await setBusinessDate(server, earlier)
    await startBusinessDate(server)
    expect(await readBusinessDate(server)).toBe(earlier)
  })
})
