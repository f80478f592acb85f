import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MallOrder } from '#client.ts'
import { MallPanel } from './mall-panel.tsx'

let place: HTMLElement
let root: Root
let orders: MallOrder[]

beforeEach(() => {
  orders = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (_: string, init?: RequestInit) => {
    if (typeof init?.body === 'string') {
      // The panel's own request.
      const { as } = JSON.parse(init.body) as { as: MallOrder['state'] }
      orders = orders.map((order) => ({ ...order, state: as }))
    }
    return Response.json({ orders })
  })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const show = async () => act(async () => root.render(<MallPanel />))
const buttons = () => [...place.querySelectorAll('button')]

describe('the mall panel', () => {
  it('explains how to order while there is no order', async () => {
    await show()
    expect(place.textContent).toContain('商城还没有收到订单')
  })

  it('offers the next states of an order, and shows the new one', async () => {
    orders = [{ orderNo: 'M1', name: '自行车', priceFen: '159900', state: 'ordered' }]
    await show()
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['发货', '送达', '取消并退款'])
    await act(async () => buttons()[0]?.click())
    expect(place.textContent).toContain('运输中')
    expect(buttons().map(({ textContent }) => textContent)).toEqual(['送达', '召回并退款'])
  })
})
