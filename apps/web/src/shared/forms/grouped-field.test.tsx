import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { PhoneField, phoneDigits } from './grouped-field.tsx'

function Kept() {
  const [phone, setPhone] = useState('')
  return (
    <>
      <PhoneField value={phone} onChange={setPhone} />
      <output>{phone}</output>
    </>
  )
}

const field = () => screen.getByLabelText<HTMLInputElement>('手机号')

describe('the phone field', () => {
  afterEach(cleanup)

  it('shows groups and stores digits only', async () => {
    render(<Kept />)
    await userEvent.type(field(), '13805716021')
    expect(field().value).toBe('138 0571 6021')
    expect(screen.getByRole('status').textContent).toBe('13805716021')
  })

  it('keeps the caret behind the typed digit', async () => {
    render(<Kept />)
    await userEvent.type(field(), '1805716021')
    await userEvent.type(field(), '3', { initialSelectionStart: 1, initialSelectionEnd: 1 })
    expect(field().value).toBe('138 0571 6021')
    expect(field().selectionStart).toBe(2)
  })

  it.each([
    ['+86 138 0571 6021', '13805716021'],
    ['86-13805716021', '13805716021'],
    ['138-0571-6021', '13805716021'],
    ['138057160219', '13805716021'],
    ['86138', '86138'],
  ])('reads %s as %s', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits)
  })
})
