import { beforeAll, describe, expect, it } from 'vitest'
import { startProductForFile } from '@qingzhou/server/testing/product.ts'

const product = startProductForFile()
beforeAll(async () => {
  for (const provider of ['bank', 'bureau']) await fault(provider, { settleMs: 0 })
})

async function fault(provider: string, change: object): Promise<void> {
  await fetch(`${product.sandbox.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ provider, ...change }),
  })
}

async function prepare(fields: object) {
  const response = await product.app.inject({
    method: 'POST',
    url: '/desk/api/prepare',
    headers: { 'x-requested-with': 'XMLHttpRequest', 'content-type': 'application/json' },
    body: fields,
  })
  return { status: response.statusCode, answer: response.json<object>() }
}

async function stepInProgress(phone: string): Promise<string | undefined> {
  const response = await product.app.inject({ url: `/desk/api/prepare?phone=${phone}` })
  return response.json<{ step?: string }>().step
}

async function books(phone: string): Promise<object> {
  const response = await product.app.inject({ url: `/desk/api/ledger?phone=${phone}` })
  return response.json<object>()
}

// OCR and face comparison really run, which is slow on a small machine.
describe('a person prepared by the desk', { timeout: 120_000 }, () => {
  it('has a limit and one coupon of each kind, also when prepared twice', async () => {
    const phone = '13900000001'
    const preparing = prepare({ phone })
    // The desk shows the step in progress. Reading the ID card and the face are the long ones.
    await expect
      .poll(() => stepInProgress(phone), { timeout: 60_000, interval: 50 })
      .toMatch(/^(identity|faceInPage)$/)
    expect(await preparing).toEqual({ status: 200, answer: { step: 'underReview' } })
    expect(await stepInProgress(phone)).toBeUndefined()
    await product.runTasks()
    expect(await prepare({ phone })).toEqual({ status: 200, answer: { step: 'limit' } })
    expect(await books(phone)).toMatchObject({
      limit: { state: 'open', used: '0.00' },
      coupons: [{ state: 'free' }, { state: 'free' }, { state: 'free' }],
    })
  })

  it('stops at the requested step', async () => {
    const phone = '13900000002'
    const until = 'faceInPage'
    expect(await prepare({ phone, until })).toEqual({ status: 200, answer: { step: until } })
    expect(await prepare({ phone, until })).toEqual({ status: 200, answer: { step: until } })
    expect((await prepare({ phone, until: 'nowhere' })).status).toBe(422)
  })

  it('stops where a provider declines, and the response says why', async () => {
    await fault('ocr', { decline: true })
    const { status, answer } = await prepare({ phone: '13900000009' })
    expect(status).toBe(422)
    expect(JSON.stringify(answer)).toContain('身份证照片没有读出来')
    expect(await books('13900000009')).toMatchObject({ limit: null })
  })

  it('has to be one of the test people', async () => {
    expect((await prepare({ phone: '13911111111' })).status).toBe(422)
    expect((await prepare({})).status).toBe(422)
  })
})
