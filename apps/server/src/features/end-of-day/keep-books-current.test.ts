import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { readCalendarDay } from '@qingzhou/lending/ledger/index'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { keepBooksCurrent } from './keep-books-current.ts'

let product: TestProduct
beforeEach(async () => {
  product = await startTestProduct()
})
afterEach(() => product.stop())

/** Waits until the business date is the given day; the test's timeout applies. */
async function booksAreOn(day: string): Promise<void> {
  while ((await product.services.businessDate()) !== day) await sleep(20)
}

it('the business date follows the calendar in Shanghai automatically', async () => {
  const { database } = product.services
  const today = await readCalendarDay(database)
  await setBusinessDate(database, addDays(today, -2))
  const books = keepBooksCurrent(product.services, 20)
  await booksAreOn(today)
  await books.stop()
})

it('two concurrent servers move the business date once per day', async () => {
  const { database } = product.services
  const today = await readCalendarDay(database)
  await setBusinessDate(database, addDays(today, -1))
  const both = [keepBooksCurrent(product.services, 10), keepBooksCurrent(product.services, 10)]
  await booksAreOn(today)
  await sleep(100)
  await Promise.all(both.map((books) => books.stop()))
  expect(await product.services.businessDate()).toBe(today)
})

it('a business date that the test clock moved ahead is not changed', async () => {
  const start = await product.services.businessDate()
  await product.services.endOfDay(addDays(start, 5), { debits: 'ignore' })
  const books = keepBooksCurrent(product.services, 10)
  await sleep(100)
  await books.stop()
  expect(await product.services.businessDate()).toBe(addDays(start, 5))
})
