import { randomBytes, randomInt } from 'node:crypto'
import type { Puzzle } from '@qingzhou/contract/sealing/proof-of-work'

/** Signs puzzles, as the library demands. The table of captchas decides, so it need not be shared. */
const hmacKey = randomBytes(32).toString('hex')

/**
 * A puzzle of ALTCHA that takes as many attempts, on average, as a proof of the given bits. The
 * number to find stays with the server.
 */
export async function newPuzzle(
  bits: number,
): Promise<{ readonly number: number; readonly puzzle: Puzzle }> {
  // Loaded only when it is chosen.
  const { createChallenge } = await import('altcha-lib/v1')
  const maxnumber = 2 ** (bits + 1)
  const number = randomInt(maxnumber)
  const { salt, challenge } = await createChallenge({ hmacKey, maxnumber, number, saltLength: 16 })
  return { number, puzzle: { salt, challenge, maxnumber } }
}
