import { expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen } from '#money/money.ts'
import { specimenDated } from '#specimen.ts'
import { exposureOf, provisionFor, provisionPpm } from './provision.ts'

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
  '[Q7] %s in stage %i is provided for at the higher of both rates',
  (name, stage, ppm) => {
    expect(provisionPpm({ class: name, stage }, of)).toBe(ppm)
  },
)

it('[Q7] the rates are those of the day', () => {
  const dated = [
    ...specimenDated,
    { kind: 'provision-pass', day: localDate('2027-01-01'), value: 30_000n },
  ] as const
  const pass = { class: 'pass', stage: 1 } as const
  expect(provisionPpm(pass, { on: localDate('2026-12-31'), dated })).toBe(12_000n)
  expect(provisionPpm(pass, { on: localDate('2027-01-01'), dated })).toBe(30_000n)
  expect(() => provisionPpm(pass, { on: localDate('1999-12-31'), dated })).toThrow(/Q7/)
})

it('[Q5, Q7] what is in memorandum is not provided for', () => {
  const owed = {
    principal: fen(100_00n),
    interest: fen(5_00n),
    penalty: fen(1_00n),
    fee: fen(2_00n),
  }
  expect(exposureOf(owed, { isAccruing: true })).toBe(108_00n)
  expect(exposureOf(owed, { isAccruing: false })).toBe(100_00n)
  const discounted = { ...owed, principal: fen(0n), interest: fen(-9_00n) }
  expect(exposureOf(discounted, { isAccruing: true })).toBe(0n)
})

it('[Q7] an amount is rounded half up to a fen', () => {
  expect(provisionFor(fen(150n), 10_000n)).toBe(2n)
  expect(provisionFor(fen(149n), 10_000n)).toBe(1n)
})
