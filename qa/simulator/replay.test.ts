import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import { providerChoices } from './world.ts'

it.each(providerChoices)(
  'a simulation gives the same loan figures for the same seed, and different ones for another seed, with %s providers',
  { timeout: 1e9 },
  async (providers) => {
    const digests: string[] = []
    for (const seed of [5, 5, 6]) {
      const { digest, loansCompared } = await simulate({
        borrowers: 3,
        days: 8,
        seed,
        pace: 12,
        providers,
      })
      expect(loansCompared).toBeGreaterThan(0)
      digests.push(digest)
    }
    const [first, again, other] = digests
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  },
)
