import { expect, it } from 'vitest'
import { withLongerLimits } from './longer-limits.ts'

it.each([
  [
    `describe('a day', { timeout: 60_000 }, () => {`,
    `describe('a day', { timeout: 600000 }, () => {`,
  ],
  [`  { timeout: 20_000, interval: 100 },`, `  { timeout: 200000, interval: 100 },`],
  [`beforeAll(async () => {\n}, 120_000)\n`, `beforeAll(async () => {\n}, 1200000)\n`],
  [`{ timeout: 1_000_000_000 }`, `{ timeout: 2147483647 }`],
])('a limit that a test states is longer on a cluster: %s', (code, expected) => {
  expect(withLongerLimits(code)).toBe(expected)
})

it.each([`spend('callback', 6_000)`, `[\n  1_000,\n]`, `PROVIDER_TIMEOUTS_MS: 'wallet:3000'`])(
  'another number stays: %s',
  (code) => {
    expect(withLongerLimits(code)).toBe(code)
  },
)
