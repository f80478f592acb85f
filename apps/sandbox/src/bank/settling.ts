import type { CardConduct } from '@qingzhou/provider-api/test-people'
import type { Fault } from '#faults.ts'

/** How long a bank takes for anything when nobody is in its way. */
const USUAL_MS = 1_200
const SLOW_MS = 8_000

/** When the result of something asked now will be known. */
export function settlesAt(
  now: number,
  { fault, conduct }: { readonly fault: Fault; readonly conduct: CardConduct },
): number {
  const takes = fault.settleMs ?? USUAL_MS
  return now + (conduct === 'slow' ? Math.max(takes, SLOW_MS) : takes)
}
