import { expect, it } from 'vitest'

import { readOptions } from './options.ts'

const words = ['create', '--days-late', '31..', '--share', '50%', '--until', '2026-12-15']

function numberOf(...more: string[]): string {
  const options = readOptions([...words, ...more])
  return options.command === 'create' ? options.order.batchNo : ''
}

function complaint(...more: string[]) {
  return () => readOptions([...words, ...more])
}

it('reads a segment, the shares and the last day', () => {
  expect(readOptions([...words, '--amount-min', '1000', '--dry-run'])).toMatchObject({
    command: 'create',
    isDryRun: true,
    order: {
      actor: 'lender',
      segment: { daysLateMin: 31, amountMin: 1000_00n },
      offer: { penaltySharePpm: 500_000n, interestSharePpm: 500_000n, lastDay: '2026-12-15' },
    },
  })
  expect(readOptions([...words, '--interest-share', '0%', '--days-late', '60..90'])).toMatchObject({
    order: {
      segment: { daysLateMin: 60, daysLateMax: 90 },
      offer: { penaltySharePpm: 500_000n, interestSharePpm: 0n },
    },
  })
  expect(readOptions(['list'])).toEqual({ command: 'list' })
})

it('the same options give the same number, other options another', () => {
  expect(numberOf()).toBe(numberOf('--dry-run'))
  expect(numberOf()).not.toBe(numberOf('--amount-min', '1'))
  expect(numberOf('--number', 'spring-1')).toBe('spring-1')
})

it('unreadable options are refused with a message', () => {
  expect(() => readOptions([])).toThrow('Nothing is no command')
  expect(complaint('--days-late', '30..')).toThrow('at least 31 days late')
  expect(complaint('--days-late', '31')).toThrow('--days-late is a range')
  expect(complaint('--share', '101%')).toThrow('--share is a percentage')
  expect(complaint('--until', '2026-02-30')).toThrow('--until is the last day')
  expect(complaint('--amount-min', '-1')).toThrow()
  expect(complaint('--amount-max', '1e3')).toThrow('1e3 is no amount')
  expect(complaint('--number', '../x')).toThrow('is no number')
})
