import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { positionOf } from '@qingzhou/domain/ledger/position'
import { lender } from '@qingzhou/platform/config/brand'
import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Queryable } from '@qingzhou/platform/database/database'
import { placeIn } from '@qingzhou/platform/database/vault/sealed-columns'
import { readBalances } from '@qingzhou/lending/ledger/index'
import {
  consolidateLoans,
  deferInstalment,
  grantForbearanceOnLoan,
  readLoans,
  receivePayment,
  type LoanRecord,
} from '@qingzhou/lending/index'
import { drawLoan } from '@qingzhou/lending/testing/draw-loan'
import { insertBorrower, type InsertedBorrower } from '#features/loans/testing/inserted-borrower.ts'
import { isAnyStatementWaiting } from '@qingzhou/platform/testing/lock-waits'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { defaultPlans } from './tasks.ts'
import { verifyBooks } from './checks/verify-books.ts'

type PlanBorrower = InsertedBorrower & { readonly loanNo: string }

let product: TestProduct
/**
 * Two borrowers with consolidation plans of the same day, and the day on which the plans default if
 * unpaid.
 */
let keepsNothing: PlanBorrower
let pays: PlanBorrower
let broken: LocalDate

beforeAll(async () => {
  product = await startTestProduct()
  const { services } = product
  const borrowers = [await lateBorrower(), await lateBorrower()] as const
  const today = addDays(await services.businessDate(), 32)
  await services.endOfDay(today, { debits: 'ignore' })
  keepsNothing = await consolidate(borrowers[0])
  pays = await consolidate(borrowers[1])
  broken = addDays(addMonths(today, 2), 1)
}, 60_000)
afterAll(() => product.stop())

const terms = {
  amount: fen(6_000_00n),
  months: 12,
  method: 'equal-instalments',
  purpose: 'daily',
} as const
const after = { customer: '', loanNo: '' }

async function lateBorrower(): Promise<PlanBorrower> {
  const borrower = await insertBorrower(product.services)
  const { customer, cardId } = borrower
  const act = { customer, requestNo: 'draw-1', actor: 'customer' }
  const { loanNo } = await drawLoan(product.services, act, { ...terms, cardId })
  return { ...borrower, loanNo }
}

async function consolidate(borrower: PlanBorrower): Promise<PlanBorrower> {
  const { customer, cardId, loanNo: oldNo } = borrower
  const act = { customer, requestNo: 'join-1', actor: 'customer' }
  const request = { loanNos: [oldNo], months: 12, cardId }
  const { loanNo } = await consolidateLoans(product.services, act, request)
  return { ...borrower, loanNo }
}

async function planOf({ customer, loanNo }: PlanBorrower): Promise<LoanRecord> {
  const loans = await readLoans(product.services.database, customer)
  const stored = loans.find((one) => one.loanNo === loanNo)
  if (!stored) throw new Error(`customer ${customer}: loan ${loanNo} not found`)
  return stored
}

async function messagesTo(customer: CustomerNo): Promise<string[]> {
  const { database, vault } = product.services
  const rows = await database.query<{ message_no: string; text_sealed: Buffer }>(
    `SELECT message_no, text_sealed FROM outbox WHERE customer_no = $1 AND kind = 'plan-defaulted'`,
    [customer],
  )
  return rows.map((row) =>
    vault.open(row.text_sealed, placeIn('outbox', customer, row.message_no)('text_sealed')),
  )
}

/** Starts or ends a payment in progress for a plan. */
async function pay(
  { customer, loanNo }: PlanBorrower,
  isRunning: boolean,
  db: Queryable = product.services.database,
): Promise<void> {
  await db.query(
    `INSERT INTO payment_orders (customer_no, request_no, order_no, fingerprint, kind, state, actor,
                             pay_by, amount_fen, quoted_on, placed_at, aim)
     VALUES ($1, 'repay-on-its-way', 'repay-on-its-way', '', 'due', 'processing', 'customer',
             'wallet', 1, current_date, now(), '{"kind": "due", "bills": []}')
     ON CONFLICT (customer_no, request_no) DO NOTHING`,
    [customer],
  )
  await db.query(
    `INSERT INTO payment_order_lines (customer_no, request_no, loan_no, amount_fen, is_running)
     VALUES ($1, 'repay-on-its-way', $2, 1, $3)
     ON CONFLICT (customer_no, request_no, loan_no) DO UPDATE SET is_running = $3`,
    [customer, loanNo, isRunning],
  )
}

describe('consolidation plans after the end of day', { timeout: 60_000 }, () => {
  it('[N4] default once with two unpaid instalments, and the borrower gets an SMS', async () => {
    const { services } = product
    const { customer, loanNo } = keepsNothing
    const before = addDays(broken, -1)
    await services.endOfDay(before, { debits: 'ignore' })
    await defaultPlans(services, { date: before, after })
    expect((await planOf(keepsNothing)).defaultedOn).toBeUndefined()

    await services.endOfDay(broken, { debits: 'ignore' })
    await pay(pays, true)
    const owed = payoffOn(broken, (await planOf(keepsNothing)).loan)
    await Promise.all([1, 2, 3].map(() => defaultPlans(services, { date: broken, after })))
    const { defaultedOn, loan, bookedUntil } = await planOf(keepsNothing)
    expect([defaultedOn, bookedUntil]).toEqual([broken, broken])
    expect(payoffOn(broken, loan)).toBe(owed)
    const said = await messagesTo(customer)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(`借据尾号 ${loanNo.slice(-4)}`)
    expect(said[0]).toContain(displayYuan(owed))
    expect(said[0]).toContain(lender.servicePhone)
  })

  it('[N4] once broken, are moved neither by deferral nor by forbearance', async () => {
    const { services } = product
    const { customer, loanNo } = keepsNothing
    const { loan } = await planOf(keepsNothing)
    const act = { customer, requestNo: 'move-broken-plan', actor: 'system' }
    for (const move of [deferInstalment, grantForbearanceOnLoan]) {
      await expect(move(services, act, { loanNo, days: 60 })).rejects.toMatchObject({
        refusal: { kind: 'plan-defaulted' },
      })
    }
    expect((await planOf(keepsNothing)).loan).toEqual(loan)
    expect(await verifyBooks(services.database)).toEqual([])
  })

  it('[N4] do not default while a payment is in progress', async () => {
    const { services } = product
    expect((await planOf(pays)).defaultedOn).toBeUndefined()
    await pay(pays, false)
    const next = addDays(broken, 1)
    await services.endOfDay(next, { debits: 'ignore' })
    // A run that is late does nothing: the run of the current day covers it.
    await defaultPlans(services, { date: broken, after })
    expect((await planOf(pays)).defaultedOn).toBeUndefined()
    await defaultPlans(services, { date: next, after })
    expect((await planOf(pays)).defaultedOn).toBe(next)
  })

  it('[N4, G2] are still booked to the domain’s result each night', async () => {
    const { services } = product
    const day = addDays(broken, 8)
    await services.endOfDay(day, { debits: 'ignore' })
    for (const planned of [keepsNothing, pays]) {
      const { loan } = await planOf(planned)
      expect(await readBalances(services.database, planned)).toEqual(positionOf(loan, day))
    }
  })

  it('are checked by a task that is enqueued with the day itself', async () => {
    const { database, businessDate } = product.services
    const date = await businessDate()
    const [task] = await database.query<{ payload: unknown }>(
      `SELECT payload FROM tasks WHERE kind = 'break-plans' AND task_key = $1`,
      [date],
    )
    expect(task?.payload).toEqual({ date })
  })

  it('[N4] do not default if a payment starts at the same moment', async () => {
    const { database, businessDate, endOfDay } = product.services
    const late = await lateBorrower()
    await endOfDay(addDays(await businessDate(), 32), { debits: 'ignore' })
    const planned = await consolidate(late)
    const date = addDays(addMonths(await businessDate(), 2), 1)
    await endOfDay(date, { debits: 'ignore' })
    const { customer, loanNo } = planned
    const isWaiting = () => isAnyStatementWaiting(database)
    let breaking: Promise<void> | undefined
    await database.inTransaction(async (tx) => {
      // Same lock order as a payment order: the loan first.
      await tx.query('SELECT FROM loans WHERE customer_no = $1 AND loan_no = $2 FOR UPDATE', [
        customer,
        loanNo,
      ])
      breaking = defaultPlans(product.services, { date, after })
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
      await pay(planned, true, tx)
    })
    await breaking
    expect((await planOf(planned)).defaultedOn).toBeUndefined()
  })

  it('[N4] default even if an earlier one in the run fails', async () => {
    const { services } = product
    const late = await Promise.all([lateBorrower(), lateBorrower()])
    await services.endOfDay(addDays(await services.businessDate(), 32), { debits: 'ignore' })
    const planned = await Promise.all(late.map(consolidate))
    const [bad, good] = planned.toSorted((one, other) => one.customer.localeCompare(other.customer))
    if (!bad || !good) throw new Error('expected two plans')
    // The transaction number of the default is already taken.
    const act = { customer: bad.customer, requestNo: `break-${bad.loanNo}`, actor: 'system' }
    const { loanNo, cardId } = bad
    await receivePayment(services, act, { loanNo, amount: fen(1n), cardId })
    const date = addDays(addMonths(await services.businessDate(), 2), 1)
    await services.endOfDay(date, { debits: 'ignore' })
    await defaultPlans(services, { date, after })
    expect((await planOf(bad)).defaultedOn).toBeUndefined()
    expect((await planOf(good)).defaultedOn).toBe(date)
    expect(product.logged()).toContain('plan.not-broken')
  })
})
