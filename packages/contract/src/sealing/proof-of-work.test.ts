import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findProof, proofBits } from './proof-of-work.ts'

describe('a proof of work', () => {
  it('is worth as many bits as the SHA-256 of key and number has leading zeros', () => {
    for (let number = 0; number < 300; number += 1) {
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
})
