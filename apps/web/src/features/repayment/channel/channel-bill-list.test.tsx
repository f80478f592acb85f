import { calls } from '@qingzhou/contract/calls'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storedDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import type { ChannelBillsAnswer, WhichBills } from './channel-due-card.tsx'
import { ChannelBillList } from './channel-bill-list.tsx'
import { forgetPayment } from '#features/repayment/payments/payment-draft.ts'
import { instalmentOf, loanOf } from '#shared/testing/bills.ts'

const network = connectNetworkForFile()
let requests: WhichBills[]

const nothingOwed: ChannelBillsAnswer = {
  today: localDate('2026-11-15'),
  total: ZERO,
  dueNow: ZERO,
  overdue: ZERO,
  daysOverdue: 0,
  loans: [],
}

function answer(changes: Partial<ChannelBillsAnswer>) {
  network.answer(calls.repayment.channelBills, repaymentShapes.channelBills, ({ which }) => {
    requests.push(which)
    return { ...nothingOwed, ...changes }
  })
}

const overdue = instalmentOf('LATE', 5, {
  dueDate: localDate('2026-10-09'),
  payableFrom: localDate('2026-09-09'),
  state: 'overdue',
  daysOverdue: 37,
  amount: fen(4561_22n),
})
const begun = instalmentOf('CALM', 6)
const later = instalmentOf('CALM', 7, {
  dueDate: localDate('2026-12-20'),
  payableFrom: localDate('2026-11-20'),
})

describe('bills in the messaging app', () => {
  beforeEach(() => {
    requests = []
    act(forgetPayment)
  })
  afterEach(cleanup)

  it('sends all due and overdue bills to the cashier, and no others', async () => {
    answer({
      dueNow: overdue.amount,
      overdue: overdue.amount,
      daysOverdue: 37,
      loans: [
        { loan: loanOf('LATE', { state: 'overdue' }), instalments: [overdue] },
        { loan: loanOf('CALM'), instalments: [begun, later] },
      ],
    })
    const { places } = openScreen(<ChannelBillList which="all" />)
    await userEvent.click(await screen.findByRole('button', { name: '立即还款 4,561.22 元' }))
    expect(places).toEqual([expect.stringMatching(/^\/repay\/repayCashier\?pay=due\*/)])
    expect(storedDraft('repay')['pay']).toBe('due*LATE.5')
  })

  it('allows payment before the due date once the period has begun', async () => {
    answer({ loans: [{ loan: loanOf('CALM'), instalments: [begun, later] }] })
    openScreen(<ChannelBillList which="current" />)
    await userEvent.click(await screen.findByRole('button', { name: '立即还款 1,079.82 元' }))
    expect(storedDraft('repay')['pay']).toBe('due*CALM.6')
  })

  it('shows that nothing is owed, offers no payment, and keeps the other links', async () => {
    answer({})
    openScreen(<ChannelBillList which="partner" />)
    await screen.findByText('暂无合作机构借款')
    expect(requests).toEqual(['partner'])
    expect(screen.queryByRole('button', { name: /立即还款/ })).toBeNull()
    expect(screen.getByRole('link', { name: /区域纾困延期/ })).toBeDefined()
  })

  it('leads a customer without debt to their limit', async () => {
    answer({})
    openScreen(<ChannelBillList which="all" />)
    const link = await screen.findByRole('link', { name: '查看我的额度' })
    expect(link.getAttribute('href')).toBe('#/user/limit')
  })

  it('shows the other lists on their own pages', async () => {
    answer({})
    const { places } = openScreen(<ChannelBillList which="all" />)
    await userEvent.click(await screen.findByRole('tab', { name: '合作机构' }))
    expect(places).toEqual(['/wxChannel/wxJdBill'])
  })

  it('shows a pending payment', async () => {
    answer({
      loans: [{ loan: loanOf('CALM'), instalments: [begun] }],
      order: { requestNo: 'order-number-1', state: 'processing', amount: fen(100_00n) },
    })
    openScreen(<ChannelBillList which="all" />)
    await waitFor(() => expect(screen.getByText(/100.00 元的还款正在处理/)).toBeDefined())
  })
})
