import { describe, expect, it } from 'vitest'
import { hashPassword, isOutdated, isPasswordRight } from './password.ts'

/** Made by an earlier release with its cost (N = 2^15, r = 8, p = 1). */
const EARLIER_HASH =
  'scrypt$32768$8$1$c2l4dGVlbi1ieXRlLXNsdA$2lcCqF1rn1boSFO-Qpyo2XCj_RtBe-Vxg9r91hefcpc'

describe('a password', { timeout: 30_000 }, () => {
  it('matches its own hash only', async () => {
    const hash = await hashPassword('Boat_2026')
    expect(await isPasswordRight('Boat_2026', hash)).toBe(true)
    expect(await isPasswordRight('boat_2026', hash)).toBe(false)
  })

  it('is not contained in its hash, which differs each time', async () => {
    const hash = await hashPassword('Boat_2026')
    expect(hash).not.toContain('Boat')
    expect(await hashPassword('Boat_2026')).not.toBe(hash)
  })

  it('never matches without a stored hash', async () => {
    expect(await isPasswordRight('Boat_2026')).toBe(false)
  })

  it('is hashed at a cost that OWASP recommends', async () => {
    const [scheme, N, r, p] = (await hashPassword('Boat_2026')).split('$')
    expect([scheme, Number(r)]).toEqual(['scrypt', 8])
    // Equivalent by OWASP: N=2^17 p=1, N=2^16 p=2, N=2^15 p=3.
    const roundsMin = { [2 ** 17]: 1, [2 ** 16]: 2, [2 ** 15]: 3 }[Number(N)]
    expect(Number(p)).toBeGreaterThanOrEqual(roundsMin ?? Infinity)
  })

  it('matches a hash of an earlier, lower cost, which counts as outdated', async () => {
    expect(await isPasswordRight('Boat_2026', EARLIER_HASH)).toBe(true)
    expect(await isPasswordRight('Boat_2027', EARLIER_HASH)).toBe(false)
    expect(isOutdated(EARLIER_HASH)).toBe(true)
    expect(isOutdated(await hashPassword('Boat_2026'))).toBe(false)
  })
})
