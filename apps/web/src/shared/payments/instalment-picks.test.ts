import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { usePicks } from './instalment-picks.tsx'

const none = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }

function instalment(
  n: number,
  state: BillInstalment['state'],
  { loanNo = 'LOAN-1', dueDate = `2026-1${n}-15` } = {},
): BillInstalment {
  return {
    loanNo,
    n,
    months: 12,
    dueDate: localDate(dueDate),
    payableFrom: localDate('2026-10-15'),
    state,
    daysOverdue: 0,
    due: none,
    paid: none,
    waived: none,
    open: none,
    amount: fen(100_00n),
  }
}

function renderPicks(payable: readonly BillInstalment[]) {
  const { result } = renderHook(() => usePicks(payable))
  return {
    picked: () => result.current.picks.map(({ loanNo, n }) => `${loanNo}.${n}`),
    toggle: (n: number) => act(() => result.current.toggle({ loanNo: 'LOAN-1', n })),
  }
}

const late = [instalment(0, 'overdue'), instalment(1, 'due'), instalment(2, 'upcoming')].map(
  (row, index) => ({ ...row, n: index + 1 }),
)

describe('selection of instalments', () => {
  afterEach(cleanup)

  it('starts with due and overdue instalments', () => {
    expect(renderPicks(late).picked()).toEqual(['LOAN-1.1', 'LOAN-1.2'])
  })

  it('starts with the next instalments of one day when nothing is due', () => {
    const dueDate = '2026-12-15'
    const payable = [
      instalment(1, 'upcoming', { dueDate }),
      instalment(3, 'upcoming', { dueDate, loanNo: 'LOAN-2' }),
      instalment(4, 'upcoming', { dueDate: '2027-01-15', loanNo: 'LOAN-2' }),
    ]
    expect(renderPicks(payable).picked()).toEqual(['LOAN-1.1', 'LOAN-2.3'])
  })

  it('selects earlier instalments of a loan too, and deselects later ones', () => {
    const { picked, toggle } = renderPicks(late)
    toggle(1)
    expect(picked()).toEqual([])
    toggle(3)
    expect(picked()).toEqual(['LOAN-1.1', 'LOAN-1.2', 'LOAN-1.3'])
    toggle(2)
    expect(picked()).toEqual(['LOAN-1.1'])
  })
})
