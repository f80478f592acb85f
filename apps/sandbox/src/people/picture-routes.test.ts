import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNameOf } from '@qingzhou/provider-api/test-people'
import { stopReading } from '@qingzhou/recognition/id-card/read-card'
import { holderOf } from '#testing/bank-customer.ts'
import { ask } from '#testing/provider-client.ts'
import { runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(async () => {
  await sandbox.stop()
  await stopReading()
})

async function picture(path: string): Promise<string> {
  const answer = await fetch(`${sandbox.url}/people/${path}`)
  expect(answer.headers.get('content-type')).toBe('image/png')
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}

describe('pictures of the test people', () => {
  it('are ID cards that the sandbox’s OCR can read', { timeout: 60_000 }, async () => {
    const { name, idNumber } = holderOf('new-phone')
    const front = { side: 'front', image: await picture('new-phone/id-card-front.png') }
    expect((await ask(sandbox.url, '/ocr/read-card', front)).content).toMatchObject({
      outcome: 'read',
      front: { name, number: idNumber },
    })
    const wrong = await ask(sandbox.url, '/ocr/read-card', { ...front, side: 'back' })
    expect(wrong.content).toEqual({ outcome: 'wrongSide' })
  })

  it('include a renewed card and one with a new name', { timeout: 60_000 }, async () => {
    const person = holderOf('new-phone')
    const name = newNameOf(person)
    const image = await picture('new-phone/renamed/id-card-front.png')
    const read = await ask(sandbox.url, '/ocr/read-card', { side: 'front', image })
    const { idNumber } = person
    expect(read.content).toMatchObject({ outcome: 'read', front: { name, number: idNumber } })
    const back = { side: 'back', image: await picture('new-phone/renewed/id-card-back.png') }
    expect((await ask(sandbox.url, '/ocr/read-card', back)).content).toMatchObject({
      back: { validFrom: '20210412', validUntil: '20310412' },
    })
  })

  it(
    'include bank cards whose number the sandbox’s OCR can read',
    { timeout: 60_000 },
    async () => {
      const image = await picture('new-phone/bank-card-0010.png')
      const read = await ask(sandbox.url, '/ocr/read-bank-card', { image })
      expect(read.content).toEqual({ outcome: 'read', number: '6222029900000000010' })
    },
  )

  it('pictures of the test people are faces in every posture', async () => {
    const rest = await picture('new-phone/face-rest.png')
    expect(await picture('new-phone/face-blink.png')).not.toBe(rest)
    expect(await picture('password/face-rest.png')).not.toBe(rest)
  })

  it.each([
    'unknown/id-card-front.png',
    'new-phone/id-card-side.png',
    'new-phone/stolen/id-card-front.png',
    'new-phone/face-asleep.png',
    'new-phone/bank-card-9999.png',
    'new-phone/bank-card-6222029900000000010.png',
  ])('pictures of the test people do not exist at %s', async (path) => {
    expect((await fetch(`${sandbox.url}/people/${path}`)).status).toBe(404)
  })
})
