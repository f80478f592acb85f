import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '@qingzhou/contract/calls'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

describe('the call table over HTTP', () => {
  let product: TestProduct

  beforeAll(async () => {
    product = await startTestProduct({ BODY_FORM: 'blocks' })
  })
  afterAll(() => product.stop())

  it('answers a body in blocks', async () => {
    const answer = await product.client().send(calls.system.version)
    expect(answer).toMatchObject({ status: 200, code: 'COMCC00000' })
  })

  it('answers a body under a session key', async () => {
    const client = product.client()
    const first = await client.send(calls.system.version, {}, { form: 'key' })
    const second = await client.send(calls.system.version, {}, { form: 'key' })
    expect([first.code, second.code]).toEqual(['COMCC00000', 'COMCC00000'])
  })
})
