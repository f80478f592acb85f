import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  displayYuan,
  divide,
  fen,
  greater,
  lesser,
  parseYuan,
  split,
  subtract,
  sum,
  yuan,
  type Money,
} from '#money/money.ts'

const amounts = fc.bigInt({ min: 0n, max: 99_999_999_999_999n }).map(fen)
const roundings = fc.constantFrom('half-up' as const, 'half-even' as const)

describe('money', () => {
  it('[M1] is a number of fen, and a plain sum does not have its type', () => {
    // @ts-expect-error A bare sum is not Money.
    const bare: Money = fen(1n) + fen(2n)
    expect(add(fen(1n), fen(2n))).toBe(bare)
    expect(subtract(fen(1n), fen(2n))).toBe(-1n)
    expect(sum([fen(1n), fen(2n), fen(3n)])).toBe(6n)
    expect([lesser(fen(1n), fen(2n)), greater(fen(1n), fen(2n))]).toEqual([1n, 2n])
  })

  it('[M2] rounds a half up, or to the even neighbour, as the caller requests', () => {
    const halves = [5n, 15n, 25n, -5n, -15n]
    expect(halves.map((half) => divide(half, 10n, 'half-up'))).toEqual([1n, 2n, 3n, -1n, -2n])
    expect(halves.map((half) => divide(half, 10n, 'half-even'))).toEqual([0n, 2n, 2n, 0n, -2n])
    expect(divide(26n, 10n, 'half-even')).toBe(3n)
    expect(divide(24n, 10n, 'half-up')).toBe(2n)
    expect(() => divide(1n, 0n, 'half-up')).toThrow('a divisor is positive')
  })

  it('[M3] neither loses nor gains a fen when an amount is split', () => {
    expect(split(fen(5000_00n), { parts: 18, rounding: 'half-even' }).at(-1)).toBe(277_74n)
    expect(split(fen(5n), { parts: 9, rounding: 'half-up' })).toEqual([
      1n,
      1n,
      1n,
      1n,
      1n,
      0n,
      0n,
      0n,
      0n,
    ])
    fc.assert(
      fc.property(
        amounts,
        fc.integer({ min: 1, max: 400 }),
        roundings,
        (whole, parts, rounding) => {
          const shares = split(whole, { parts, rounding })
          expect(sum(shares)).toBe(whole)
          expect(shares.every((share) => share >= 0n)).toBe(true)
        },
      ),
    )
  })

  it('[M4] [5.025, 9.020] writes yuan with two decimals', () => {
    expect([fen(0n), fen(5n), fen(1234_56n), fen(-5n)].map(yuan)).toEqual([
      '0.00',
      '0.05',
      '1234.56',
      '-0.05',
    ])
  })

  it('[M5] [5.026, 9.021] shows yuan with thousands separators', () => {
    expect(
      [fen(0n), fen(999_00n), fen(1234_56n), fen(1234567_89n), fen(-1000_00n)].map(displayYuan),
    ).toEqual(['0.00', '999.00', '1,234.56', '1,234,567.89', '-1,000.00'])
  })

  it('[M6] parses its own output', () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(parseYuan(yuan(amount))).toEqual({ ok: true, value: amount })
      }),
    )
    expect(parseYuan('7')).toEqual({ ok: true, value: 700n })
    expect(parseYuan('7.5')).toEqual({ ok: true, value: 750n })
  })

  it.each([
    '',
    ' 1',
    '-1',
    '+1',
    '1.',
    '.5',
    '1.234',
    '1e3',
    '1e309',
    '0x10',
    'NaN',
    '１',
    '1,000',
    '9999999999999',
  ])('[M6] [5.024] refuses %j as an amount', (text) => {
    expect(parseYuan(text)).toEqual({ ok: false, refusal: { kind: 'amount-malformed' } })
  })
})
