import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fillField } from './fill-field.ts'

afterEach(() => {
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
})

/** A field as the app has it: React alone decides what it shows. */
function PhoneField() {
  const [phone, setPhone] = useState('')
  return (
    <>
      <input autoComplete="tel" value={phone} onChange={(event) => setPhone(event.target.value)} />
      <output>{phone}</output>
    </>
  )
}

describe('filling in for somebody', () => {
  it('is noticed by the app', async () => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
    const place = document.body.appendChild(document.createElement('div'))
    const root = createRoot(place)
    await act(async () => root.render(<PhoneField />))
    await act(async () => expect(fillField(document, 'tel', '13900000001')).toBe(true))
    expect(place.querySelector('output')?.textContent).toBe('13900000001')
    await act(async () => root.unmount())
  })

  it('says so when the page has no such field', () => {
    document.body.innerHTML = '<input autocomplete="tel">'
    expect(fillField(document, 'one-time-code', '48213')).toBe(false)
  })

  it('leaves alone what cannot be changed', () => {
    document.body.innerHTML = '<input autocomplete="tel" readonly value="before">'
    expect(fillField(document, 'tel', '13900000001')).toBe(false)
    expect(document.querySelector('input')?.value).toBe('before')
  })
})
