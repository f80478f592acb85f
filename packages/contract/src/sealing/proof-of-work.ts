import { sha256 } from '@noble/hashes/sha2.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import { bytesOfText } from '#wire/bytes.ts'

/** A puzzle of ALTCHA: the number below the maximum whose hash with the salt is the challenge. */
export type Puzzle = {
  readonly salt: string
  /** Hexadecimal. */
  readonly challenge: string
  readonly maxnumber: number
}

/**
 * A number to find for a key; each additional bit doubles the expected number of attempts. With a
 * puzzle, its number.
 */
export type ProofTask = {
  readonly key: string
  readonly bits: number
  readonly puzzle?: Puzzle | undefined
}

/**
 * The bits that a number is worth for a key: the leading zero bits of the hash of both. Checking
 * takes one hash.
 */
export function proofBits(key: string, number: number): number {
  const hash = sha256(bytesOfText(`${key}:${number}`))
  const zeroBytes = hash.findIndex((byte) => byte !== 0)
  if (zeroBytes === -1) return hash.length * 8
  return zeroBytes * 8 + Math.clz32(hash[zeroBytes] ?? 0) - 24
}

/** Tries a range of numbers; undefined if none is worth enough. */
export function findProof(
  { key, bits, puzzle }: ProofTask,
  { from, count }: { readonly from: number; readonly count: number },
): number | undefined {
  const isFound = puzzle ? solves(puzzle) : (number: number) => proofBits(key, number) >= bits
  for (let number = from; number < from + count; number += 1) {
    if (isFound(number)) return number
  }
  return undefined
}

function solves({ salt, challenge }: Puzzle): (number: number) => boolean {
  const wanted = hexToBytes(challenge)
  return (number) => {
    const hash = sha256(bytesOfText(`${salt}${number}`))
    return hash.every((byte, index) => byte === wanted[index])
  }
}
