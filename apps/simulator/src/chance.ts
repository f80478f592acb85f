/** Random numbers that repeat: the same seed gives the same sequence. */
export type Chance = {
  /** Whether something happens that does so in this share of cases. */
  happens(share: number): boolean
  below(count: number): number
  pick<One>(from: readonly One[]): One
  /** An independent sequence for a key: draws made elsewhere, in any order, do not change it. */
  branch(key: string): Chance
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0

  /** A number from 0 on and below 1; mulberry32, by Tommy Ettinger, in the public domain. */
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
      if (one === undefined) throw new Error('there is nothing to pick from')
      return one
    },
    branch: (key) => createChance(hashOf(key, seed)),
  }
  return chance
}

/** FNV-1a over the characters of a key, started from the seed. */
function hashOf(key: string, seed: number): number {
  let hash = (0x811c9dc5 ^ seed) >>> 0
  for (const character of key) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  return hash
}
