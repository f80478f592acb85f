import { afterAll, beforeAll, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { clean } from '#http/operations/cleaning-store.ts'
import { createProclamation } from './proclamation-store.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())

const proclaim = (row: { no: string; message: string; from: number; to: number | null }) =>
  product.services.database.query(
    `INSERT INTO proclamations
     VALUES ($1, $2, $3::timestamptz + make_interval(mins => $4), $3::timestamptz + make_interval(mins => $5))`,
    [row.no, row.message, product.services.now(), row.from, row.to],
  )

it('the newest notice that is due stands in every answer, also in a refusal', async () => {
  await proclaim({ no: 'old', message: '旧公告', from: -60, to: null })
  await proclaim({ no: 'new', message: '系统维护 <b>今晚</b>', from: -5, to: 30 })
  await proclaim({ no: 'later', message: '以后', from: 5, to: null })
  await proclaim({ no: 'over', message: '过去', from: -3, to: -1 })
  const client = product.client()
  const shown = async (call: (typeof calls.system)['version']) => {
    const { body } = await client.send(call)
    // Both answers have an envelope with a status, whatever it says.
    return (body['statusInfo'] as { proclamation?: string }).proclamation
  }
  const notice = '系统维护 <b>今晚</b>'
  await expect.poll(() => shown(calls.system.version), { timeout: 5_000 }).toBe(notice)
  expect(await shown({ ...calls.system.version, path: '/no/such' })).toBe(notice)
})

it('a notice stays as it was while the database is away', async () => {
  const { services } = product
  const away = { query: () => Promise.reject(new Error('away')) }
  const proclamation = createProclamation({ database: away, now: () => services.now() })
  expect(await proclamation.current()).toBeUndefined()
})

it('what has run its time is cleaned away, what has not stays', async () => {
  const { database } = product.services
  const counts = async () => {
    const [row] = await database.query(
      'SELECT (SELECT count(*)::int FROM rate_limits) AS limits, (SELECT count(*)::int FROM seen_bodies WHERE length(body_hash) = 32) AS bodies',
    )
    return row
  }
  await clean(database, product.services.now())
  expect(await counts()).not.toEqual({ limits: 0, bodies: 0 })
  product.advance(12 * 60)
  await clean(database, product.services.now())
  expect(await counts()).toEqual({ limits: 0, bodies: 0 })
})
