import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newNameOf } from '@qingzhou/provider-api/test-people'
import { holderOf } from '#testing/bank-customer.ts'
import { ask } from '#testing/provider-client.ts'
import { postJson, runSandbox } from '#testing/running-sandbox.ts'

let sandbox: Awaited<ReturnType<typeof runSandbox>>
beforeAll(async () => {
  sandbox = await runSandbox()
})
afterAll(() => sandbox.stop())

const verify = async (name: string, idNumber: string) =>
  (await ask(sandbox.url, '/id-check/verify', { name, idNumber })).content

const risk = async (vendor: string, key: string) => {
  const request = { deviceKey: 'd-1', idNumber: holderOf(key).idNumber }
  return (await ask(sandbox.url, `/device-${vendor}/risk`, request)).content
}

describe('the registry of residents', () => {
  it('matches the test people by name and number', async () => {
    const { name, idNumber } = holderOf('new-phone')
    expect(await verify(name, idNumber)).toEqual({ result: 'match' })
    expect(await verify('陆知远', idNumber)).toEqual({ result: 'mismatch' })
  })

  it('knows the test people by their new name, too, and by no other', async () => {
    const person = holderOf('new-phone')
    const { idNumber } = person
    expect(await verify(newNameOf(person), idNumber)).toEqual({ result: 'match' })
    expect(await verify('沈安宁', idNumber)).toEqual({ result: 'mismatch' })
  })

  it('returns a mismatch for the test person with that outcome', async () => {
    const { name, idNumber } = holderOf('identity-mismatch')
    expect(await verify(name, idNumber)).toEqual({ result: 'mismatch' })
  })

  it.each([
    ['欧阳若兰', '11010119900307001X', 'unknown'],
    ['欧阳若兰', '110101199003070097', 'match'],
    ['阿依古丽·买买提', '110101199003070097', 'match'],
    ['Anna', '110101199003070097', 'mismatch'],
    ['欧', '110101199003070097', 'mismatch'],
  ])('judges %s, %s by form alone: %s', async (name, idNumber, result) => {
    expect(await verify(name, idNumber)).toEqual({ result })
  })

  it('returns a mismatch for everybody while the decline fault is set', async () => {
    await postJson(`${sandbox.url}/faults`, { provider: 'idCheck', decline: true })
    const { name, idNumber } = holderOf('new-phone')
    expect(await verify(name, idNumber)).toEqual({ result: 'mismatch' })
  })
})

describe('the device vendors', () => {
  it('return a low score for most people, the same each time', async () => {
    const first = (await risk('first', 'new-phone')) as { score: number }
    expect(first.score).toBeLessThan(25)
    expect(await risk('first', 'new-phone')).toEqual(first)
  })

  it('return a high score for the test person with that outcome', async () => {
    expect(await risk('first', 'wallet-newcomer')).toEqual({ score: 95 })
    expect(await risk('second', 'wallet-newcomer')).toEqual({ score: 95 })
  })
})

describe('the face service', () => {
  it('never matches the test person whose face check fails', async () => {
    const { idNumber } = holderOf('wallet-without-phone')
    const request = { idNumber, portrait: '', frames: [], actions: [] }
    expect((await ask(sandbox.url, '/face/judge', request)).content).toMatchObject({
      outcome: 'noMatch',
      performed: [],
    })
  })
})
