import * as fc from 'fast-check'
import { anyHistory, type TestHistory } from '#testing/histories.ts'
import { liveThrough } from '#testing/live-through.ts'

/** A history that violates a law, shrunk to a minimum. */
export interface Violation {
  readonly seed: number
  readonly message: string
  readonly history: TestHistory
}

/** Runs random histories of one seed; the first violation is shrunk. */
export function findViolation(run: { seed: number; runs: number }): Violation | undefined {
  const { seed, runs } = run
  const found = fc.check(
    fc.property(anyHistory, (history) => void liveThrough(history)),
    { seed, numRuns: runs },
  )
  const [history] = found.counterexample ?? []
  if (!history) return undefined
  const { errorInstance: error } = found
  const message = error instanceof Error ? error.message : String(error)
  return { seed, message, history }
}
