import { describe, expect, it } from 'vitest'
import { testPeople } from './test-people.ts'

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

describe('test people', () => {
  it('have ID numbers with a correct check character, from a region that does not exist', () => {
    for (const { idNumber } of testPeople) {
      const total = WEIGHTS.reduce(
        (sum, weight, index) => sum + weight * Number(idNumber[index]),
        0,
      )
      expect(idNumber).toMatch(/^99\d{15}[\dX]$/)
      expect('10X98765432'[total % 11]).toBe(idNumber[17])
    }
  })

  it('have cards with a correct check digit', () => {
    for (const { number } of testPeople.flatMap(({ cards }) => cards)) {
      const total = Array.from(number, Number)
        .toReversed()
        .reduce((sum, digit, index) => {
          const doubled = index % 2 === 1 ? digit * 2 : digit
          return sum + (doubled > 9 ? doubled - 9 : doubled)
        }, 0)
      expect(total % 10).toBe(0)
    }
  })

  it('have phone numbers that are valid by the phone rule', () => {
    for (const { phone } of testPeople) expect(phone).toMatch(/^1390000\d{4}$/)
  })

  it('share no key, phone, ID number, openId or card', () => {
    const identifiers = testPeople.flatMap((person) =>
      [
        person.key,
        person.phone,
        person.idNumber,
        person.wallet?.openId,
        person.messenger?.openId,
        ...person.cards.map(({ number }) => number),
      ].filter((identifier) => identifier !== undefined),
    )
    expect(new Set(identifiers).size).toBe(identifiers.length)
  })

  it('are linked to an app only if they have an account', () => {
    for (const { account, wallet, messenger } of testPeople) {
      if (wallet?.isLinked || messenger?.isLinked) expect(account).toBeDefined()
    }
  })
})
