import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { runQuote } from '#quote.ts'
import type { Step } from '../replay.ts'

/** The path of a file with this text, or this value as JSON. */
export function writeInput(value: unknown): string {
  const file = join(mkdtempSync(join(tmpdir(), 'history-')), 'input.json')
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value))
  return file
}

/** What the program prints for a history without errors. */
export function replayWritten(history: object): { opening: Step; steps: Step[] } {
  const { out, errors } = runQuote(['--history', writeInput(history), '--json'])
  expect(errors).toEqual([])
  // Printed by the program under test.
  return JSON.parse(out) as { opening: Step; steps: Step[] }
}
