import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

async function ask(method: 'GET' | 'POST', fields?: object) {
  const response = await product.app.inject({
    method,
    url: '/desk/api/business-date',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    ...(fields && { body: fields }),
  })
  return { status: response.statusCode, answer: response.json<{ businessDate?: string }>() }
}

describe('the test clock', () => {
  it('starts on the day it is in Shanghai', async () => {
    expect((await ask('GET')).answer).toEqual({ businessDate: product.services.today() })
  })

  it('moves forward day by day, each with its end of day', async () => {
    const start = await product.services.businessDate()
    const { answer } = await ask('POST', { days: 3 })
    expect(answer).toEqual({ businessDate: addDays(start, 3), failures: 0 })
    expect((await ask('GET')).answer).toEqual({ businessDate: addDays(start, 3) })
    const runs = await product.services.database.query(
      'SELECT FROM end_of_day_runs WHERE finished_at IS NOT NULL',
    )
    expect(runs).toHaveLength(3)
  })

  it('shows in the figures', async () => {
    const metrics = await product.app.inject({ method: 'GET', url: '/metrics' })
    const businessDate = await product.services.businessDate()
    expect(metrics.body).toContain(
      `qingzhou_business_date_seconds ${Date.parse(businessDate) / 1000}`,
    )
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_slices 1$/m)
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_slices_done 1$/m)
    expect(metrics.body).toMatch(/^qingzhou_end_of_day_failures 0$/m)
  })

  it.each([{ days: 0 }, { days: -1 }, { days: 1.5 }, { days: 367 }, { days: '3' }, {}])(
    'refuses %j and stays where it is',
    async (fields) => {
      const before = await product.services.businessDate()
      expect((await ask('POST', fields)).status).toBe(422)
      expect(await product.services.businessDate()).toBe(before)
    },
  )
})
