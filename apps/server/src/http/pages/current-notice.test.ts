import { expect, it } from 'vitest'
import { type Call, calls } from '@qingzhou/contract/calls'
import { noticeName } from '@qingzhou/contract/wire/params'
import { startProductForFile } from '#testing/product.ts'
import { clean } from '#http/operations/cleaning-store.ts'
import { createCurrentNotice } from './current-notice-store.ts'

const product = startProductForFile()

const proclaim = (row: { no: string; message: string; from: number; to: number | null }) =>
  product.services.database.query(
    `INSERT INTO notices
     VALUES ($1, $2, $3::timestamptz + make_interval(mins => $4), $3::timestamptz + make_interval(mins => $5))`,
    [row.no, row.message, product.services.now(), row.from, row.to],
  )

it('[3.003, 8.002] every response carries the newest active notice, also an error response', async () => {
  await proclaim({ no: 'old', message: '旧公告', from: -60, to: null })
  await proclaim({ no: 'new', message: '系统维护 <b>今晚</b>', from: -5, to: 30 })
  await proclaim({ no: 'later', message: '以后', from: 5, to: null })
  await proclaim({ no: 'over', message: '过去', from: -3, to: -1 })
  const client = product.client()
  const shown = async (call: (typeof calls.system)['version']) => {
    const { body } = await client.send(call)
    // Both responses have a statusInfo envelope.
    return (body['statusInfo'] as { [noticeName]?: string })[noticeName]
  }
  const notice = '系统维护 <b>今晚</b>'
  await expect.poll(() => shown(calls.system.version), { timeout: 5_000 }).toBe(notice)
  expect(await shown({ ...calls.system.version, path: '/no/such' })).toBe(notice)
})

it('an unavailable database causes no error and leaves the notice unchanged', async () => {
  const { services } = product
  const away = { query: () => Promise.reject(new Error('database unavailable')) }
  const notice = createCurrentNotice({ database: away, now: () => services.now() })
  expect(await notice.current()).toBeUndefined()
})

it('the cleanup deletes expired rate limits and seen bodies and keeps the others', async () => {
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

it('[4.032] a notice that closes the service refuses borrowers by its code, and neither staff nor the key', async () => {
  await proclaim({ no: 'closed', message: '暂停服务', from: -1, to: 30 })
  await product.services.database.query(
    `UPDATE notices SET closes_service = true WHERE notice_no = 'closed'`,
  )
  const client = product.client()
  const answer = async (call: Call) => {
    const { code, body } = await client.send(call)
    // Every response has one of the two envelopes.
    const said = body as { statusInfo?: { message: string } }
    return { code, message: said.statusInfo?.message }
  }
  const refused = { code: 'COMPRO0001', message: '暂停服务' }
  await expect.poll(() => answer(calls.onboarding.newCaptcha), { timeout: 5_000 }).toEqual(refused)
  expect(await answer(calls.credit.currentStep)).toEqual(refused)
  expect((await answer(calls.system.publicKey)).code).toBe('COMCC00000')
  expect((await answer(calls.staff.signIn)).code).not.toBe('COMPRO0001')

  await product.services.database.query(`DELETE FROM notices`)
  await expect
    .poll(async () => (await answer(calls.onboarding.newCaptcha)).code, { timeout: 5_000 })
    .toBe('COMCC00000')
})
