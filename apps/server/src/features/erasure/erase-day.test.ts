import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { retentionEnd } from '@qingzhou/domain/credit/retention'
import { product as rules } from '@qingzhou/domain/product'
import { terminal } from '#features/credit/testing/applying.ts'
import { newApplicant, onAnotherPhone, patient } from '#features/identity/testing/applicant.ts'
import { cancelLimitByCalls } from '#features/limit-cancellation/testing/cancellation.ts'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { isKilled, killAfter } from '#features/loans/testing/killed.ts'
import { signInWith } from '#features/onboarding/testing/visitor.ts'
import { moveDays, newPayer } from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { eraseDay } from './erase-day.ts'
import { findErasureDay, forget, goTo, yearsAfter } from './testing/erasure-run.ts'

const YEARS = rules.retention.years

// A new product for each test, as tests move the clock by years.
let product: TestProduct
beforeEach(async () => {
  product = await startTestProduct(patient)
})
afterEach(() => product.stop())

const isErased = async ({ customer }: { readonly customer: string }) =>
  (await findErasureDay(product, customer)) !== undefined

/** The day after the given number of years from today. */
const afterYears = async (years: number) =>
  addDays(yearsAfter(await product.services.businessDate(), years), 1)

describe('the retention period', { timeout: 120_000 }, () => {
  it('starts when the limit is cancelled, and includes its last day', async () => {
    const leaver = await newBorrower(product)
    await cancelLimitByCalls(product, leaver)
    const last = retentionEnd(await product.services.businessDate())
    await goTo(product, last)
    await forget(product)
    expect(await isErased(leaver)).toBe(false)
    await goTo(product, addDays(last, 1))
    await forget(product)
    expect(await findErasureDay(product, leaver.customer)).toBe(addDays(last, 1))
  })

  it('starts when the limit expires if it was not cancelled', async () => {
    const borrower = await newBorrower(product)
    await goTo(product, await afterYears(YEARS))
    await forget(product)
    expect(await isErased(borrower)).toBe(false)
    await goTo(product, await afterYears(1))
    await forget(product)
    expect(await isErased(borrower)).toBe(true)
  })

  it('starts with the last visit for customers who only registered', async () => {
    const [gone, back] = [await newApplicant(product), await newApplicant(product)]
    await goTo(product, await afterYears(YEARS - 2))
    await onAnotherPhone(product, back)
    await goTo(product, await afterYears(2))
    await forget(product)
    expect(await isErased(gone)).toBe(true)
    expect(await isErased(back)).toBe(false)
  })

  it('does not start while there is debt or an active session', async () => {
    const payer = await newPayer(product)
    const visitor = await newApplicant(product)
    await goTo(product, await afterYears(YEARS + 4))
    await product.services.database.query(
      `UPDATE sessions SET expires_at = $2 WHERE customer_no = $1`,
      [visitor.customer, new Date(product.services.now().getTime() + 60_000)],
    )
    await forget(product)
    expect(await isErased(payer)).toBe(false)
    expect(await isErased(visitor)).toBe(false)
  })

  it('does not start while a task of the customer waits', async () => {
    const { database, now } = product.services
    const visitor = await newApplicant(product)
    await goTo(product, await afterYears(YEARS + 4))
    await database.query(
      `INSERT INTO tasks (customer_no, kind, payload, run_at) VALUES ($1, 'of-a-test', '{}', $2)`,
      [visitor.customer, new Date(now().getTime() + 60_000)],
    )
    await forget(product)
    expect(await isErased(visitor)).toBe(false)
    await database.query('DELETE FROM tasks WHERE customer_no = $1', [visitor.customer])
    await goTo(product, await afterYears(YEARS + 1))
    await forget(product)
    expect(await isErased(visitor)).toBe(true)
  })

  it('starts again for a customer who cancelled a limit and applied again', async () => {
    const leaver = await newBorrower(product)
    await cancelLimitByCalls(product, leaver)
    await goTo(product, await afterYears(YEARS - 1))
    const back = await onAnotherPhone(product, leaver)
    await back.client.api.credit.open(terminal)
    await goTo(product, await afterYears(1))
    await forget(product)
    expect(await isErased(leaver)).toBe(false)
    await goTo(product, await afterYears(YEARS - 1))
    await forget(product)
    expect(await isErased(leaver)).toBe(true)
  })
})

describe('the daily erasure run', { timeout: 120_000 }, () => {
  it('is enqueued by the end of day', async () => {
    const date = await moveDays(product, 1)
    const queued = await product.services.database.query(
      `SELECT payload FROM tasks WHERE kind = 'erase-day'`,
    )
    expect(queued).toEqual([{ payload: { date } }])
    expect((await product.runTasks()).failed).toBe(0)
  })

  it('has the same result if it is killed at any step and run again', async () => {
    const { services } = product
    const leavers = await Promise.all([1, 2, 3].map(() => newApplicant(product)))
    await goTo(product, await afterYears(YEARS))
    const date = await services.businessDate()
    let wasWhole = false
    for (let steps = 0; !wasWhole; steps += 7) {
      const mortal = { ...services, database: killAfter(steps, services.database) }
      wasWhole = await eraseDay(mortal, { date, after: '' }).then(
        () => true,
        (error: unknown) => {
          if (!isKilled(error)) throw error
          return false
        },
      )
    }
    await forget(product)
    expect(await Promise.all(leavers.map(isErased))).toEqual([true, true, true])
  })

  it('erases each customer once with three concurrent workers', async () => {
    const { services } = product
    const leavers = await Promise.all([1, 2, 3, 4].map(() => newApplicant(product)))
    await goTo(product, await afterYears(YEARS))
    const date = await services.businessDate()
    await Promise.all([1, 2, 3].map(() => eraseDay(services, { date, after: '' })))
    await forget(product)
    expect(await Promise.all(leavers.map(isErased))).toEqual([true, true, true, true])
  })

  it('skips a customer whose erasure fails', async () => {
    const [broken, whole] = [await newApplicant(product), await newApplicant(product)]
    await goTo(product, await afterYears(YEARS))
    await product.services.database.query(
      `UPDATE customers SET phone_sealed = 'x' WHERE customer_no = $1`,
      [broken.customer],
    )
    await forget(product)
    expect(await isErased(broken)).toBe(false)
    expect(await isErased(whole)).toBe(true)
    expect(product.logged()).toContain('erasure.failed')
  })

  it('is serialised with a concurrent sign-in, and both complete', async () => {
    const { services } = product
    const date = await afterYears(YEARS)
    const visitors = await Promise.all([1, 2, 3, 4, 5].map(() => newApplicant(product)))
    await goTo(product, date)
    const clients = visitors.map(() => product.client())
    const signIns = visitors.map(({ phone }, index) =>
      signInWith(product, clients[index] ?? product.client(), phone),
    )
    const [, ...ends] = await Promise.allSettled([
      eraseDay(services, { date, after: '' }),
      ...signIns,
    ])
    for (const [index, end] of ends.entries()) {
      if (end.status === 'rejected') continue
      const user = await clients[index]?.api.onboarding.currentUser({})
      expect(await isErased({ customer: user?.customerNo ?? '' })).toBe(false)
    }
  })
})

describe('the database', { timeout: 120_000 }, () => {
  it('[law retention-of-identity-data] refuses to erase a customer before the end of the retention period', async () => {
    const borrower = await newBorrower(product)
    const { customer } = borrower
    const { database, now } = product.services
    const early = database.query(
      `INSERT INTO erasures (customer_no, last_business_on, erased_on, erased_at)
       VALUES ($1, '2000-01-01', '2010-01-01', $2)`,
      [customer, now()],
    )
    await expect(early).rejects.toThrow('retained for ten years')
    await product.runTasks()
    await database.query(
      `INSERT INTO outbox (customer_no, message_no, kind, text_sealed, enqueued_at)
       VALUES ($1, 'of-a-test', 'test', 'x', $2)`,
      [customer, now()],
    )
    await expect(database.query('DELETE FROM outbox')).rejects.toThrow('permission denied')
    for (const change of [`UPDATE erasures SET erased_on = '2010-01-01'`, 'DELETE FROM erasures']) {
      await expect(database.query(change)).rejects.toThrow('permission denied')
    }
  })
})
