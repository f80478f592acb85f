import { expect, it } from 'vitest'
import { displayAnnualRate, parseAnnualRate } from './annual-rate.ts'

it('[Y5] a rate is read and written as a percentage with up to four decimals', () => {
  expect(parseAnnualRate('12%')).toEqual({ ok: true, value: 120_000n })
  expect(parseAnnualRate('9.4822%')).toEqual({ ok: true, value: 94_822n })
  expect(parseAnnualRate('0%')).toEqual({ ok: true, value: 0n })
  expect([0n, 5n, 94_822n, 240_000n].map(displayAnnualRate)).toEqual([
    '0.0000%',
    '0.0005%',
    '9.4822%',
    '24.0000%',
  ])
})

it.each(['12', '-1%', '1e2%', '0x10%', 'NaN%', '1.23456%', '%', '12 %', '99999%'])(
  '[Y5] refuses %j as a rate',
  (text) => {
    expect(parseAnnualRate(text)).toEqual({ ok: false, refusal: { kind: 'rate-malformed' } })
  },
)
