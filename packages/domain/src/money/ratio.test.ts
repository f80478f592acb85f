import { expect, it } from 'vitest'
import { lowest, minus, plus, ratio, roundToMoney, times, whole } from '#money/ratio.ts'

it('[M7] fractions stay exact until they are rounded once', () => {
  const third = ratio(1n, 3n)
  expect(lowest(plus(third, plus(third, third)))).toEqual(whole(1n))
  expect(lowest(times(third, ratio(3n, 5n)))).toEqual(ratio(1n, 5n))
  expect(lowest(minus(third, whole(1n)))).toEqual(ratio(-2n, 3n))
  expect(roundToMoney(ratio(5n, 2n), 'half-up')).toBe(3n)
  expect(roundToMoney(ratio(5n, 2n), 'half-even')).toBe(2n)
  expect(() => ratio(1n, 0n)).toThrow('a denominator is positive')
})

it('[M7] is reduced to lowest terms, also where its terms exceed what a float holds', () => {
  const large = 10n ** 30n
  expect(lowest(ratio(6n, 4n))).toEqual({ numerator: 3n, denominator: 2n })
  expect(lowest(ratio(3n * large, 2n * large))).toEqual({ numerator: 3n, denominator: 2n })
  expect(lowest(ratio(large, large))).toEqual({ numerator: 1n, denominator: 1n })
  expect(lowest(ratio(0n, large))).toEqual({ numerator: 0n, denominator: 1n })
  expect(lowest(ratio(-3n * large, 6n))).toEqual({ numerator: -large / 2n, denominator: 1n })
})
