import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findProof, proofBits } from './proof-of-work.ts'

describe('a proof of work', () => {
  it('is worth as many bits as the SHA-256 of key and number has leading zeros', () => {
    const long = [9_999, 10_000, 123_456_789, 2 ** 40, Number.MAX_SAFE_INTEGER]
    for (const number of [...Array(300).keys(), ...long]) {
      const hex = createHash('sha256').update(`a-key:${number}`).digest('hex')
      const bits = Array.from(hex, (digit) =>
        Number.parseInt(digit, 16).toString(2).padStart(4, '0'),
      )
      expect(proofBits('a-key', number)).toBe(bits.join('').indexOf('1'))
    }
  })

  it('is found by trying, and is not valid for another key', () => {
    const number = findProof({ key: 'a-key', bits: 12 }, { from: 0, count: 200_000 })
    expect(proofBits('a-key', number ?? -1)).toBeGreaterThanOrEqual(12)
    expect(findProof({ key: 'a-key', bits: 60 }, { from: 0, count: 100 })).toBeUndefined()
  })

  it('a proof of work of a puzzle is the number whose hash with the salt is the challenge', () => {
    const salt = 'a-salt-longer-than-one-block-of-the-hash-function,-which-has-64-bytes'
    const challenge = createHash('sha256').update(`${salt}1203`).digest('hex')
    const task = { key: 'a-key', bits: 15, puzzle: { salt, challenge, maxnumber: 5_000 } }
    expect(findProof(task, { from: 0, count: 5_000 })).toBe(1203)
    expect(findProof(task, { from: 0, count: 1_203 })).toBeUndefined()
  })
})
