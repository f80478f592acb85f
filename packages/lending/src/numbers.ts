import { timeOrderedNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'

/** Twenty digits: the time, then seven random digits. Ordered for the index, and hard to guess. */
export function newLoanNo(now: Date): string {
  return timeOrderedNo('', now)
}

/** Whether a text is a valid request number or card id: short, and safe in any context. */
export function isNumber(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text)
}

export function checkNumber(text: string): void {
  if (!isNumber(text)) throw new Refused({ kind: 'number-malformed' })
}
