import type { CardBehaviour } from '@qingzhou/provider-api/test-people'
import type { Fault } from '#faults.ts'

/** How long an order takes without a fault. */
const USUAL_MS = 1_200
const SLOW_MS = 8_000

/** When an order placed now is settled. */
export function settlesAt(
  now: number,
  { fault, conduct }: { readonly fault: Fault; readonly conduct: CardBehaviour },
): number {
  const takes = fault.settleMs ?? USUAL_MS
  return now + (conduct === 'slow' ? Math.max(takes, SLOW_MS) : takes)
}

const SHANGHAI_AHEAD_MS = 8 * 3_600_000

/** The bank's calendar day, 8 digits. */
export function bankDateOf(instant: number): string {
  const shanghai = new Date(instant + SHANGHAI_AHEAD_MS)
  return shanghai.toISOString().slice(0, 10).replaceAll('-', '')
}
