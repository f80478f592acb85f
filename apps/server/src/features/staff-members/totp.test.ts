import { describe, expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpAddress, totpCode } from './totp.ts'

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('TOTP codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('equal the RFC 6238 test vector at second %d', (seconds, code) => {
    expect(totpCode(SECRET, Math.floor(seconds / 30))).toBe(code)
  })

  it('are accepted one step early or late, and no further', () => {
    const now = new Date(1_234_567_890_000)
    const step = Math.floor(1_234_567_890 / 30)
    const found = [-2, -1, 0, 1, 2].map((off) =>
      stepOfCode({ secret: SECRET, code: totpCode(SECRET, step + off) }, now),
    )
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
    expect(stepOfCode({ secret: SECRET, code: '05924' }, now)).toBeUndefined()
  })

  it('have a secret of 160 random bits and a URL that an app can scan', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(secret)
    const address = new URL(totpAddress({ username: 'lin', secret }))
    expect(address.protocol).toBe('otpauth:')
    expect(decodeURIComponent(address.pathname)).toBe('/轻舟员工:lin')
    expect(address.searchParams.get('secret')).toBe(secret)
    expect(address.searchParams.get('issuer')).toBe('轻舟员工')
  })
})
