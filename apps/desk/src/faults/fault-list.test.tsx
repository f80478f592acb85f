import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Faults } from '#client.ts'
import { FaultList, providers } from './fault-list.tsx'
import { faultFor } from './fault-modes.ts'

let place: HTMLElement
let root: Root
let requests: unknown[]

beforeEach(() => {
  requests = []
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    requests.push(JSON.parse(body))
    return Response.json({})
  })
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
})

afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

// All providers, without a fault.
const well = Object.fromEntries(providers.map(({ name }) => [name, faultFor('well')])) as Faults
const show = (faults: Faults) => act(async () => root.render(<FaultList faults={faults} />))

describe('the faults', () => {
  it('have no reset button without a fault', async () => {
    await show(well)
    expect(place.querySelector('button')).toBeNull()
  })

  it('are named above the list and reset together', async () => {
    await show({ ...well, bank: faultFor('cutAfter'), sms: faultFor('down') })
    expect(place.querySelector('ul')?.textContent).toBe('短信：停用银行：付款成功后断线')
    await act(async () => place.querySelector('button')?.click())
    expect(requests).toEqual([
      { provider: 'sms', ...faultFor('well') },
      { provider: 'bank', ...faultFor('well') },
    ])
  })
})
