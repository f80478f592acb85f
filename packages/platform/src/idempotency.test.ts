import { describe, expect, it } from 'vitest'
import { canonicalJson, digestOf, parseCanonicalJson } from './canonical-json.ts'
import { bookingNoOf, requireSameRequest } from './idempotency.ts'
import { Refused } from './refused.ts'

describe('canonicalJson', () => {
  it('gives the same text for the same content in another field order', () => {
    const left = { amount: 12_00n, card: { id: 'a', bank: 'b' }, note: undefined }
    const right = { card: { bank: 'b', id: 'a' }, amount: 12_00n }
    expect(canonicalJson(left)).toBe(canonicalJson(right))
    expect(digestOf(left).equals(digestOf(right))).toBe(true)
  })

  it('gives another text when a value, a type or the order of a list differs', () => {
    const values = [{ a: 1n }, { a: 1 }, { a: '1' }, { a: [1, 2] }, { a: [2, 1] }, { a: null }, {}]
    expect(new Set(values.map(canonicalJson)).size).toBe(values.length)
  })

  it('is read back as it was, bigints included', () => {
    const value = { paid: [1n, -2n], nested: { text: '元', none: null, flag: true } }
    expect(parseCanonicalJson(canonicalJson(value))).toEqual(value)
  })
})

describe('a request number', () => {
  it('is accepted again with the same content and refused with another', () => {
    const first = { fingerprint: digestOf({ amount: 1n }) }
    expect(() => requireSameRequest(first, { fingerprint: digestOf({ amount: 1n }) })).not.toThrow()
    const other = { fingerprint: digestOf({ amount: 2n }) }
    expect(() => requireSameRequest(first, other)).toThrow(Refused)
  })

  it('books under a derived number that differs by operation and cannot be chosen', () => {
    const numbers = [
      bookingNoOf('delay', 'a'),
      bookingNoOf('cancel', 'a'),
      bookingNoOf('delay', 'b'),
    ]
    expect(new Set(numbers).size).toBe(3)
    for (const number of numbers) expect(number).toMatch(/^[a-z]+-[\da-f]{32}$/)
  })
})
