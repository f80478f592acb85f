import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LoanEvent } from '#ledger/entries.ts'
import { anyHistory, type TestHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'
import { findViolation } from '#testing/violations.ts'

/** A longer run, with another seed each time, is `npm run prove -- money`. */
const RUNS = 200
const seed = Number(process.env['PROVE_SEED'] ?? 1)

const regressions = JSON.parse(
  readFileSync(new URL('../vectors/histories.json', import.meta.url), 'utf8'),
) as { law: string; history: TestHistory }[]

describe('the money laws', { timeout: 120_000 }, () => {
  it.each(regressions)('$law', ({ history }) => {
    expect(liveThrough(history).loans.length).toBeGreaterThan(0)
  })

  it(`hold on random histories of all operations, PROVE_SEED=${seed}`, () => {
    expect(findViolation({ seed, runs: RUNS })).toBeUndefined()
  })

  it('the money laws are checked on every operation', () => {
    const lives = fc
      .sample(anyHistory, { seed: 1, numRuns: 300 })
      .map((history) => liveThrough(history))
    const events = new Set(lives.flatMap((life) => life.events))
    const all: LoanEvent[] = [
      'draw',
      'payment',
      'early-full',
      'early-part',
      'reversal',
      'waiver',
      'delay',
      'relief',
      'rate-cut',
      'conversion',
      'break',
      'return',
    ]
    expect([...events].toSorted()).toEqual(all.toSorted())
    const origins = new Set(lives.flatMap(({ loans }) => loans.map(({ origin }) => origin)))
    expect([...origins].toSorted()).toEqual(['bill-conversion', 'consolidation-plan', 'draw'])
  })
})
