import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { connectNetwork } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PaymentScreen from './payment-screen.tsx'

type Answer = Output<typeof repaymentShapes.payment>

let network: Awaited<ReturnType<typeof connectNetwork>>

function open(payment: Partial<Answer['payment']>, changes: Partial<Answer> = {}) {
  network.answer(calls.repayment.payment, repaymentShapes.payment, ({ paymentNo }) => ({
    payment: {
      paymentNo,
      kind: 'due' as const,
      amount: fen(1000_00n),
      overpaid: ZERO,
      paidOn: localDate('2026-11-15'),
      loanNos: ['LOAN'],
      ...payment,
    },
    allocations: [],
    ...changes,
  }))
  window.location.hash = '#/repay/detail?paymentNo=payment-1'
  openScreen(<PaymentScreen />)
}

describe('one payment', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })
  afterAll(() => vi.unstubAllGlobals())

  it('shows the app that paid', async () => {
    open({ app: 'messenger' })
    await screen.findByText('消息应用支付')
    expect(screen.queryByText('减免金额')).toBeNull()
  })

  it('shows the waived amounts', async () => {
    const waived = { principal: ZERO, interest: fen(46_07n), penalty: fen(3_87n), fee: ZERO }
    open({ kind: 'waiver', app: 'wallet' }, { waived })
    const card = (await screen.findByText('减免金额')).closest('section')
    for (const amount of ['46.07', '3.87', '49.94']) expect(card?.textContent).toContain(amount)
  })

  it('shows the card, and a deleted card as card', async () => {
    open({ bankName: '工商银行', lastFour: '0135' })
    await screen.findByText('工商银行（0135）')
    cleanup()
    open({})
    await screen.findByText('银行卡')
  })
})
