import sharp from 'sharp'
import { describe, expect, it } from 'vitest'

import { newNameOf, testPeople } from '@qingzhou/provider-api/test-people'

import { cardDetailsOf, drawIdCard } from './card-of.ts'

describe('the card of a fictional person', () => {
  it('matches their ID number', () => {
    expect(cardDetailsOf({ name: '沈青禾', idNumber: '990101199603120020' })).toMatchObject({
      name: '沈青禾',
      sex: '女',
      birth: '19960312',
      number: '990101199603120020',
      validFrom: '20190412',
      validUntil: '20290412',
    })
  })

  it('is renewed for a later term, and issued again for a new name', () => {
    const person = { name: '沈青禾', idNumber: '990101199603120020' }
    const first = cardDetailsOf(person)
    const renewed = { validFrom: '20210412', validUntil: '20310412' }
    expect(cardDetailsOf(person, 'renewed')).toEqual({ ...first, ...renewed })
    const renamed = { name: '沈文博', validFrom: '20220412', validUntil: '20420412' }
    expect(cardDetailsOf(person, 'renamed')).toEqual({ ...first, ...renamed })
  })

  it('has a new name that no other test person has', () => {
    const names = testPeople.flatMap((person) => [person.name, newNameOf(person)])
    expect(new Set(names).size).toBe(names.length)
  })

  it('is valid for life if they are old', () => {
    const { validUntil } = cardDetailsOf({ name: '郑', idNumber: '990101195001010010' })
    expect(validUntil).toBe('长期')
  })

  it('differs from every other card', () => {
    const addresses = testPeople.map((person) => cardDetailsOf(person).address)
    expect(new Set(addresses).size).toBe(testPeople.length)
  })

  it.each(['front', 'back'] as const)('is drawn identically each time: %s', async (side) => {
    const [person] = testPeople
    if (!person) throw new Error('test people are missing')
    const [one, other] = [await drawIdCard(person, side), await drawIdCard(person, side)]
    expect(one.equals(other)).toBe(true)
    expect(await sharp(one).metadata()).toMatchObject({ format: 'png', width: 1012, height: 638 })
  })
})
