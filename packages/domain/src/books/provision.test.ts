import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { specimenDated } from '#specimen.ts'
import { provisionPpm } from './provision.ts'

const of = { on: localDate('2026-11-19'), dated: specimenDated }

it.each([
  // The expected loss of stage 1 is 2 % × 60 % = 1.2 %.
  ['pass', 1, 12_000n],
  ['special-mention', 1, 20_000n],
  ['special-mention', 2, 120_000n],
  ['substandard', 3, 600_000n],
  ['doubtful', 3, 600_000n],
  ['loss', 3, 1_000_000n],
] as const)(
  '[X7] %s in stage %i is provided for at the higher of both rates',
  (name, stage, ppm) => {
    expect(provisionPpm({ class: name, stage }, of)).toBe(ppm)
  },
)

it('[X7] the rates are those of the day', () => {
  const dated = [
    ...specimenDated,
    { kind: 'provision-pass', day: localDate('2027-01-01'), value: 30_000n },
  ] as const
  const pass = { class: 'pass', stage: 1 } as const
  expect(provisionPpm(pass, { on: localDate('2026-12-31'), dated })).toBe(12_000n)
  expect(provisionPpm(pass, { on: localDate('2027-01-01'), dated })).toBe(30_000n)
  expect(() => provisionPpm(pass, { on: localDate('1999-12-31'), dated })).toThrow(/X7/)
})
