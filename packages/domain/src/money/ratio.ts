import { assert } from '#assert.ts'
import { divide, fen, type Money, type Rounding } from '#money/money.ts'

/** An exact fraction. Interest stays a fraction until its single rounding. [M7] */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

export const zero: Ratio = { numerator: 0n, denominator: 1n }
export const one: Ratio = { numerator: 1n, denominator: 1n }

export function ratio(numerator: bigint, denominator: bigint): Ratio {
  assert(denominator > 0n, 'a denominator is positive')
  return { numerator, denominator }
}

export function whole(number: bigint): Ratio {
  return { numerator: number, denominator: 1n }
}

export function plus(left: Ratio, right: Ratio): Ratio {
  return ratio(
    left.numerator * right.denominator + right.numerator * left.denominator,
    left.denominator * right.denominator,
  )
}

export function minus(left: Ratio, right: Ratio): Ratio {
  return plus(left, { numerator: -right.numerator, denominator: right.denominator })
}

export function times(left: Ratio, right: Ratio): Ratio {
  return ratio(left.numerator * right.numerator, left.denominator * right.denominator)
}

/** The fraction in lowest terms: speeds up many following multiplications. */
export function lowest(fraction: Ratio): Ratio {
  const { numerator, denominator } = fraction
  const divisor = greatestCommonDivisor(numerator < 0n ? -numerator : numerator, denominator)
  return { numerator: numerator / divisor, denominator: denominator / divisor }
}

/** Converts an exact fraction of fen to money by rounding. [M7] */
export function roundToMoney(amount: Ratio, rounding: Rounding): Money {
  return fen(divide(amount.numerator, amount.denominator, rounding))
}

const MICROFEN_PER_FEN = 1_000_000n

/**
 * Millionths of a fen, rounded to the odd neighbour where inexact. Half a fen is an even number of
 * microfen, so recording an amount never produces an exact half, which would round the other way.
 */
export function microfenOf({ numerator, denominator }: Ratio): bigint {
  const scaled = numerator * MICROFEN_PER_FEN
  const whole = scaled / denominator
  if (scaled % denominator === 0n || whole % 2n !== 0n) return whole
  return scaled < 0n ? whole - 1n : whole + 1n
}

export function ofMicrofen(microfen: bigint): Ratio {
  return { numerator: microfen, denominator: MICROFEN_PER_FEN }
}

/** What rounding an amount left, in millionths of a fen. */
export function microfenLeft(exact: Ratio, amount: Money): bigint {
  return microfenOf(exact) - amount * MICROFEN_PER_FEN
}

/** Numbers that a float holds exactly are divided as floats, which is faster. */
function greatestCommonDivisor(left: bigint, right: bigint): bigint {
  if (left <= EXACT_MAX && right <= EXACT_MAX) {
    let [large, small] = [Number(left), Number(right)]
    while (small !== 0) [large, small] = [small, large % small]
    return BigInt(large)
  }
  return right === 0n ? left : greatestCommonDivisor(right, left % right)
}

const EXACT_MAX = BigInt(Number.MAX_SAFE_INTEGER)
