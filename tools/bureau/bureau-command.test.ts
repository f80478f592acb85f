import { expect, it } from 'vitest'

import { bureauCommand } from './bureau-command.ts'

const as = ['--as', 'admin']

it('npm run bureau reads the month as its last day', () => {
  const words = ['file', '--month', '2028-02', '--to', 'f.txt', ...as]
  expect(bureauCommand.readOptions(words)).toMatchObject({ month: '2028-02-29', to: 'f.txt' })
})

it.each([
  [['file', '--month', '2026-13', '--to', 'f.txt', ...as], /--month 2026-13/],
  [['file', '--to', 'f.txt', ...as], /a month is written/],
  [['file', '--month', '2026-10', ...as], /--to/],
  [['file', '--month', '2026-10', '--to', 'f.txt'], /--as/],
  [['send', '--month', '2026-10', '--to', 'f.txt', ...as], /only act/],
  [['file', 'again', '--month', '2026-10', '--to', 'f.txt', ...as], /only act/],
])('npm run bureau refuses %j', (words, says) => {
  expect(() => bureauCommand.readOptions(words)).toThrow(says)
})
