import { parentPort, workerData } from 'node:worker_threads'
import type { Pattern, PatternJob } from './patterns.test.ts'

/**
 * Runs patterns on texts and reports the current pair, so that a pattern that hangs can be named.
 */
const { patterns, texts, rounds } = workerData as PatternJob

for (const pattern of patterns) {
  parentPort?.postMessage(pattern, [])
  for (const text of texts) {
    for (let round = 0; round < rounds; round += 1) run(pattern, text)
  }
}

function run({ source, flags }: Pattern, text: string): number {
  const expression = new RegExp(source, flags)
  if (!expression.global) return text.search(expression)
  return text.replaceAll(expression, '').length
}
