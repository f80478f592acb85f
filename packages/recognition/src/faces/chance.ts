import { createHash } from 'node:crypto'

/** Pseudo-random numbers that are the same for a seed on every machine. */
export type Chance = {
  /** Uniformly distributed between the two. */
  between: (low: number, high: number) => number
  /** True with this probability. */
  happens: (share: number) => boolean
}

export function chanceOf(seed: string): Chance {
  const state = createHash('sha256').update(seed).digest()
  let drawn = 0
  const next = (): number => {
    drawn += 1
    const block = createHash('sha256').update(state).update(String(drawn)).digest()
    return block.readUInt32LE(0) / 2 ** 32
  }
  return {
    between: (low, high) => low + (high - low) * next(),
    happens: (share) => next() < share,
  }
}

/** Smooth noise of the plane, between 0 and 1, without a lookup table. */
export function noise(x: number, y: number): number {
  const left = Math.floor(x)
  const bottom = Math.floor(y)
  const across = smooth(x - left)
  const up = smooth(y - bottom)
  const low = mix(speck(left, bottom), speck(left + 1, bottom), across)
  const high = mix(speck(left, bottom + 1), speck(left + 1, bottom + 1), across)
  return mix(low, high, up)
}

/**
 * A fixed value for each point of the grid, by integer mixing that is the same on every machine.
 */
function speck(x: number, y: number): number {
  let bits = Math.imul(x, 374_761_393) + Math.imul(y, 668_265_263)
  bits = Math.imul(bits ^ (bits >>> 13), 1_274_126_177)
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32
}

function smooth(share: number): number {
  return share * share * (3 - 2 * share)
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** 0 below the first edge, 1 above the second, smooth between. */
export function step(low: number, high: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - low) / (high - low))))
}

/** A Gaussian-like bell around zero. */
export function bell(distance: number, width: number): number {
  const share = distance / width
  return Math.exp(-share * share)
}
