import { describe, expect, it } from 'vitest'
import { csvCell, csvText } from './csv.ts'
import { listStateIn, searchWith } from './list-address.ts'
import { appendRows, refreshRows, replaceRows, seenRow } from './list-rows.ts'

const row = (no: string, digest = no) => ({ no, row: { no }, digest })
const numbers = (shown: { rows: readonly { no: string }[] }) => shown.rows.map(({ no }) => no)

describe('rows of a list', () => {
  const shown = replaceRows([row('a'), row('b'), row('c')])

  it('keep their place when a refresh sorts them otherwise, and a changed one is marked', () => {
    const after = refreshRows(shown, [row('c'), row('b', 'b2'), row('a')])
    expect(numbers(after)).toEqual(['a', 'b', 'c'])
    expect(after.rows.map(({ isChanged }) => isChanged)).toEqual([false, true, false])
    expect(refreshRows(after, [row('b', 'b2')]).rows[1]?.isChanged).toBe(true)
    expect(seenRow(after, 'b').rows[1]?.isChanged).toBe(false)
  })

  it('stay when they are gone, and new ones wait', () => {
    const after = refreshRows(shown, [row('x'), row('a'), row('c')])
    expect(numbers(after)).toEqual(['a', 'b', 'c'])
    expect(after.waiting).toBe(1)
  })

  it('grow by a further page, without those that are shown already', () => {
    expect(numbers(appendRows(shown, [row('c'), row('d')]))).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('an export', () => {
  it.each(['=1+1', '+86', '-5.00', '@sum', '\tx', '\rx'])('makes %j harmless', (text) => {
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
  })

  it('quotes separators, quotes and lines', () => {
    expect(csvText([['a,b', 'say "x"', '1\n2', '甲']])).toBe(
      '\uFEFF"a,b","say ""x""","1\n2",甲\r\n',
    )
  })
})

describe('the address of a list', () => {
  const known = {
    filters: { state: ['open', 'done'] },
    sortings: ['age', 'amount'],
    columns: ['no', 'age'],
    sort: { by: 'age', order: 'down' },
  } as const

  it('opens the list again as it was', () => {
    const search = searchWith('', { state: 'open', sort: 'amount.up', without: 'age' })
    expect(listStateIn(search, known)).toEqual({
      filters: { state: 'open' },
      sort: { by: 'amount', order: 'up' },
      hidden: ['age'],
    })
    expect(searchWith(search, { state: undefined, sort: undefined, without: '' })).toBe('')
  })

  it('leaves out what the list does not have', () => {
    const state = listStateIn('?state=<b>&phone=1&sort=phone.up&without=phone', known)
    expect(state).toEqual({ filters: {}, sort: known.sort, hidden: [] })
  })
})
