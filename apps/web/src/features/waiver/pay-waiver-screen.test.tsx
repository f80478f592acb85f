import { payMethods } from '@qingzhou/contract/features/repayment/bills'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { waiverShapes, type WaiverOffer } from '@qingzhou/contract/features/repayment/waiver'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { orderParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import PayWaiverScreen from './pay-waiver-screen.tsx'

const network = connectNetworkForFile()
let orders: Input<typeof waiverShapes.pay>[]
let offers: WaiverOffer[]
/** How often the state of an order was asked for. */
let results = 0
let cards: Output<typeof waiverShapes.offer>['cards']

function offerOf(state: WaiverOffer['state'], changes: Partial<WaiverOffer> = {}): WaiverOffer {
  return {
    offerNo: 'OFFER-1',
    state,
    loan: {
      loanNo: 'LATE',
      productNo: '103001',
      purposeName: '装修',
      amount: fen(50_000_00n),
      drawnOn: localDate('2026-05-09'),
      months: 12,
      methodName: '等额本息',
      annualRate: 144_000n,
      state: 'overdue',
      principalLeft: fen(30_000_00n),
      payoff: fen(31_000_00n),
    },
    daysOverdue: 37,
    due: { fee: ZERO, penalty: fen(31_12n), interest: fen(812_40n), principal: fen(8217_80n) },
    waived: { fee: ZERO, penalty: fen(31_12n), interest: fen(406_20n), principal: ZERO },
    dueTotal: fen(9061_32n),
    waivedTotal: fen(437_32n),
    payable: fen(8624_00n),
    validUntil: localDate('2026-12-15'),
    ...changes,
  }
}

const card = {
  cardId: 'CARD-1',
  bankCode: 'ABC',
  bankName: '江海银行',
  lastFour: '6217',
  singleLimit: fen(50_000_00n),
  dayLimit: fen(100_000_00n),
  leftToday: fen(100_000_00n),
}

function answerLikeALender() {
  network.answer(calls.waiver.offer, waiverShapes.offer, () => ({
    today: localDate('2026-11-15'),
    offers,
    cards,
    payMethods: [...payMethods],
  }))
  network.answer(calls.waiver.pay, waiverShapes.pay, (request) => {
    orders.push(request)
    return { requestNo: request.requestNo, state: 'confirming' as const, needsCode: true }
  })
}

function answerOrder(state: 'processing' | 'paid' | 'failed') {
  // A payment in an app that was under way is asked for there first.
  network.answer(calls.repayment.walletOrder, repaymentShapes.walletOrder, () => ({ state }))
  network.answer(calls.repayment.result, repaymentShapes.result, ({ requestNo }) => {
    results += 1
    if (state !== 'processing') offers = [offerOf(state === 'paid' ? 'paid' : 'open')]
    return {
      requestNo,
      kind: 'waiver' as const,
      state,
      amount: fen(8624_00n),
      payBy: 'messenger' as const,
      settledLoanNos: [],
      overpaid: ZERO,
    }
  })
}

const payButton = () => screen.findByRole('button', { name: '一次付清逾期款 8,624.00 元' })

describe('payment of a waiver offer', () => {
  beforeEach(() => {
    localStorage.clear()
    orders = []
    offers = [offerOf('open')]
    cards = [card]
    answerLikeALender()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.101] shows debt, waiver and amount to pay, and that only full payment counts', async () => {
    openScreen(<PayWaiverScreen />)
    await payButton()
    expect(document.body.textContent).toContain('逾期应还9,061.32')
    expect(document.body.textContent).toContain('减免−437.32')
    expect(screen.getByText('一次付清才能减免')).toBeDefined()
    expect(screen.getByText('12月15日 24:00 前有效')).toBeDefined()
  })

  it('offers the messaging app first', async () => {
    openScreen(<PayWaiverScreen />)
    await payButton()
    const [first] = screen.getAllByRole<HTMLInputElement>('radio')
    expect(first?.value).toBe('messenger')
    expect(first?.checked).toBe(true)
  })

  it('places one order, however often it is tapped, and opens the SMS code', async () => {
    const { places } = openScreen(<PayWaiverScreen />)
    await userEvent.click(await screen.findByRole('radio', { name: /6217/ }))
    await userEvent.dblClick(await payButton())
    await waitFor(() => expect(places).toHaveLength(1))
    expect(orders).toHaveLength(1)
    expect(orders[0]).toMatchObject({
      offerNo: 'OFFER-1',
      payable: fen(8624_00n),
      payBy: 'card',
      cardId: 'CARD-1',
    })
    expect(places[0]).toContain(`/smsVerify2?${orderParam}=${orders[0]?.requestNo}`)
  })

  it('is confirmed without a payment where nothing is left to pay', async () => {
    offers = [offerOf('open', { payable: ZERO, waived: offerOf('open').due })]
    openScreen(<PayWaiverScreen />)
    const button = await screen.findByRole('button', { name: '确认减免' })
    expect(screen.queryByText('付款方式')).toBeNull()
    offers = [offerOf('paid', { payable: ZERO })]
    await userEvent.dblClick(button)
    expect(await screen.findByText('减免还款成功')).toBeDefined()
    expect(orders).toHaveLength(1)
  })

  it('says what a card can still pay today, and that it cannot pay the offer', async () => {
    cards = [{ ...card, leftToday: fen(8000_00n) }]
    openScreen(<PayWaiverScreen />)
    await screen.findByText(/今日还可付 8,000\.00 元，请换一种方式/)
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /6217/ }).disabled).toBe(true)
  })

  it('shows an expired offer as expired', async () => {
    openScreen(<PayWaiverScreen />)
    await userEvent.click(await screen.findByRole('radio', { name: /6217/ }))
    network.answer(calls.waiver.pay, waiverShapes.pay, () => {
      offers = [offerOf('lapsed')]
      throw new Refusal(codes.accountState, '减免方案已失效')
    })
    await userEvent.click(await payButton())
    await screen.findByText('方案已失效')
  })

  it('follows a pending order until the waiver is posted', async () => {
    offers = [offerOf('paying', { requestNo: 'order-number-1' })]
    answerOrder('processing')
    openScreen(<PayWaiverScreen />)
    await screen.findByText('付款处理中')
    await expect.poll(() => results).toBeGreaterThan(0)
    answerOrder('paid')
    await screen.findByText('减免还款成功')
  })

  it('shows the offer again when its order failed', async () => {
    offers = [offerOf('paying', { requestNo: 'order-number-1' })]
    answerOrder('failed')
    openScreen(<PayWaiverScreen />)
    await payButton()
  })

  it('shows an empty state', async () => {
    offers = []
    openScreen(<PayWaiverScreen />)
    await screen.findByText('目前没有给您的减免方案')
  })

  it('lists several offers, and opens the one named by the link', async () => {
    offers = [offerOf('open'), offerOf('paid', { offerNo: 'OFFER-2' })]
    openScreen(<PayWaiverScreen />)
    expect(await screen.findAllByRole('link', { name: /装修/ })).toHaveLength(2)
    cleanup()
    window.location.hash = '#/wxPayment/wxRepay?offerNo=OFFER-2'
    openScreen(<PayWaiverScreen />)
    await screen.findByText('减免还款成功')
  })
})
