import { expect, it } from 'vitest'
import { compareVersions } from './versions.ts'

it.each([
  ['1.2.3', '1.2.3', 0],
  ['1.2', '1.2.0', 0],
  ['0.9.0', '0.10.0', -1],
  ['2', '1.99.99', 1],
  ['1.0.0', '1.0.1', -1],
])('[5.032] compares %s with %s by number, part by part', (first, second, sign) => {
  expect(Math.sign(compareVersions(first, second) ?? Number.NaN)).toBe(sign)
})

it.each(['', 'v1', '1.', '.1', '1..2', '1.2-rc', '-1', '1e3', ' 1', '9'.repeat(10)])(
  'does not compare %j',
  (junk) => {
    expect(compareVersions(junk, '1.0.0')).toBeUndefined()
    expect(compareVersions('1.0.0', junk)).toBeUndefined()
  },
)
