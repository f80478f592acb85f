import { randomInt } from 'node:crypto'

/** The moment, then digits at random: in order for the index, and not to be guessed. */
export function newLoanSeqNo(now: Date): string {
  const random = String(randomInt(10_000_000)).padStart(7, '0')
  return `L${String(now.getTime()).padStart(13, '0')}${random}`
}
