import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MoreTime } from './more-time.tsx'

describe('offer of more time', () => {
  afterEach(cleanup)

  it.each([
    [{ isLate: true, mayJoin: true }, ['个性化分期']],
    [{ isLate: true, mayJoin: false }, []],
    [{ isLate: false, mayJoin: false }, ['账单分期']],
  ])('shows a customer who is %o %o', (who, labels) => {
    render(<MoreTime {...who} />)
    const names = screen.queryAllByRole('link').map(({ textContent }) => textContent ?? '')
    expect(names).toHaveLength(labels.length)
    for (const label of labels) expect(names.join('')).toContain(label)
  })
})
