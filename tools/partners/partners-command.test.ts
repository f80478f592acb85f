import { expect, it } from 'vitest'

import { partnersCommand } from './partners-command.ts'

const as = ['--as', 'admin']

it('npm run partners reads the partner and the day', () => {
  const words = ['file', 'far-bank', '2026-10-31', '--to', 'f.txt', ...as]
  expect(partnersCommand.readOptions(words)).toMatchObject({
    partnerNo: 'far-bank',
    day: '2026-10-31',
    to: 'f.txt',
  })
})

it.each([
  [['file', 'far-bank', '2026-02-30', '--to', 'f.txt', ...as], /2026-02-30: a day/],
  [['file', '--to', 'f.txt', ...as], /names the partner/],
  [['file', 'far-bank', '2026-10-31', ...as], /--to/],
  [['file', 'far-bank', '2026-10-31', '--to', 'f.txt'], /--as/],
  [['send', 'far-bank', '2026-10-31', '--to', 'f.txt', ...as], /only act/],
  [['file', 'far-bank', '2026-10-31', 'again', '--to', 'f.txt', ...as], /only act/],
])('npm run partners refuses %j', (words, says) => {
  expect(() => partnersCommand.readOptions(words)).toThrow(says)
})
