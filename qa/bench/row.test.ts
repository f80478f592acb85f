import { expect, it } from 'vitest'

import { readArguments } from './arguments.ts'
import { goalLines, isReached, jsonOf, linesOf, markdownOf, type Bench } from './row.ts'

const known = ['first-route', 'traffic', 'load']

const bench: Bench = {
  name: 'traffic',
  rows: [
    { what: 'TPC-B', value: '1,000' },
    {
      what: 'draws',
      value: '700',
      beside: '0.70 of TPC-B',
      goal: { measured: 0.7, atLeast: 0.6 },
    },
    { what: 'memory, MB', value: '473', goal: { measured: 473, atMost: 300 } },
  ],
}

it('runs all benchmarks but the long ones unless some are named', () => {
  expect(readArguments([], known)).toEqual({
    names: known,
    isFull: false,
    isJson: false,
    isMarkdown: false,
    load: { rate: undefined, seconds: 10 },
    minutes: 15,
  })
  expect(readArguments([], known, ['load']).names).toEqual(['first-route', 'traffic'])
  expect(readArguments(['load'], known, ['load']).names).toEqual(['load'])
  expect(readArguments(['load', 'first-route', '--json', '--full'], known)).toMatchObject({
    names: ['first-route', 'load'],
    isFull: true,
    isJson: true,
  })
})

it('reads the rate and the duration of the load', () => {
  const words = ['load', '--rate', '200', '--seconds', '20']
  expect(readArguments(words, known).load).toEqual({ rate: 200, seconds: 20 })
})

it('refuses unknown benchmarks, unknown options and numbers that are none', () => {
  expect(() => readArguments(['lod'], known)).toThrow('Unknown benchmark: lod.')
  expect(() => readArguments(['--rat', '3'], known)).toThrow('--rat')
  for (const rate of ['0', '-1', '1.5', '1e3', 'many', ''])
    expect(() => readArguments([`--rate=${rate}`], known)).toThrow('--rate is a whole number')
  expect(() => readArguments(['--seconds', '86401'], known)).toThrow('--seconds')
})

it('prints each figure beside its limit, and whether its goal is reached', () => {
  const [name, bare, reached, missed, last] = linesOf(bench)
  expect([name, last]).toEqual(['traffic', ''])
  expect(bare?.endsWith('1,000')).toBe(true)
  expect(reached?.endsWith('700   0.70 of TPC-B   goal ≥ 0.6: reached')).toBe(true)
  expect(missed?.endsWith('473   goal ≤ 300: not reached')).toBe(true)
})

it('lists the goals that were missed', () => {
  expect(goalLines([bench])).toEqual([
    '1 of 2 goals reached',
    '  missed: traffic, memory, MB: 473, goal ≤ 300',
  ])
  expect(goalLines([{ name: 'ocr', rows: [] }])).toEqual([])
})

it('counts a goal as reached at its very value', () => {
  expect(isReached({ measured: 0.6, atLeast: 0.6 })).toBe(true)
  expect(isReached({ measured: 300, atMost: 300 })).toBe(true)
  expect(isReached({ measured: Number.NaN, atMost: 300 })).toBe(false)
})

it('gives machines every figure with its goal', () => {
  const parsed: unknown = JSON.parse(jsonOf({ cores: 2 }, [bench]))
  expect(parsed).toMatchObject({
    cores: 2,
    rows: [
      { bench: 'traffic', what: 'TPC-B', value: '1,000' },
      { what: 'draws', goal: { measured: 0.7, atLeast: 0.6, isReached: true } },
      { what: 'memory, MB', goal: { measured: 473, atMost: 300, isReached: false } },
    ],
  })
})

it('writes the figures as a table for the documentation', () => {
  expect(markdownOf([bench])).toEqual([
    '| traffic | Measured | Beside | Goal | |',
    '|---|---|---|---|---|',
    '| TPC-B | 1,000 | | | |',
    '| draws | 700 | 0.70 of TPC-B | ≥ 0.6 | reached |',
    '| memory, MB | 473 | | ≤ 300 | not reached |',
  ])
})
