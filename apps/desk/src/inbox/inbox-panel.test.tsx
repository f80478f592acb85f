import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Phone } from '#phone/use-phone.ts'
import { InboxPanel } from '#record-panel.tsx'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

// A mail has no code to fill in, so the phone is not used.
const phone = {} as Phone

describe('the inbox panel', () => {
  it('links the attachments of a mail by name and shows its business time', async () => {
    const mail = {
      id: 'm-1',
      kind: 'mail' as const,
      to: 'a@mail.example',
      subject: '您的协议',
      text: '见附件',
      attachments: [{ id: 'm-1-1', name: '1-借款合同.pdf', sizeBytes: 40_000 }],
      receivedAt: new Date(0).toISOString(),
      shownAt: '2027-01-29T02:00:05.000Z',
    }
    const inbox = { messages: [mail], faults: undefined, isLive: true }
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    await act(async () => root.render(<InboxPanel inbox={inbox} phone={phone} />))
    const pdf = place.querySelector('a')
    expect(pdf?.getAttribute('href')).toBe('/sandbox/inbox/attachments/m-1-1')
    expect(pdf?.getAttribute('download')).toBe('1-借款合同.pdf')
    expect(pdf?.textContent).toContain('40 KB')
    // The time is that of the business clock, not of the arrival.
    expect(place.querySelector('time')?.textContent).toBe('1月29日 10:00:05')
    await act(async () => root.unmount())
    place.remove()
  })
})
