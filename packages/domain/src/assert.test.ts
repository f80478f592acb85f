import { describe, expect, it } from 'vitest'
import { assert, unreachable } from '#assert.ts'

describe('assertions', () => {
  it('[A1] throw and name the rule when the condition is false', () => {
    expect(() => assert(false, 'parts sum to the whole')).toThrow('parts sum to the whole')
    expect(() => assert(true, 'parts sum to the whole')).not.toThrow()
  })

  it('[A1] throw at an unknown member of a union', () => {
    // The cast stands for a value that the type excludes.
    expect(() => unreachable('surprise' as never)).toThrow('unreachable: surprise')
  })
})
