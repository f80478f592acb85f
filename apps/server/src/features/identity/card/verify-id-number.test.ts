import { describe, expect, it } from 'vitest'
import {
  cardWith,
  newIdentifiedApplicant,
  newApplicant,
  newIdNumber,
  photograph,
} from '#features/identity/testing/applicant.ts'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { hasMatched, consumeMatch, type Match } from './identity-store.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

describe('a name and an ID number', { timeout: 30_000 }, () => {
  it('match if the register confirms them', async () => {
    const { identity } = (await newApplicant(product)).client.api
    const no = '990102199108260014'
    expect(await identity.verifyIdNumber({ name: '陆知远', no })).toEqual({ matches: true })
    expect(await identity.verifyIdNumber({ name: '陆远', no })).toEqual({ matches: false })
  })

  it('can be checked with the register ten times a day', async () => {
    const { identity } = (await newApplicant(product)).client.api
    const ask = () => identity.verifyIdNumber({ name: '陆远', no: '990102199108260014' })
    await setFault(product, { provider: 'idCheck', failNext: 1 })
    await expectRefusal(ask(), { kind: 'outside-unavailable' })
    for (let times = 0; times < 10; times += 1) await ask()
    await expect(ask()).rejects.toThrow(/太频繁/)
    product.advance(86_400)
    const { identity: tomorrow } = (await newApplicant(product)).client.api
    expect(await tomorrow.verifyIdNumber({ name: '陆知远', no: '990102199108260014' })).toEqual({
      matches: true,
    })
  })

  it('[7.043] match the customer if they are those on file', async () => {
    const { client, card } = await newIdentifiedApplicant(product)
    const { identity } = client.api
    const input = { name: card.name, no: card.no }
    expect(await identity.matchCustomer(input)).toEqual({ matches: true })
    expect(await identity.matchCustomer({ ...input, name: '沈青' })).toEqual({ matches: false })
    const otherNumber = { ...input, no: newIdNumber() }
    expect(await identity.matchCustomer(otherNumber)).toEqual({ matches: false })
    const { identity: ofNobody } = (await newApplicant(product)).client.api
    expect(await ofNobody.matchCustomer(input)).toEqual({ matches: false })
  })

  it('are stored as a match for one business number, valid for half an hour and once', async () => {
    const { client, card, customer } = await newIdentifiedApplicant(product)
    const { identity } = client.api
    const { services } = product
    const deed = { purpose: 'plan', businessNo: 'plan-0001' } as const
    const has = (match: Partial<Match> = {}) =>
      hasMatched(services.database, services, { customer, ...deed, ...match })
    const take = () =>
      services.database.inTransaction((tx) => consumeMatch(tx, services, { customer, ...deed }))
    const input = { name: card.name, no: card.no }

    await identity.matchCustomer(input)
    await identity.matchCustomer({ ...input, name: '沈青', ...deed })
    expect(await has()).toBe(false)
    await identity.matchCustomer({ ...input, ...deed })
    expect(await has()).toBe(true)
    expect(await has({ businessNo: 'plan-0002' })).toBe(false)
    expect(await has({ purpose: 'phone' })).toBe(false)
    expect((await Promise.all([take(), take(), take()])).filter(Boolean)).toHaveLength(1)
    expect(await has()).toBe(false)

    await identity.matchCustomer({ ...input, ...deed })
    product.advance(31 * 60)
    expect(await has()).toBe(false)
    expect(await take()).toBe(false)
  })

  it('can be compared with those on file ten times a day', async () => {
    const { identity } = (await newApplicant(product)).client.api
    const guess = () => identity.matchCustomer({ name: '沈青禾', no: newIdNumber() })
    for (let times = 0; times < 10; times += 1) await guess()
    await expect(guess()).rejects.toThrow(/太频繁/)
  })
})

describe('an identity card', { timeout: 30_000 }, () => {
  it('is not saved if other photos than the ones shown are the newest', async () => {
    const card = cardWith()
    const applicant = await newApplicant(product)
    const step = async () => (await applicant.client.api.credit.currentStep({})).step
    await photograph(product, applicant, { no: card.no })
    const { idLogNo } = (await applicant.client.api.identity.person({})).read
    expect(idLogNo).toMatch(/^[0-9a-f]{16}-[0-9a-f]{16}$/)
    await photograph(product, applicant, { no: card.no })
    const save = (shown: string | undefined) =>
      applicant.client.api.identity.saveIdCard({ ...card, idLogNo: shown })
    await expectRefusal(save(idLogNo), { kind: 'id-card-photos-changed' })
    expect(await step()).toBe('identity')

    const { read } = await applicant.client.api.identity.person({})
    await save(read.idLogNo)
    expect(await step()).toBe('faceInPage')
  })
})
