import { granted, refused, type Outcome } from '#refusal.ts'

/** What has become of a draw whose limit and coupon were set aside. */
export type HeldDrawState = 'held' | 'booked' | 'released'

/** Ends a held draw, as a loan or as nothing; told twice, it changes nothing. [L11] */
export function endHeldDraw(
  state: HeldDrawState,
  end: Exclude<HeldDrawState, 'held'>,
): Outcome<HeldDrawState> {
  if (state === 'held' || state === end) return granted(end)
  return refused({ kind: state === 'booked' ? 'draw-booked' : 'draw-released' })
}
