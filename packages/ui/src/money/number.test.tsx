import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { Num, type NumProps } from './number.tsx'

afterEach(cleanup)

function renderText(number: NumProps) {
  const { container, unmount } = render(<Num {...number} />)
  const text = container.textContent
  unmount()
  return text
}

describe('Num', () => {
  it('separates thousands and keeps the given decimals', () => {
    expect(renderText({ value: '36793.44' })).toBe('36,793.44')
    expect(renderText({ value: '999.00' })).toBe('999.00')
    expect(renderText({ value: '1000' })).toBe('1,000')
    expect(renderText({ value: '123456789012345678.90' })).toBe('123,456,789,012,345,678.90')
    expect(renderText({ value: '0.05' })).toBe('0.05')
  })

  it('shows a true minus sign, and a plus on request', () => {
    expect(renderText({ value: '-20.00' })).toBe('−20.00')
    expect(renderText({ value: '-1234.50', yuan: true })).toBe('−¥1,234.50')
    expect(renderText({ value: '5000.00', yuan: true, signed: true })).toBe('+¥5,000.00')
    expect(renderText({ value: '-5.00', signed: true })).toBe('−5.00')
  })

  it('removes leading zeros and appends the unit', () => {
    expect(renderText({ value: '007.20', unit: '%' })).toBe('7.20%')
  })

  it('shows other text unchanged, without a yuan sign', () => {
    for (const value of ['', '待核算', '1,000.00', '1e5', '--5', '.5', '12.']) {
      expect(renderText({ value, yuan: true })).toBe(value)
    }
  })

  it('becomes a button with an accessible name', async () => {
    let taps = 0
    render(
      <Num
        value="4.17"
        yuan
        onTap={() => {
          taps += 1
        }}
        tapLabel="看怎么算的"
      />,
    )
    await userEvent.click(screen.getByRole('button', { name: '¥4.17，看怎么算的' }))
    expect(taps).toBe(1)
  })
})
