import { calls } from '@qingzhou/contract/calls'
import {
  limitCancellationShapes,
  type CancellableLimit,
} from '@qingzhou/contract/features/limit-cancellation'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { drawParam, orderParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import CancelReasonScreen from './cancel-reason-screen.tsx'
import CancellableLimitsScreen from './cancellable-limits-screen.tsx'

const network = connectNetworkForFile()
let limits: CancellableLimit[]

const open: CancellableLimit = {
  productNo: '103001',
  productName: '消费贷',
  total: fen(50_000_00n),
  used: ZERO,
  state: 'open',
  validUntil: localDate('2027-11-15'),
  canCancel: true,
  obstacles: [],
}
const { 'limit-cancellation': addresses } = calls

beforeEach(() => {
  localStorage.clear()
  network.answer(addresses.limits, limitCancellationShapes.limits, () => ({ limits }))
})
afterEach(cleanup)

describe('the limits of a borrower', () => {
  it('lead to the reason when there is no obstacle', async () => {
    limits = [open]
    const { places } = openScreen(<CancellableLimitsScreen />)
    await userEvent.click(await screen.findByRole('button', { name: '继续注销' }))
    expect(places).toEqual(['/cancellimit/cancellimitReason'])
  })

  it('[2.167] show each obstacle with a link', async () => {
    const obstacles: CancellableLimit['obstacles'] = [
      { kind: 'debt', says: '还有 1 笔借款未结清' },
      { kind: 'draw', says: '一笔借款正在放款', businessNo: 'DRAW-0001' },
      { kind: 'order', says: '一笔还款正在处理', businessNo: 'ORDER-0001' },
      { kind: 'refund', says: '退款未到账', businessNo: 'REFUND-0001' },
      { kind: 'purchase', says: '商品正在退货', businessNo: 'MALL-0001' },
      { kind: 'application', says: '正在审核' },
    ]
    limits = [{ ...open, canCancel: false, obstacles }]
    openScreen(<CancellableLimitsScreen />)
    await screen.findByText('暂不能注销，请先处理')
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual([
      '#/repay/repayIndex',
      `#/loan/result?${drawParam}=DRAW-0001`,
      `#/repay/resultRepay?${orderParam}=ORDER-0001`,
      '#/repay/refundDetail?refundNo=REFUND-0001',
      '#/weiyaMall/wyHistoryOrders',
      '#/apply/wait',
    ])
    for (const { says } of obstacles) expect(screen.getByText(says)).toBeDefined()
    expect(screen.queryByRole('button', { name: '继续注销' })).toBeNull()
  })

  it('show an empty state', async () => {
    limits = []
    openScreen(<CancellableLimitsScreen />)
    await screen.findByText('您没有可注销的额度')
  })
})

describe('the reason', () => {
  it('[2.168] is selected, survives a reload with its comment, and is saved', async () => {
    const requests: object[] = []
    const stored = { maskedPhone: '139****0008', retainedUntil: localDate('2031-11-15') }
    network.answer(addresses.currentStep, limitCancellationShapes.currentStep, (said) => {
      if (said.reason !== undefined) requests.push(said)
      const step = said.reason === undefined ? ('reason' as const) : ('notice' as const)
      return { step, isConfirmed: false, ...stored }
    })
    openScreen(<CancelReasonScreen />)
    await userEvent.click(await screen.findByRole('radio', { name: '利率偏高' }))
    await userEvent.type(screen.getByLabelText(/想对我们说的话/), '别家低')
    cleanup()
    const { places } = openScreen(<CancelReasonScreen />)
    await userEvent.click(await screen.findByRole('button', { name: '下一步' }))
    await vi.waitFor(() => expect(places).toEqual(['/cancellimit/cancellimitNotice']))
    expect(requests).toEqual([{ reason: 'tooExpensive', note: '别家低' }])
  })
})
