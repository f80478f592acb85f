import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Limit } from '#shared/lending/limit-query.ts'
import { LimitCard } from './limit-card.tsx'

const limit: Limit = {
  state: 'open',
  total: fen(94_000_00n),
  used: ZERO,
  available: fen(94_000_00n),
  annualRate: 144_000n,
  validUntil: localDate('2027-11-18'),
}

describe('the card of the limit', () => {
  afterEach(cleanup)

  it.each([
    ['open', '总额度 94,000.00', '有效期至 2027-11-18', '14.40%'],
    ['cancelled', '总额度 0.00', '已注销', '—'],
  ] as const)('shows the total and the rate of a limit that is %s', (state, total, note, rate) => {
    render(<LimitCard limit={{ ...limit, state }} onApplyAgain={async () => undefined} />)
    expect(screen.getByText(total)).toBeDefined()
    expect(screen.getByText(note)).toBeDefined()
    expect(screen.getByText(rate)).toBeDefined()
  })
})
