/** A copy with one bit changed at this position. */
export function byteChanged(bytes: Uint8Array | string, position: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[position] = (changed[position] ?? 0) ^ 1
  return changed
}
