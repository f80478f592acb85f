import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fillField } from './use-phone.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

/** A controlled React field, as in the app. */
function PhoneField() {
  const [phone, setPhone] = useState('')
  return (
    <>
      <input autoComplete="tel" value={phone} onChange={(event) => setPhone(event.target.value)} />
      <output>{phone}</output>
    </>
  )
}

describe('filling in a field', () => {
  it('triggers the app’s change handler', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    await act(async () => root.render(<PhoneField />))
    await act(async () => expect(fillField(document, 'tel', '13900000001')).toBe(true))
    expect(place.querySelector('output')?.textContent).toBe('13900000001')
    await act(async () => root.unmount())
  })

  it('returns false when the page has no such field', () => {
    document.body.innerHTML = '<input autocomplete="tel">'
    expect(fillField(document, 'one-time-code', '48213')).toBe(false)
  })

  it('skips disabled and read-only fields', () => {
    document.body.innerHTML = '<input autocomplete="tel" readonly value="before">'
    expect(fillField(document, 'tel', '13900000001')).toBe(false)
    expect(document.querySelector('input')?.value).toBe('before')
  })

  it('skips the markup that is shown before the app starts', () => {
    document.body.innerHTML = '<div inert><input autocomplete="tel"></div>'
    expect(fillField(document, 'tel', '13900000001')).toBe(false)
  })
})
