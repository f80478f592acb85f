import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testPeople } from '@qingzhou/provider-api/test-people'
import type { Books } from '#client.ts'
import type { Clock } from '#clock/use-clock.ts'
import type { Phone } from '#phone/use-phone.ts'
import { TourStrip, useTour } from './tour-strip.tsx'

const [person] = testPeople.map((one) => ({ ...one, isCustomer: false }))
const none: Books = { limit: null, loans: [], coupons: [], entries: [] }

let place: HTMLElement
let root: Root
let books: Books
let did: string[]

beforeEach(async () => {
  books = none
  did = []
  localStorage.clear()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.startsWith('/desk/api/ledger') ? books : { transfers: [] }),
  )
  place = document.body.appendChild(document.createElement('div'))
  await show()
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

// Stand-ins that record their calls, with the members that the tour uses.
const phone = {
  visit: { number: 0, address: '/', browser: 'plain' },
  isSignedIn: () => false,
  isStaffSignedIn: () => false,
  open: (address: string) => did.push(`phone ${address}`),
  fill: (field: string, text: string) => did.push(`${field} ${text}`) > 0,
} as unknown as Phone
const clock = {
  businessDate: '2026-11-15',
  look: async () => undefined,
  move: async (days: number) => did.push(`${days} days`),
} as unknown as Clock

function Strip() {
  const tour = useTour()
  if (!tour.isOpen || !person) return <button onClick={tour.toggle}>导览</button>
  const desk = {
    phone,
    clock,
    person,
    record: 'inbox' as const,
    showTool: (tool: string) => void did.push(`tool ${tool}`),
    showRecord: (record: string) => void did.push(`record ${record}`),
  }
  return <TourStrip tour={tour} desk={desk} faults={undefined} />
}

async function show() {
  root = createRoot(place)
  await act(async () => root.render(<Strip />))
}

async function showAnew() {
  await act(async () => root.unmount())
  await show()
}

const stripText = () => place.textContent
async function press(name: string) {
  const buttons = [...place.querySelectorAll('button')]
  const button = buttons.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
  await act(async () => button?.click())
}

async function pressOften(name: string, times: number) {
  for (let time = 0; time < times; time += 1) await press(name)
}

describe('the tour', () => {
  it('begins at its first stop, whose button runs its action', async () => {
    expect(stripText()).toContain('1/9')
    expect(stripText()).not.toContain('上一步')
    await press('填好沈青禾的手机号')
    expect(did).toEqual(['tool people', 'record inbox', 'tel 13900000001'])
  })

  it('goes forward and back, and is restored at the same stop', async () => {
    await pressOften('下一步', 3)
    await press('上一步')
    expect(stripText()).toContain('3/9')
    await showAnew()
    expect(stripText()).toContain('3/9')
    await press('打开借款页')
    expect(did).toContain('phone /#/loan/loan')
  })

  it('can be closed, stays closed, and continues at the same stop', async () => {
    await press('下一步')
    await press('跳过导览')
    expect(stripText()).toBe('导览')
    await showAnew()
    expect(stripText()).toBe('导览')
    await press('导览')
    expect(stripText()).toContain('2/9')
  })

  it('marks a stop as done from the books', async () => {
    await press('下一步')
    expect(stripText()).not.toContain('已完成')
    books = {
      ...none,
      limit: { granted: '8000.00', used: '0.00', available: '8000.00', state: 'open' },
    }
    await showAnew()
    expect(stripText()).toContain('已完成')
  })

  it('ends after its last stop, and then starts again', async () => {
    await pressOften('下一步', 8)
    expect(stripText()).toContain('9/9')
    await press('完成导览')
    expect(stripText()).toBe('导览')
    await press('导览')
    expect(stripText()).toContain('1/9')
  })
})
