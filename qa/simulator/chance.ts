import { createHash } from 'node:crypto'
/** Repeatable random numbers: the same seed gives the same sequence. */
export type Chance = {
  /** Returns true with the probability `share`. */
  happens(share: number): boolean
  below(count: number): number
  pick<One>(from: readonly One[]): One
  /** Returns an independent sequence for a key: numbers drawn elsewhere do not change it. */
  branch(key: string): Chance
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0

  /** Returns a number of at least 0 and below 1 (mulberry32 by Tommy Ettinger, public domain). */
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  const chance: Chance = {
    happens: (share) => next() < share,
    below: (count) => Math.floor(next() * count),
    pick(from) {
      const one = from[chance.below(from.length)]
      if (one === undefined) throw new Error('pick: the list is empty')
      return one
    },
    branch: (key) => createChance(hashOf(key, seed)),
  }
  return chance
}

/** FNV-1a hash of a key, with the seed mixed into the initial value. */
function hashOf(key: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (const character of key) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash
}

let numbers = 0

/** Returns a unique number in the form of the request numbers that the app generates. */
export function newNumber(what: string): string {
  numbers += 1
  return createHash('sha256').update(`${what}-${numbers}`).digest('hex').slice(0, 32)
}
