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
  return leadingZeroBits(hashesAfter(`${key}:`)(number))
}

/** Tries a range of numbers; undefined if none is worth enough. */
export function findProof(
  { key, bits, puzzle }: ProofTask,
  { from, count }: { readonly from: number; readonly count: number },
): number | undefined {
  const isFound = puzzle ? solves(puzzle) : reaches(key, bits)
  for (let number = from; number < from + count; number += 1) {
    if (isFound(number)) return number
  }
  return undefined
}

function reaches(key: string, bits: number): (number: number) => boolean {
  const hashOf = hashesAfter(`${key}:`)
  return (number) => leadingZeroBits(hashOf(number)) >= bits
}

function solves({ salt, challenge }: Puzzle): (number: number) => boolean {
  const wanted = hexToBytes(challenge)
  const hashOf = hashesAfter(salt)
  return (number) => {
    const hash = hashOf(number)
    return hash.every((byte, index) => byte === wanted[index])
  }
}

function leadingZeroBits(hash: Uint8Array): number {
  const zeroBytes = hash.findIndex((byte) => byte !== 0)
  if (zeroBytes === -1) return hash.length * 8
  return zeroBytes * 8 + Math.clz32(hash[zeroBytes] ?? 0) - 24
}

/**
 * Hashes a text followed by a number. The state after the text is computed once and all buffers are used again,
 * as a search tries tens of thousands of numbers: it takes a third of the time. A hash is valid until the next.
 */
function hashesAfter(text: string): (number: number) => Uint8Array {
  const start = sha256.create().update(bytesOfText(text))
  const work = sha256.create()
  const hash = new Uint8Array(sha256.outputLen)
  const digits = new Uint8Array(DIGITS_MAX)
  return (number) => {
    let first = DIGITS_MAX
    for (let rest = number; rest > 0 || first === DIGITS_MAX; rest = Math.floor(rest / 10)) {
      first -= 1
      digits[first] = ZERO + (rest % 10)
    }
    // oxlint-disable-next-line no-underscore-dangle -- The library's own way to use a hash object again.
    start._cloneInto(work)
    work.update(digits.subarray(first)).digestInto(hash)
    return hash
  }
}

/** The digits of the largest safe integer. */
const DIGITS_MAX = 16
const ZERO = 0x30
