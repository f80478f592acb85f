import { beforeEach, expect, it } from 'vitest'
import { hrefOfFind, recentFinds, rememberFind } from './recent-finds.ts'

beforeEach(() => localStorage.clear())

it('the newest eight finds are kept, each once', () => {
  for (let no = 0; no < 10; no += 1) rememberFind({ kind: 'customer', no: String(no) })
  rememberFind({ kind: 'loan', no: 'L1' })
  rememberFind({ kind: 'customer', no: '5' })
  expect(recentFinds().map(({ no }) => no)).toEqual(['5', 'L1', '9', '8', '7', '6', '4', '3'])
  expect(recentFinds().map(hrefOfFind).slice(0, 2)).toEqual(['/customers/5', '/loans/L1'])
})

it.each(['{', '{}', 'null', '[1, null, {"kind":"phone","no":"13900000000"}]'])(
  'a stored text %s that is no list of finds is left out',
  (stored) => {
    localStorage.setItem('consoleRecentFinds', stored)
    expect(recentFinds()).toEqual([])
  },
)
