import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Durations } from './progress.ts'
import { testCache } from './test-cache.ts'

const PATH = join(testCache, 'durations.json')

/** How long each stage took when it last passed in this checkout. */
export function lastDurations(): Durations {
  // Written below.
  return existsSync(PATH) ? (JSON.parse(readFileSync(PATH, 'utf8')) as Durations) : {}
}

export function recordDuration(stage: string, seconds: number): void {
  mkdirSync(testCache, { recursive: true })
  writeFileSync(PATH, JSON.stringify({ ...lastDurations(), [stage]: Math.round(seconds) }))
}
