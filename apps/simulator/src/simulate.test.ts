import { describe, expect, it } from 'vitest'
import { simulate, type Summary } from './simulate.ts'

/** A short life with each run of the tests; `npm run simulate` asks for a longer one. */
const { SIMULATE_BORROWERS = '6', SIMULATE_DAYS = '50', SIMULATE_SEED = '1' } = process.env
const { SIMULATE_PACE = '6', SIMULATE_MINUTES = '100000' } = process.env
const isLong = process.env['SIMULATE_BORROWERS'] !== undefined

describe('a life of many borrowers under the test clock', () => {
  it(
    'keeps all its books, and shows everybody what the ledger says',
    { timeout: 1e9 },
    async () => {
      const summary = await simulate({
        borrowers: Number(SIMULATE_BORROWERS),
        days: Number(SIMULATE_DAYS),
        seed: Number(SIMULATE_SEED),
        pace: Number(SIMULATE_PACE),
        minutes: Number(SIMULATE_MINUTES),
        ...(isLong && { onDay: printDay }),
      })
      if (isLong) say(JSON.stringify(summary, undefined, 2))
      expect(summary.violations).toEqual([])
      expect(summary.transfers).toBeGreaterThan(0)
      expect(summary.loansCompared).toBeGreaterThan(0)
    },
  )
})

function printDay(day: string, summary: Summary): void {
  const { transfers, screensCompared, loansCompared, violations } = summary
  const compared = `${screensCompared} screens and ${loansCompared} loans compared`
  say(`${day}  ${transfers} transfers, ${compared}, ${violations.length} violations`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
