import { describe, expect, it } from 'vitest'
import { simulate, type Summary } from './simulate.ts'
import { providerChoices } from './world.ts'

/**
 * The defaults give a short simulation for the test suite; `npm run simulate` sets a longer one.
 */
const { SIMULATE_BORROWERS = '4', SIMULATE_DAYS = '50', SIMULATE_SEED = '1' } = process.env
const { SIMULATE_PACE = '6', SIMULATE_MINUTES = '100000', SIMULATE_PROVIDERS } = process.env
const isLong = process.env['SIMULATE_BORROWERS'] !== undefined

describe('a simulation of many borrowers under the test clock', () => {
  const chosen = providerChoices.filter((one) => (SIMULATE_PROVIDERS ?? one) === one)
  it.each(chosen)(
    'violates no rule of the books and shows each borrower the amounts of the ledger, with %s providers',
    { timeout: 1e9 },
    async (providers) => {
      const summary = await simulate({
        borrowers: Number(SIMULATE_BORROWERS),
        days: Number(SIMULATE_DAYS),
        seed: Number(SIMULATE_SEED),
        pace: Number(SIMULATE_PACE),
        minutes: Number(SIMULATE_MINUTES),
        providers,
        ...(isLong && { onDay: printDay }),
      })
      if (isLong) printLine(JSON.stringify(summary, undefined, 2))
      expect(summary.violations).toEqual([])
      expect(summary.transfers).toBeGreaterThan(0)
      expect(summary.loansCompared).toBeGreaterThan(0)
    },
  )
})

let printedViolations = 0

/** Prints the figures up to this day, and the violations found since the last one. */
function printDay(day: string, summary: Summary): void {
  const { transfers, screensCompared, loansCompared, violations } = summary
  const compared = `${screensCompared} screens and ${loansCompared} loans compared`
  printLine(`${day}  ${transfers} transfers, ${compared}, ${violations.length} violations`)
  for (const violation of violations.slice(printedViolations)) printLine(`  ${violation}`)
  printedViolations = violations.length
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`)
}
