import { expect, it } from 'vitest'

import { formatCounts, createProgressLine } from './progress-line.ts'

function writeLine(isTTY: boolean): string {
  let text = ''
  const line = createProgressLine({ isTTY, write: (part) => (text += part) })
  line.show('1 of 2')
  line.show('2 of 2')
  line.end('done')
  return text
}

it('createProgressLine updates one line in a terminal and writes lines elsewhere', () => {
  expect(writeLine(false)).toBe('1 of 2\n2 of 2\ndone\n')
  expect(writeLine(true).split('\r\u001b[2K')).toEqual(['', '1 of 2', '2 of 2', 'done\n'])
})

it('formatCounts lists counts by reason', () => {
  expect(formatCounts({})).toBe('none')
  expect(formatCounts({ 'rate-not-lower': 3, 'nothing-owed': 1 })).toBe(
    'rate-not-lower 3, nothing-owed 1',
  )
})
