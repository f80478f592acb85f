import { expect, it } from 'vitest'

import { countsInWords, createProgressLine } from './progress-line.ts'

function written(isTTY: boolean): string {
  let text = ''
  const line = createProgressLine({ isTTY, write: (part) => (text += part) })
  line.show('1 of 2')
  line.show('2 of 2')
  line.end('done')
  return text
}

it('a terminal has one line that changes, anything else has lines', () => {
  expect(written(false)).toBe('1 of 2\n2 of 2\ndone\n')
  expect(written(true).split('\r\u001b[2K')).toEqual(['', '1 of 2', '2 of 2', 'done\n'])
})

it('counts are read as words', () => {
  expect(countsInWords({})).toBe('none')
  expect(countsInWords({ 'rate-not-lower': 3, 'nothing-owed': 1 })).toBe(
    'rate-not-lower 3, nothing-owed 1',
  )
})
