import { calls, type Call } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { describe, expect, it } from 'vitest'
import {
  expectRefusal,
  newPhone,
  setFault,
  signInWith,
} from '#features/onboarding/testing/visitor.ts'
import { issueLinkToken } from '../links/link-token.ts'
import { customerNo } from '@qingzhou/platform/ids'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

const fingerprint = { firstDeviceId: 'first-1', secondBlackBox: 'box-1', channel: '000000000004' }
const ofAnother = { ...fingerprint, firstDeviceId: 'first-2', secondBlackBox: 'box-2' }
type Keys = Awaited<ReturnType<Client['api']['onboarding']['deviceKeys']>>

const { cards, profile, loans, mall } = calls
const needSameKeys = [cards.bind, profile.startPhoneChange, profile.confirmPhoneChange]
const acts = [...needSameKeys, loans.apply, mall.buy]

/** The acts that get past the device check: without fields they are refused after it. */
async function actsOpen(client: Client, keys: Keys = {}): Promise<Call[]> {
  client.common['deviceKey'] = keys.first
  client.common['td_deviceId'] = keys.second
  const open: Call[] = []
  for (const act of acts) {
    const { code } = await client.send(act)
    expect([codes.deviceUnconfirmed, codes.invalidField]).toContain(code)
    if (code === codes.invalidField) open.push(act)
  }
  return open
}

async function newSignedInClient(): Promise<Client> {
  const client = product.client()
  await signInWith(product, client, newPhone())
  return client
}

async function newClientByLink(): Promise<Client> {
  const phone = newPhone()
  const first = product.client()
  await signInWith(product, first, phone)
  const { customerNo: number } = await first.api.onboarding.currentUser({})
  const customer = customerNo(number)
  const { token: linkToken } = await issueLinkToken(product.services, { customer, phone })
  const client = product.client()
  const session = await client.api.onboarding.redeemLinkToken({ linkToken })
  client.token = session.token
  return client
}

describe('a session without device keys', { timeout: 60_000 }, () => {
  it.each([
    ['SMS code', newSignedInClient],
    ['link', newClientByLink],
  ])(
    'a session of a sign-in by %s without device keys reads, and acts once it has them',
    async (_, signIn) => {
      const client = await signIn()
      expect((await client.api.onboarding.currentUser({})).customerNo).toBeTruthy()
      expect(await actsOpen(client)).toEqual([])
      expect(await actsOpen(client, { first: 'made-up', second: 'too' })).toEqual([])
      const keys = await client.api.onboarding.deviceKeys(fingerprint)
      expect(await actsOpen(client, keys)).toEqual(acts)
    },
  )

  it('is not bound by keys that were issued before the sign-in', async () => {
    const client = product.client()
    const keys = await client.api.onboarding.deviceKeys(fingerprint)
    await signInWith(product, client, newPhone())
    expect(await actsOpen(client, keys)).toEqual([])
  })

  it('is bound only on the device of the sign-in', async () => {
    const client = await newSignedInClient()
    client.common['deviceId'] = 'device-of-a-thief'
    const attempt = client.api.onboarding.deviceKeys(fingerprint)
    await expectRefusal(attempt, { kind: 'device-unconfirmed' })
    expect(await actsOpen(client)).toEqual([])
  })

  it('cannot act with a fingerprint that the vendors refuse', async () => {
    const client = await newSignedInClient()
    const refused = { ...fingerprint, firstDeviceId: '指纹', secondBlackBox: '指纹' }
    expect(await client.api.onboarding.deviceKeys(refused)).toEqual({})
    expect(await actsOpen(client)).toEqual([])
    const keys = await client.api.onboarding.deviceKeys(fingerprint)
    expect(await actsOpen(client, keys)).toEqual(acts)
  })

  it('may act while the vendors do not answer, and is bound when they do', async () => {
    const client = await newSignedInClient()
    await setFault(product, { provider: 'deviceFirst', down: true })
    await setFault(product, { provider: 'deviceSecond', down: true })
    expect(await client.api.onboarding.deviceKeys(fingerprint)).toEqual({})
    expect(await actsOpen(client)).toEqual(acts)
    await setFault(product, { provider: 'deviceFirst', down: false })
    await setFault(product, { provider: 'deviceSecond', down: false })
    const keys = await client.api.onboarding.deviceKeys(fingerprint)
    expect(await actsOpen(client)).toEqual([])
    expect(await actsOpen(client, keys)).toEqual(acts)
  })
})

describe('a session with device keys', { timeout: 60_000 }, () => {
  it('keeps its keys: replaced keys bind no card and change no phone', async () => {
    const client = await newSignedInClient()
    const keys = await client.api.onboarding.deviceKeys(fingerprint)
    const others = await client.api.onboarding.deviceKeys(ofAnother)
    // A draw with other keys is judged by its use case: it needs a face check.
    expect(await actsOpen(client, others)).toEqual([loans.apply, mall.buy])
    expect(await actsOpen(client, { ...keys, second: others.second })).toEqual([
      loans.apply,
      mall.buy,
    ])
    expect(await actsOpen(client, keys)).toEqual(acts)
  })

  it('a session with device keys cannot leave a key out', async () => {
    const client = await newSignedInClient()
    const { first, second } = await client.api.onboarding.deviceKeys(fingerprint)
    expect(await actsOpen(client, { first })).toEqual([])
    expect(await actsOpen(client, { second })).toEqual([])
    expect(await actsOpen(client)).toEqual([])
  })

  it('is bound to one of two phones that ask at the same time', async () => {
    const client = await newSignedInClient()
    const { deviceKeys } = client.api.onboarding
    const keys = await Promise.all([deviceKeys(fingerprint), deviceKeys(ofAnother)])
    const open = []
    for (const one of keys) open.push((await actsOpen(client, one)).length)
    expect(open.toSorted((a, b) => a - b)).toEqual([2, acts.length])
  })
})
