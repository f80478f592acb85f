import { expect, it } from 'vitest'
import { createDatabase } from '@qingzhou/platform/database/pool'
import { httpTestCalls, httpTestEndpoints } from '#testing/http-test-calls.ts'
import { startTestProduct } from '#testing/product.ts'

it('many concurrent readiness checks do not block other calls', async () => {
  const product = await startTestProduct({ DATABASE_CONNECTIONS_MAX: '3' }, httpTestEndpoints())
  const owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  let answers: Promise<{ statusCode: number }[]> = Promise.resolve([])
  await owner.inTransaction(async (tx) => {
    await tx.query('LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE')
    const ask = () => product.app.inject({ method: 'GET', url: '/readyz' })
    answers = Promise.all(Array.from({ length: 20 }, ask))
    const answer = await product.client().send(httpTestCalls.http.plain, { words: 'x' })
    expect(answer.status).toBe(200)
  })
  expect((await answers).every(({ statusCode }) => statusCode === 200)).toBe(true)
  await owner.close()
  await product.stop()
})
