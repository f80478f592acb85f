import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LoanChip } from './state-chip.tsx'

it('shows a loan that was cancelled with its goods as cancelled, not as paid off', () => {
  render(<LoanChip loan={{ state: 'settled', isReversed: true }} />)
  expect(screen.getByText('已撤销')).toBeDefined()
  expect(screen.queryByText('已结清')).toBeNull()
})
