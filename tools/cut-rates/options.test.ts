import { expect, it } from 'vitest'

import { readOptions } from './options.ts'

const words = ['--rate', '10.8%', '--from', '2026-12-01']

function numberOf(...more: string[]): string {
  return readOptions([...words, ...more]).order.cutNo
}

function complaint(...args: string[]) {
  return () => readOptions(args)
}

it('reads the customers, the new rate and the first day', () => {
  expect(readOptions([...words, '--grade', 'C', '--dry-run'])).toMatchObject({
    isDryRun: true,
    order: { scope: { grade: 'C' }, annualRatePpm: 108_000n, from: '2026-12-01', actor: 'lender' },
  })
  expect(readOptions([...words, '--customer', '1000000001', '--by', 'mei'])).toMatchObject({
    isDryRun: false,
    order: { scope: { customer: '1000000001' }, actor: 'mei' },
  })
})

it('the same options give the same number', () => {
  expect(numberOf('--grade', 'C')).toBe(numberOf('--grade', 'C', '--dry-run'))
  expect(numberOf('--grade', 'C')).not.toBe(numberOf('--grade', 'D'))
})

it('unreadable options are refused with a message', () => {
  expect(complaint(...words)).toThrow('--customer or --grade')
  expect(complaint(...words, '--grade', 'C', '--customer', '1')).toThrow('--customer or --grade')
  expect(complaint(...words, '--grade', 'Z')).toThrow('--grade is one of A, B, C, D, E')
  expect(complaint('--grade', 'C', '--rate', '10.8', '--from', '2026-12-01')).toThrow('--rate')
  expect(complaint('--grade', 'C', '--rate', '10.8%', '--from', 'soon')).toThrow('--from')
})
