/**
 * How far apart the positions are at which a test changes a byte: all of them in `npm run prove`. Seven is prime to
 * the lengths of encoded groups, so that every byte of a group is changed.
 */
export const POSITION_STEP = process.env['PROVE_RUNS'] === undefined ? 7 : 1

/** A copy with one bit changed at this position. */
export function byteChanged(bytes: Uint8Array | string, position: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[position] = (changed[position] ?? 0) ^ 1
  return changed
}
