import { describe, expect, it } from 'vitest'
import { hashPassword, isOutdated, isPasswordRight } from './password.ts'

/** Made by an earlier release, at the cost of that time (N = 2^15, r = 8, p = 1). */
const EARLIER_HASH =
  'scrypt$32768$8$1$c2l4dGVlbi1ieXRlLXNsdA$2lcCqF1rn1boSFO-Qpyo2XCj_RtBe-Vxg9r91hefcpc'

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

  it('is hashed at a cost that OWASP recommends', async () => {
    const [scheme, N, r, p] = (await hashPassword('Boat_2026')).split('$')
    expect([scheme, Number(r)]).toEqual(['scrypt', 8])
    // Equal by OWASP: N=2^17 p=1, N=2^16 p=2, N=2^15 p=3.
    const roundsMin = { [2 ** 17]: 1, [2 ** 16]: 2, [2 ** 15]: 3 }[Number(N)]
    expect(Number(p)).toBeGreaterThanOrEqual(roundsMin ?? Infinity)
  })

  it('is still known by a hash of an earlier, lower cost, which is outdated then', async () => {
    expect(await isPasswordRight('Boat_2026', EARLIER_HASH)).toBe(true)
    expect(await isPasswordRight('Boat_2027', EARLIER_HASH)).toBe(false)
    expect(isOutdated(EARLIER_HASH)).toBe(true)
    expect(isOutdated(await hashPassword('Boat_2026'))).toBe(false)
  })
})
