import { sha256 } from '@noble/hashes/sha2.js'
import { bytesOfText } from './bytes.ts'

/** A number to be found for a key: the more bits, the more numbers have to be tried, twice as many for each. */
export type ProofTask = { readonly key: string; readonly bits: number }

/** How many bits a number is worth for a key: the zeros that the hash of both begins with. One hash to check. */
export function proofBits(key: string, number: number): number {
  const hash = sha256(bytesOfText(`${key}:${number}`))
  const zeroBytes = hash.findIndex((byte) => byte !== 0)
  if (zeroBytes === -1) return hash.length * 8
  return zeroBytes * 8 + Math.clz32(hash[zeroBytes] ?? 0) - 24
}

/** Tries some numbers from one on; nothing where none of them is worth enough. */
export function findProof(
  { key, bits }: ProofTask,
  { from, count }: { readonly from: number; readonly count: number },
): number | undefined {
  for (let number = from; number < from + count; number += 1) {
    if (proofBits(key, number) >= bits) return number
  }
  return undefined
}
