import { assert } from '#assert.ts'
import type { Brand } from '#brand.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * A whole number of fen. A bigint cannot be mixed with a float by accident, and the brand makes `a
 * + b` a plain bigint again, so every sum must use the functions of this file.
 */
export type Money = Brand<bigint, 'Money'>

export type Rounding = 'half-up' | 'half-even'

/** Converts a whole number of fen to money. [M1] */
export function fen(amount: bigint): Money {
  // A Money is a bigint at run time; this is the only place that applies the brand.
  return amount as Money
}

export const ZERO = fen(0n)

export function add(left: Money, right: Money): Money {
  return fen(left + right)
}

export function subtract(left: Money, right: Money): Money {
  return fen(left - right)
}

export function sum(amounts: Iterable<Money>): Money {
  let total = 0n
  for (const amount of amounts) total += amount
  return fen(total)
}

export function lesser(left: Money, right: Money): Money {
  return left < right ? left : right
}

export function greater(left: Money, right: Money): Money {
  return left > right ? left : right
}

/** Divides with the rounding given by the caller: there is no default. [M2] */
export function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert(divisor > 0n, 'a divisor is positive')
  if (dividend < 0n) return -divide(-dividend, divisor, rounding)

  const quotient = dividend / divisor
  // A multiplication is faster than a second division.
  const twiceTheRest = (dividend - quotient * divisor) * 2n
  if (twiceTheRest < divisor) return quotient
  if (twiceTheRest > divisor || rounding === 'half-up') return quotient + 1n
  return quotient + (quotient % 2n)
}

/**
 * Splits an amount into equal parts; the last part takes the remainder. [M3]
 *
 * A few fen over many parts could round up beyond the whole, so no part exceeds the rest.
 */
export function split(whole: Money, sharing: { parts: number; rounding: Rounding }): Money[] {
  const { parts, rounding } = sharing
  assert(whole >= 0n, 'only an amount of zero or more is shared out')
  assert(Number.isInteger(parts) && parts > 0, 'an amount is shared out in one or more parts')

  const even = fen(divide(whole, BigInt(parts), rounding))
  let left = whole
  const shares: Money[] = []
  for (let index = 1; index < parts; index += 1) {
    const share = lesser(even, left)
    left = subtract(left, share)
    shares.push(share)
  }
  return [...shares, left]
}

/** Yuan with two decimals and nothing else: `1234.56`. [M4] */
export function yuan(amount: Money): string {
  const sign = amount < 0n ? '-' : ''
  const digits = String(amount).replace('-', '').padStart(3, '0')
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Yuan for display, with thousands separators: `1,234.56`. [M5] */
export function displayYuan(amount: Money): string {
  return yuan(amount).replace(/\B(?=(?:\d{3})+\.)/g, ',')
}

/** Parses yuan as typed: digits with at most two decimals, no sign, no exponent. [M6] */
export function parseYuan(text: string): Outcome<Money> {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) return refused({ kind: 'amount-malformed' })

  const [, whole = '', decimals = ''] = match
  return granted(fen(BigInt(whole + decimals.padEnd(2, '0'))))
}
