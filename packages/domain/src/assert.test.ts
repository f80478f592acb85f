import { describe, expect, it } from 'vitest'
import { assert, unreachable } from '#assert.ts'

describe('broken rules', () => {
  it('[A1] stops when a rule of the code is broken, naming it', () => {
    expect(() => assert(false, 'parts sum to the whole')).toThrow('parts sum to the whole')
    expect(() => assert(true, 'parts sum to the whole')).not.toThrow()
  })

  it('[A1] stops at a member of a union that nobody thought of', () => {
    // The cast plays the value that the types say cannot come.
    expect(() => unreachable('surprise' as never)).toThrow('unreachable: surprise')
  })
})
