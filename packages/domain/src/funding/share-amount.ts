import { assert } from '#assert.ts'
import { fen, sum, type Money } from '#money/money.ts'

export const WHOLE_PPM = 1_000_000n

/**
 * Splits an amount by shares; the last part is the lender's own, of the rest of the shares. Each part is rounded
 * down, and the fen that are left go to the parts with the largest remainders, the first of equal ones. [Z5]
 */
export function shareAmount(whole: Money, sharesPpm: readonly bigint[]): readonly Money[] {
  assert(whole >= 0n, 'only an amount of zero or more is shared out')
  const ownPpm = sharesPpm.reduce((left, sharePpm) => left - sharePpm, WHOLE_PPM)
  assert(ownPpm >= 0n && sharesPpm.every((sharePpm) => sharePpm >= 0n), 'shares sum to the whole')
  const exact = [...sharesPpm, ownPpm].map((sharePpm) => whole * sharePpm)
  const parts = exact.map((part) => part / WHOLE_PPM)
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part % WHOLE_PPM }))
    .toSorted((one, other) => Number(other.remainder - one.remainder))
  const left = whole - sum(parts.map(fen))
  const rounded = new Set(byRemainder.slice(0, Number(left)).map(({ index }) => index))
  return parts.map((part, index) => fen(rounded.has(index) ? part + 1n : part))
}
