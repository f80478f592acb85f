import { timeOrderedNo } from '#platform/ids.ts'
import { Refused } from '#platform/refused.ts'

/** Twenty digits: the moment, then seven at random. In order for the index, and not to be guessed. */
export function newLoanNo(now: Date): string {
  return timeOrderedNo('', now)
}

/** A number that a caller may choose, or the name of a card: short, and safe to write anywhere. */
export function isNumber(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

export function checkNumber(text: string): void {
  if (!isNumber(text)) throw new Refused({ kind: 'number-malformed' })
}
