import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { testPeople } from '@qingzhou/provider-api/test-people'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { BankTransfer, Books } from '#client.ts'
import { BooksPanel } from './books-panel.tsx'

let place: HTMLElement
let root: Root
let stored: Books
let requests: string[]
let transfers: readonly BankTransfer[]

const EMPTY: Books = { limit: null, loans: [], coupons: [], entries: [] }

beforeEach(() => {
  requests = []
  transfers = []
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.startsWith('/sandbox/')) return Response.json({ transfers })
    requests.push(path)
    return Response.json(stored)
  })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function show(index = 0): Promise<void> {
  const person = testPeople[index]
  if (!person) throw new Error('test person password: not found')
  await act(async () => root.render(<BooksPanel person={{ ...person, isCustomer: true }} />))
}

const draw: Books['entries'][number] = {
  entryNo: '1',
  on: '2026-11-15',
  loanNo: 'L1',
  event: 'draw',
  debit: 'principal',
  credit: 'clearing',
  amount: '5000.00',
}

describe('the books of a person', () => {
  it('show a hint while they are empty', async () => {
    stored = EMPTY
    await show()
    expect(place.textContent).toContain('账上还没有这位用户')
  })

  it('show new entries while they are open, with accounting terms', async () => {
    const limit = {
      granted: '20000.00',
      used: '5000.00',
      available: '15000.00',
      state: 'open',
    } as const
    stored = { ...EMPTY, limit }
    await show()
    expect(place.textContent).toContain('15,000')
    expect(place.textContent).toContain('暂无分录')

    stored = { ...stored, entries: [draw, { ...draw, entryNo: '0', event: 'something-new' }] }
    await act(async () => vi.advanceTimersByTimeAsync(2_000))
    const [newest, older] = place.querySelectorAll('[aria-label="分录"] li')
    expect(newest?.textContent).toContain('放款借 应收本金　贷 清算在途')
    expect(older?.textContent).toContain('something-new')
  })

  it('are shown with the bank’s transfers, each once however often it was ordered', async () => {
    const paid = {
      orderNo: 'L1',
      kind: 'disbursement',
      cardNumber: testPeople[0]?.cards[0]?.number ?? '',
      timesOrdered: 3,
      state: 'done',
      amountFen: '500000',
    } as const
    transfers = [paid, { ...paid, orderNo: 'L2', cardNumber: 'of another person' }]
    const limit = { granted: '1.00', used: '0.00', available: '1.00', state: 'open' } as const
    stored = { ...EMPTY, limit, coupons: [{ couponNo: 'c', state: 'reserved' }] }
    await show()
    expect(place.textContent).toContain('付款尾号 0010，收到指令 3 次')
    expect(place.textContent).not.toContain('else')
    expect(place.textContent).toContain('0 张可用，1 张占用中')
  })

  it('are those of the chosen person', async () => {
    stored = EMPTY
    await show(0)
    await show(1)
    expect(requests.map((path) => path.slice(-11))).toEqual(['13900000001', '13900000002'])
  })
})
