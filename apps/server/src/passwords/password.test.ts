import { describe, expect, it } from 'vitest'
import { hashPassword, isPasswordRight } from './password.ts'

describe('a password', { timeout: 30_000 }, () => {
  it('is known again from its hash, and nothing else is', async () => {
    const hash = await hashPassword('Boat_2026')
    expect(await isPasswordRight('Boat_2026', hash)).toBe(true)
    expect(await isPasswordRight('boat_2026', hash)).toBe(false)
  })

  it('leaves no trace of itself in the hash, which differs each time', async () => {
    const hash = await hashPassword('Boat_2026')
    expect(hash).not.toContain('Boat')
    expect(await hashPassword('Boat_2026')).not.toBe(hash)
  })

  it('is never right for nobody', async () => {
    expect(await isPasswordRight('Boat_2026')).toBe(false)
  })
})
