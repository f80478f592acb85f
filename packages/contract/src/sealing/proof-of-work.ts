import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfText } from '#wire/bytes.ts'

/** A number to find for a key; each additional bit doubles the expected number of attempts. */
export type ProofTask = { readonly key: string; readonly bits: number }

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
  { key, bits }: ProofTask,
  { from, count }: { readonly from: number; readonly count: number },
): number | undefined {
  for (let number = from; number < from + count; number += 1) {
    if (proofBits(key, number) >= bits) return number
  }
  return undefined
}
