import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { setBusinessDate } from '@qingzhou/lending/ledger/testing/business-date'
import { sendCallback } from '#testing/send-callback.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { keepBooksCurrent } from './keep-books-current.ts'

const MINUTE = 60
const DAY = 86_400

let product: TestProduct
beforeEach(async () => {
  product = await startTestProduct({ CLOCK_SKEW_SECONDS_MAX: '60' }, [], 'now')
})
afterEach(() => product.stop())

async function readiness() {
  const response = await product.app.inject({ method: 'GET', url: '/readyz' })
  return { status: response.statusCode, ...response.json<{ missing: string[] }>() }
}

/** Long enough for several checks of the calendar. */
async function lookAtCalendar(): Promise<void> {
  const books = keepBooksCurrent(product.services, 10)
  await sleep(200)
  await books.stop()
}

describe('a server whose clock is wrong', () => {
  it.each([
    ['3 days ahead', 3 * DAY, /^clock: this server is 2592\d\d s ahead of the database/],
    ['3 days behind', -3 * DAY, /^clock: this server is 2592\d\d s behind the database/],
    ['5 minutes ahead', 5 * MINUTE, /^clock: this server is [23]\d\d s ahead of the database/],
    ['5 minutes behind', -5 * MINUTE, /^clock: this server is [23]\d\d s behind the database/],
  ])('%s moves no business date, serves no call and is not ready', async (_, seconds, reason) => {
    const before = await product.services.businessDate()
    const client = product.client()
    expect((await client.send(calls.system.version)).status).toBe(200)
    product.advance(seconds)

    await lookAtCalendar()
    expect(await product.services.businessDate()).toBe(before)
    const answer = await client.send(calls.system.version)
    expect(answer.status).toBe(503)
    expect(answer.headers).toHaveProperty('retry-after')
    const { status, missing } = await readiness()
    expect(status).toBe(503)
    expect(missing).toEqual([expect.stringMatching(reason)])
  })

  it('serves again by itself once the clock is correct', async () => {
    const client = product.client()
    product.advance(DAY)
    expect((await readiness()).status).toBe(503)
    product.advance(-DAY)
    expect(await readiness()).toMatchObject({ status: 200, missing: [] })
    expect((await client.send(calls.system.version)).status).toBe(200)
  })

  it('refuses provider callbacks, so that they are sent again', async () => {
    const notice = { orderNo: 'unknown-00000001', state: 'done' }
    product.advance(DAY)
    expect(await sendCallback(product, 'transfer', notice)).toBe(503)
    product.advance(-DAY)
    expect(await sendCallback(product, 'transfer', notice)).toBe(200)
  })

  it('serves as usual within the tolerance', async () => {
    product.advance(50)
    expect((await readiness()).status).toBe(200)
    expect((await product.client().send(calls.system.version)).status).toBe(200)
  })
})

const set = async (day: string) =>
  product.services.database.query('UPDATE business_date SET business_date = $1', [day])

describe('the business date in the database', () => {
  it('cannot be moved past the database calendar by the role of the server', async () => {
    const today = await product.services.businessDate()
    await expect(set(addDays(today, 1))).rejects.toThrow(/business date/)
    expect(await product.services.businessDate()).toBe(today)
  })

  it('cannot be moved by more than a day, or backwards, by the role of the server', async () => {
    const today = await product.services.businessDate()
    await setBusinessDate(product.services.database, addDays(today, -5))
    await expect(set(addDays(today, -3))).rejects.toThrow(/business date/)
    await expect(set(addDays(today, -6))).rejects.toThrow(/business date/)
    await set(addDays(today, -4))
    expect(await product.services.businessDate()).toBe(addDays(today, -4))
  })

  it('cannot be permitted to pass the calendar by the role of the server', async () => {
    const permit = product.services.database.query(
      `INSERT INTO business_date_permits (until, reason) VALUES ('2999-01-01', 'none')`,
    )
    await expect(permit).rejects.toThrow(/permission denied/)
  })

  it('stops at the calendar, whatever date an end of day is run for', async () => {
    const today = await product.services.businessDate()
    const { businessDate } = await product.services.endOfDay(addDays(today, 3), {
      debits: 'ignore',
    })
    expect(businessDate).toBe(today)
  })
})
