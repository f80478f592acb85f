import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, addMonths, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { monthEnd } from '@qingzhou/domain/bureau/month-events'
import { product as figures } from '@qingzhou/domain/product'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { readLoans, receivePayment, repayInFull, reversePayment } from '@qingzhou/lending/index'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { listEvents } from './event-store.ts'
import { recordMonth } from './record-month.ts'
import {
  authorise,
  endDay,
  reportedBorrower,
  type ReportedBorrower,
} from './testing/reported-borrower.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
}, 60_000)
afterAll(() => product.stop())

const events = async ({ customer }: ReportedBorrower) =>
  listEvents(product.services.database, customer)

async function loanOf({ customer, loanNo }: ReportedBorrower) {
  const loans = await readLoans(product.services.database, customer)
  const found = loans.find((one) => one.loanNo === loanNo)
  if (!found) throw new Error(`loan ${loanNo} not found`)
  return found.loan
}

async function pay(borrower: ReportedBorrower, requestNo: string) {
  const { customer, loanNo, cardId } = borrower
  const amount = dueOn(await product.services.businessDate(), await loanOf(borrower))
  const act = { customer, requestNo, actor: 'customer' }
  return receivePayment(product.services, act, { loanNo, amount, cardId })
}

describe('the events for the bureau', { timeout: 120_000 }, () => {
  it('[Q1] are written once for each loan and month, however often the month is recorded', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services)
    const first = monthEnd(borrower.start)
    await endDay(product, addDays(first, 1))
    const written = await events(borrower)
    expect(written.map(({ kind, asOf, fileMonth }) => [kind, asOf, fileMonth])).toEqual([
      ['opened', borrower.start, first],
      ['balance', first, first],
      ['status', first, first],
    ])
    await recordMonth(services, { month: first, after: '' })
    expect(await events(borrower)).toEqual(written)
    const [month] = await services.database.query('SELECT month, filed_at FROM bureau_months')
    expect(month).toEqual({ month: first, filed_at: null })
  })

  it('[Q1] show the month as it ended, also if the task runs after a later payment', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services)
    const month = monthEnd(borrower.start)
    await services.endOfDay(addDays(month, 1), { debits: 'ignore' })
    const owed = (await loanOf(borrower)).amount
    const amount = payoffOn(await services.businessDate(), await loanOf(borrower))
    const act = { customer: borrower.customer, requestNo: 'settle-1', actor: 'customer' }
    const { loanNo, cardId } = borrower
    await repayInFull(services, act, { loanNo, amount, cardId })
    await product.runTasks()
    const written = await events(borrower)
    expect(written.map(({ kind }) => kind)).toEqual(['opened', 'balance', 'status'])
    expect(written[1]?.fact).toMatchObject({ balance: owed })
    await endDay(product, addDays(monthEnd(addDays(month, 1)), 1))
    const closed = (await events(borrower)).at(-1)
    expect(closed).toMatchObject({
      kind: 'closed',
      asOf: addDays(month, 1),
      fact: { reason: 'settled' },
    })
  })

  it('[law bureau-authorisation] are none of a borrower who has not signed that the bureau may be told', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services, { isAuthorised: false })
    const month = monthEnd(borrower.start)
    await endDay(product, addDays(month, 1))
    expect(await events(borrower)).toEqual([])
    await authorise(services, borrower.customer)
    await recordMonth(services, { month, after: '' })
    expect(await events(borrower)).not.toEqual([])
  })

  it('[Q4] a late loan is reported after the borrower has been told, once', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services)
    const due = addMonths(borrower.start, 1)
    await endDay(product, addDays(due, 3))
    expect(await noticesOf(borrower)).toEqual([])
    await endDay(product, addDays(due, 4))
    await endDay(product, addDays(due, 6))
    const [notice, ...more] = await noticesOf(borrower)
    expect(more).toEqual([])
    expect(notice?.noticed_on).toBe(addDays(due, 4))
    const month = monthEnd(addDays(due, 4 + figures.bureau.noticeDays))
    await endDay(product, addDays(month, 1))
    const late = (await events(borrower)).filter(
      ({ fact }) => fact?.about === 'status' && fact.lateClass > 0,
    )
    expect(late.length).toBeGreaterThan(0)
    for (const { fileMonth } of late) {
      expect(fileMonth >= addDays(due, 4 + figures.bureau.noticeDays)).toBe(true)
    }
  })

  it('[Q3] a reversed payment corrects what was told, by name', async () => {
    const { services } = product
    const borrower = await reportedBorrower(services)
    const { customer, loanNo } = borrower
    const due = addMonths(borrower.start, 1)
    await services.endOfDay(due, { debits: 'ignore' })
    await pay(borrower, 'pay-1')
    const month = monthEnd(due)
    await endDay(product, addDays(month, 1))
    const act = { customer, requestNo: 'reverse-1', actor: 'staff' }
    const reason = { paymentNo: 'pay-1', loanNo, reason: 'bounced' } as const
    await reversePayment(services, act, reason)
    await endDay(product, addDays(monthEnd(addDays(month, 1)), 1))
    const corrected = (await events(borrower)).filter(({ kind }) => kind === 'corrected')
    expect(corrected.map(({ asOf, fact }) => [asOf, fact?.about])).toEqual([
      [month, 'balance'],
      ...(month > addDays(due, 3) ? [[month, 'status']] : []),
    ])
    const all = await events(borrower)
    expect(
      corrected.map(({ named }) => all.find(({ eventNo }) => eventNo === named)?.asOf),
    ).toEqual(corrected.map(() => month))
  })

  it('[Q1] are never changed or deleted, not even by the owner of the table', async () => {
    const { database } = product.services
    await expect(database.query(`UPDATE bureau_events SET as_of = as_of - 1`)).rejects.toThrow(
      /permission denied|append-only/,
    )
    await expect(database.query('DELETE FROM bureau_events')).rejects.toThrow(/retained/)
  })
})

async function noticesOf({ customer }: ReportedBorrower) {
  return product.services.database.query<{ noticed_on: LocalDate }>(
    `SELECT noticed_on FROM bureau_notices JOIN outbox USING (customer_no, message_no) WHERE customer_no = $1`,
    [customer],
  )
}
