import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
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

it('is formatted as money at rest, and with separators while typing', async () => {
  render(<Form start="" />)
  await userEvent.type(input(), '12345.5')
  expect(input().value).toBe('12,345.5')
  await userEvent.tab()
  await userEvent.tab()
  expect(input().value).toBe('12,345.5')
})

it('is selected by focus, so that the next digit replaces the amount', async () => {
  render(<Form start="5000" />)
  expect(input().value).toBe('5,000.00')
  await userEvent.click(input())
  await waitFor(() => expect(input().selectionEnd).toBe(5))
  expect(input().selectionStart).toBe(0)
})

it('is replaced by text that arrives at once, as by an input method or a script', () => {
  render(<Form start="5000" />)
  act(() => {
    input().focus()
    input().select()
  })
  expect(input().value).toBe('5,000')
  expect([input().selectionStart, input().selectionEnd]).toEqual([0, 5])
})

it('is not selected again once a digit was typed', async () => {
  render(<Form start="5000" />)
  act(() => input().focus())
  fireEvent.change(input(), { target: { value: '2', selectionStart: 1, selectionEnd: 1 } })
  await act(async () => new Promise((drawn) => requestAnimationFrame(() => drawn(undefined))))
  expect([input().selectionStart, input().selectionEnd]).toEqual([1, 1])
})

it('keeps the caret after the digit that was typed', () => {
  render(<Form start="1234" />)
  act(() => input().focus())
  fireEvent.change(input(), { target: { value: '19,234', selectionStart: 2, selectionEnd: 2 } })
  expect([input().value, input().selectionStart]).toEqual(['19,234', 2])
})

it('accepts seven digits before the point, and is cleared by its button', async () => {
  render(<Form start="" />)
  await userEvent.type(input(), '00123456789')
  expect(input().value).toBe('1,234,567')
  await userEvent.click(screen.getByRole('button', { name: '清除金额' }))
  expect(input().value).toBe('')
  expect(document.activeElement).toBe(input())
})

it('accepts digits, one point and two decimals only', async () => {
  render(<Form start="" />)
  await userEvent.type(input(), '1a,2.3.456元')
  expect(input().value).toBe('12.34')
  await userEvent.tab()
  expect(input().value).toBe('12.34')
})
