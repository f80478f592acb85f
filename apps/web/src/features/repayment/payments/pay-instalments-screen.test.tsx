import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PayInstalmentsScreen from './pay-instalments-screen.tsx'
import type { AllDue } from '#features/repayment/queries.ts'

const no = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO }
const begun = instalmentOf('BEGUN', 6, {
  due: { ...no, interest: fen(30_00n) },
  waived: { ...no, interest: fen(6_00n) },
})
const ahead = instalmentOf('AHEAD', 7, {
  dueDate: localDate('2026-12-20'),
  payableFrom: localDate('2026-11-20'),
})
const owing = { BEGUN: begun, AHEAD: ahead }

const network = connectNetworkForFile()
let quotes: unknown[]

function owe(...loanNos: (keyof typeof owing)[]) {
  const loans: AllDue['loans'] = loanNos.map((loanNo) => ({
    loan: loanOf(loanNo, { next: owing[loanNo] }),
    instalments: [owing[loanNo]],
  }))
  network.answer(calls.repayment.allDue, repaymentShapes.allDue, () => ({
    today: localDate('2026-11-15'),
    total: ZERO,
    loans,
    months: [],
  }))
}

describe('selection of payments', () => {
  beforeEach(() => {
    quotes = []
    network.answer(calls.repayment.quote, repaymentShapes.quote, ({ aim }) => {
      quotes.push(aim)
      const { amount } = begun
      const parts = { fee: ZERO, penalty: ZERO, interest: ZERO, principal: amount }
      return {
        quoteId: 'QUOTE-0001',
        amount,
        parts,
        lines: [],
        saving: ZERO,
        validOn: localDate('2026-11-15'),
        cards: [],
        payMethods: [],
      }
    })
  })
  afterEach(cleanup)

  it('[2.071] offers only bills whose period has begun', async () => {
    owe('BEGUN', 'AHEAD')
    openScreen(<PayInstalmentsScreen />)
    await screen.findByRole('button', { name: '去支付 1,079.82 元' })
    expect(screen.getAllByRole('checkbox')).toHaveLength(1)
    expect(quotes).toEqual([{ kind: 'due', picks: [{ loanNo: 'BEGUN', n: 6 }] }])
  })

  it('says what paying before the due date costs, and leads to settling first', async () => {
    owe('BEGUN')
    openScreen(<PayInstalmentsScreen />)
    const pay = await screen.findByRole('button', { name: '去支付 1,079.82 元' })
    expect(pay.className).toContain('quiet')
    expect(screen.getByRole('note').textContent).toContain('提前还这一期仍收整期利息 24.00 元')
    expect(screen.getByRole('note').textContent).toContain(
      '提前结清共 6,250.00 元，其中息费 32.60 元',
    )
    const settle = screen.getByRole('link', { name: '提前结清' })
    expect(settle.getAttribute('href')).toContain('loanNo=BEGUN')
  })

  it('shows when the next bill opens, and requests no quote', async () => {
    owe('AHEAD')
    openScreen(<PayInstalmentsScreen />)
    await screen.findByText('现在没有待还的账单')
    expect(document.body.textContent).toContain('12月20日到期，11月20日起可还')
    await waitFor(() => expect(screen.getByRole('link', { name: '提前还款' })).toBeTruthy())
    expect(quotes).toEqual([])
  })

  it('shows that nothing is owed', async () => {
    owe()
    openScreen(<PayInstalmentsScreen />)
    await screen.findByText('没有待还的账单')
  })
})
