/** Exact arithmetic of the reference: a fraction of whole numbers, with a positive denominator. */
export interface Fraction {
  readonly top: bigint
  readonly bottom: bigint
}

export const NOTHING: Fraction = { top: 0n, bottom: 1n }

export function fraction(top: bigint | number, bottom: bigint | number = 1n): Fraction {
  return reduce(BigInt(top), BigInt(bottom))
}

function reduce(top: bigint, bottom: bigint): Fraction {
  if (bottom === 1n) return { top, bottom }
  let [divisor, rest] = [top < 0n ? -top : top, bottom]
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest]
  return { top: top / divisor, bottom: bottom / divisor }
}

export function plus(a: Fraction, b: Fraction): Fraction {
  if (a.top === 0n) return b
  if (b.top === 0n) return a
  return reduce(a.top * b.bottom + b.top * a.bottom, a.bottom * b.bottom)
}

export function minus(a: Fraction, b: Fraction): Fraction {
  return plus(a, { top: -b.top, bottom: b.bottom })
}

export function times(a: Fraction, b: Fraction): Fraction {
  return reduce(a.top * b.top, a.bottom * b.bottom)
}

/** Divides by a positive fraction. */
export function over(a: Fraction, b: Fraction): Fraction {
  return reduce(a.top * b.bottom, a.bottom * b.top)
}

export function isLess(a: Fraction, b: Fraction): boolean {
  return a.top * b.bottom < b.top * a.bottom
}

export type RoundingOf = 'half-up' | 'half-even'

/** The nearest whole number; a half goes away from zero, or to the even neighbour. [M2] */
export function roundFraction({ top, bottom }: Fraction, rounding: RoundingOf): bigint {
  const size = top < 0n ? -top : top
  const whole = size / bottom
  const twice = (size % bottom) * 2n
  const isUp = twice > bottom || (twice === bottom && (rounding === 'half-up' || whole % 2n === 1n))
  const nearest = isUp ? whole + 1n : whole
  return top < 0n ? -nearest : nearest
}
