import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { AmountField } from './amount-field.tsx'

afterEach(cleanup)

function Form({ start }: { start: string }) {
  const [value, setValue] = useState(start)
  return <AmountField label="金额" value={value} onChange={setValue} />
}

function input(): HTMLInputElement {
  return screen.getByRole<HTMLInputElement>('textbox', { name: '金额' })
}

it('is formatted as money until it is edited', async () => {
  render(<Form start="5000" />)
  expect(input().value).toBe('5,000.00')
  await userEvent.click(input())
  expect(input().value).toBe('5000')
})

it('accepts digits, one point and two decimals only', async () => {
  render(<Form start="" />)
  await userEvent.type(input(), '1a,2.3.456元')
  expect(input().value).toBe('12.34')
  await userEvent.tab()
  expect(input().value).toBe('12.34')
})
