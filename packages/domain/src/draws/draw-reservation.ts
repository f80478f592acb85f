import { granted, refused, type Outcome } from '#refusal.ts'

/** State of a draw whose limit and coupon are reserved. */
export type DrawReservationState = 'held' | 'booked' | 'released'

/** Ends a reserved draw as booked or released; idempotent. [L11] */
export function endDrawReservation(
  state: DrawReservationState,
  end: Exclude<DrawReservationState, 'held'>,
): Outcome<DrawReservationState> {
  if (state === 'held' || state === end) return granted(end)
  return refused({ kind: state === 'booked' ? 'draw-booked' : 'draw-released' })
}
