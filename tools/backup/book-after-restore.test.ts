import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { proposalKinds } from '@qingzhou/server/features/console/proposals/kinds.ts'
import { verifyBooks } from '@qingzhou/server/features/end-of-day/checks/verify-books.ts'
import {
  confirmByCode,
  executeDraw,
  newBorrower,
  passFace,
  readyToApply,
  waitForBank,
  type TestBorrower,
} from '@qingzhou/server/features/loans/testing/borrower.ts'
import { setFault, signInWith } from '@qingzhou/server/features/onboarding/testing/visitor.ts'
import { approve } from '@qingzhou/server/features/proposals/index.ts'
import { readDifferences, reconcileDay } from '@qingzhou/server/features/reconciliation/index.ts'
import {
  readClearingBalance,
  confirmCardPayment,
  disburseLoan,
  dueOf,
  moveTo,
  newPayer,
  makeCardPayment,
  paymentCode,
  placeOrder,
} from '@qingzhou/server/features/repayment/testing/payer.ts'
import { findLimit, readActs, readLoans, replayActs } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { releaseExpired } from '@qingzhou/platform/tasks/queue-store'
import { startTestProduct, type TestProduct } from '@qingzhou/server/testing/product.ts'
import { newStaff } from '@qingzhou/server/testing/staff.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'

import { bookLost, listDifferences } from '../reconcile/book.ts'
import { execute, withDatabase } from '../postgres/test-database.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

/** The payment app is asked by the gateway. */
const BANK = { BANK: 'unionpay' }

let folder: string
let product: TestProduct
let restored: TestProduct | undefined
/** The days on which money moved. */
const days: LocalDate[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'qingzhou-books-'))
  product = await startTestProduct(BANK)
  days.push(product.services.today())
}, 60_000)
afterAll(async () => {
  await restored?.stop()
  await product.stop()
  await rm(folder, { recursive: true })
})

/** The clock and the business date move together; sessions end meanwhile. */
async function nextDays(count: number, ...people: readonly TestBorrower[]): Promise<void> {
  product.advance(count * 86_400)
  const today = product.services.today()
  await moveTo(product, today)
  days.push(today)
  for (const { client, phone } of people) await signInWith(product, client, phone)
}

/** All that a customer owes, has used and gets back. */
async function booksOf({ services: { database } }: TestProduct, customers: readonly CustomerNo[]) {
  const books = []
  for (const customer of customers) {
    const loans = await readLoans(database, customer)
    const refunds = await database.query(
      `SELECT refund_no, amount_fen, state FROM refunds WHERE customer_no = $1 ORDER BY refund_no`,
      [customer],
    )
    const orders = await database.query(
      `SELECT request_no, order_no, kind, amount_fen, state, pay_by, quoted_on FROM payment_orders
        WHERE customer_no = $1 ORDER BY request_no`,
      [customer],
    )
    const payments = await database.query(
      `SELECT payment_no, loan_no, kind, amount_fen, overpaid_fen, paid_on FROM payments
        WHERE customer_no = $1 ORDER BY payment_no`,
      [customer],
    )
    const limit = await findLimit(database, customer)
    books.push({ loans, refunds, orders, payments, used: limit?.used })
  }
  return books
}

async function replayLoans({ services: { database } }: TestProduct, customer: CustomerNo) {
  const loans = await readLoans(database, customer)
  const replayed = replayActs(await readActs(database, customer), loans)
  return loans.map(({ loanNo, loan }) => ({ stored: loan, again: replayed.get(loanNo) }))
}

/** A server on the restored backup, at the same providers and the same time. */
async function restoreFrom(backup: string): Promise<TestProduct> {
  const name = `restored_books_${process.hrtime.bigint()}`
  await execute(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const url = withDatabase(inject('postgresUrl'), name)
  const data = join(folder, 'restored')
  await cp(join(product.config.dataDirectory, 'keys'), join(data, 'keys'), { recursive: true })
  await restoreBackup({ url, uploads: join(data, 'uploads'), from: backup })
  const settings = {
    DATABASE_URL: url,
    DATA_DIR: data,
    SANDBOX_URL: product.sandbox.url,
    RECOVERING: 'yes',
    ...BANK,
  }
  return startTestProduct(settings, [], { now: () => product.services.now().getTime() })
}

async function payInWallet(payer: Parameters<typeof placeOrder>[0], instalment: number) {
  const requestNo = await placeOrder(payer, { aim: dueOf(payer, instalment), payBy: 'wallet' })
  const { url } = await payer.client.api.repayment.createWalletOrder({ requestNo })
  const page = new URL(url.replace(/^\/sandbox/, ''), product.sandbox.url)
  await fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', decision: 'pay' }),
  })
  await waitForBank(product)
}

async function reconcile({ services }: TestProduct): Promise<void> {
  for (const day of days) await reconcileDay(services, day)
}

it(
  'what was drawn, repaid and refunded after a backup is booked again after its restore, by two people: the books are equal',
  { timeout: 180_000 },
  async () => {
    const late = await newPayer(product)
    const early = await newPayer(product)
    const fresh = await newBorrower(product)
    const begun = await newBorrower(product)
    const customers = [late, early, fresh, begun].map(({ customer }) => customer)
    const waiting = await placeOrder(late, { aim: dueOf(late, 1) })
    const application = await begun.client.api.loans.apply(await readyToApply(begun))

    // Under way while it is taken.
    const part = { kind: 'earlyPart', loanNo: early.loanNo, amount: fen(1_000_00n) } as const
    await confirmCardPayment(product, early, part)
    await executeDraw(product, late, { months: 3 })
    const to = join(folder, 'backup')
    const uploads = join(product.config.dataDirectory, 'uploads')
    const url = product.config.databaseUrl
    await Promise.all([takeBackup({ url, uploads, to }), waitForBank(product)])

    const dynamicCode = await paymentCode(product, late)
    await late.client.api.repayment.confirm({ requestNo: waiting, dynamicCode })
    await waitForBank(product)
    const drawNo = application.drawNo
    if (application.verification.includes('face')) await passFace(product, begun, drawNo)
    await confirmByCode(product, begun)
    await begun.client.api.loans.execute({ drawNo })
    const loanNo = await disburseLoan(product, fresh, { months: 3 })
    await nextDays(1, early, fresh)
    const again = { ...fresh, loanNo }
    await makeCardPayment(product, again, {
      kind: 'earlyPart',
      loanNo,
      amount: fen(500_00n),
      keep: 'instalment',
    })
    await payInWallet(early, 1)
    // Debited a day after its quote: it is not enough any more, and goes back.
    await setFault(product, { provider: 'bank', settleMs: 20 * 3_600_000 })
    await confirmCardPayment(product, again, { kind: 'earlyFull', loanNo })
    await product.runTasks()
    await setFault(product, { provider: 'bank', settleMs: null })
    await nextDays(1)
    await waitForBank(product, 700)
    await waitForBank(product, 700)
    // On the last day without a penalty, long before the restore.
    await nextDays(40, late, early)
    await makeCardPayment(product, late, dueOf(late, 2))
    await disburseLoan(product, early)
    await nextDays(15, fresh)
    await makeCardPayment(product, again, { kind: 'earlyFull', loanNo })

    const lastDay = product.services.today()
    await reconcile(product)
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
    const before = await booksOf(product, customers)
    expect(before.flatMap(({ refunds }) => refunds)).toMatchObject([{ state: 'returned' }])

    restored = await restoreFrom(to)
    await moveTo(restored, lastDay)
    // Tasks that ran when the backup was taken are leased until the database's clock has moved on.
    await restored.services.database.query(
      'UPDATE tasks SET lease_until = now() - interval $$1 s$$',
    )
    await releaseExpired(restored.services.database)
    await restored.runTasks()
    await reconcile(restored)
    const { services } = restored
    const lost = await readDifferences(services.database, undefined)
    expect(lost.length).toBeGreaterThanOrEqual(9)

    const agent = {
      staffNo: (await newStaff(restored, ['operator'])).staffNo,
      roles: ['operator'],
    } as const
    const reviewer = {
      staffNo: (await newStaff(restored, ['reviewer'])).staffNo,
      roles: ['reviewer'],
    } as const
    const deps = { ...services, kinds: proposalKinds }
    const booking = { day: undefined, reason: '恢复备份后补记', isDryRun: true }
    const listed = (await listDifferences(deps)).join('\n')
    for (const customer of customers)
      expect(listed).toContain(`they say done; customer ${customer}`)
    const planned = await bookLost(deps, agent, booking)
    expect(planned.includes('Not booked:') ? planned : []).toEqual([])
    expect(await readDifferences(services.database, undefined)).toHaveLength(lost.length)
    const [first = ''] = await bookLost(deps, agent, { ...booking, isDryRun: false })
    const proposalNo = /P\d+/.exec(first)?.[0] ?? ''
    expect(await approve(deps, reviewer, { proposalNo })).toEqual({
      state: 'done',
      result: `transfers=${lost.length}`,
    })

    await restored.runTasks()
    await reconcile(restored)
    expect(await readDifferences(services.database, undefined)).toEqual([])
    expect(await booksOf(restored, customers)).toEqual(before)
    expect(await verifyBooks(services.database)).toEqual([])
    expect(await readClearingBalance(restored)).toBe(0n)
    for (const customer of customers) {
      for (const { stored, again: computed } of await replayLoans(restored, customer)) {
        expect(computed).toMatchObject({ kind: 'loan', loan: stored })
      }
    }
    const twice = await bookLost(deps, agent, booking)
    expect(twice).toEqual(['Nothing to book.'])
  },
)
