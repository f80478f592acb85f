import { expect, it } from 'vitest'

import { playwrightTimings, slowestFiles, vitestTimings } from './timings.ts'

it('slowestFiles lists the slowest test files first, twelve at most', () => {
  const testResults = Array.from({ length: 14 }, (_, at) => ({
    name: `/here/${at}.test.ts`,
    startTime: 1_000,
    endTime: 1_000 + at * 500,
  }))
  const lines = slowestFiles(vitestTimings(JSON.stringify({ testResults }), '/here')).split('\n')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe('      6.5 s  13.test.ts')
})

it('playwrightTimings adds up the tests of a browser file, retries included', () => {
  const spec = { tests: [{ results: [{ duration: 1_500 }, { duration: 500 }] }] }
  const suites = [{ title: 'a.spec.ts', specs: [spec], suites: [{ title: 'x', specs: [spec] }] }]
  expect(playwrightTimings(JSON.stringify({ suites }))).toEqual([{ file: 'a.spec.ts', seconds: 4 }])
})
