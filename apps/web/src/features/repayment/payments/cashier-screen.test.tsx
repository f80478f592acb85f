import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import type { OrderUnderWay } from '@qingzhou/contract/features/repayment/payment-orders'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { orderParam } from '@qingzhou/contract/wire/params'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import CashierScreen from './cashier-screen.tsx'
import { choosePayment, forgetPayment } from './payment-draft.ts'

const network = connectNetworkForFile()
let placed: Input<typeof repaymentShapes.place>[]
let quotes: number

let order: OrderUnderWay | undefined
let agreedCard: string | undefined

const walletOrder: OrderUnderWay = {
  requestNo: 'order-under-way',
  state: 'processing',
  amount: fen(1025_03n),
  payBy: 'wallet',
  needsCode: false,
  isAutomatic: false,
  canGoOn: true,
  canGiveUp: true,
}

function answerLikeALender() {
  placed = []
  quotes = 0
  order = undefined
  agreedCard = undefined
  network.answer(calls.repayment.quote, repaymentShapes.quote, () => {
    quotes += 1
    return {
      amount: fen(1025_03n),
      parts: { fee: ZERO, penalty: ZERO, interest: fen(57_60n), principal: fen(967_43n) },
      lines: [],
      saving: ZERO,
      validOn: localDate('2026-11-15'),
      quoteId: `quote-number-${quotes}`,
      cards: [
        cardFor('CARD-2', fen(1000_00n)),
        { ...cardFor('CARD-3', fen(50_000_00n)), leftToday: fen(200_00n) },
        cardFor('CARD-1', fen(50_000_00n)),
      ],
      payMethods: ['card' as const, 'wallet' as const],
      order,
    }
  })
  network.answer(calls.cards.hasDebitAgreement, cardsShapes.hasDebitAgreement, ({ cardId }) => ({
    isSigned: cardId === agreedCard,
  }))
  answerPlaced(() => ({ state: 'confirming' as const, needsCode: true }))
}

function answerPlaced(say: () => { state: 'confirming'; needsCode: boolean }) {
  network.answer(calls.repayment.place, repaymentShapes.place, (input) => {
    placed.push(input)
    return { requestNo: input.requestNo, ...say() }
  })
}

function cardFor(cardId: string, singleLimit: ReturnType<typeof fen>) {
  const lastFour = { 'CARD-1': '6217', 'CARD-2': '0036' }[cardId] ?? '4455'
  const bank = { bankCode: 'ABC', bankName: '江海银行' }
  return {
    cardId,
    ...bank,
    lastFour,
    singleLimit,
    dayLimit: fen(100_000_00n),
    leftToday: fen(100_000_00n),
  }
}

const open = () => openScreen(<CashierScreen />)
const payButton = () => screen.findByRole('button', { name: '确认还款 1,025.03 元' })

const isOff = (name: RegExp) => screen.getByRole('radio', { name }).hasAttribute('disabled')

describe('the cashier', () => {
  beforeEach(() => {
    answerLikeALender()
    act(() => void choosePayment({ kind: 'due', picks: [{ loanNo: 'LOAN-1', n: 1 }] }))
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('shows a message when nothing was selected', async () => {
    act(forgetPayment)
    open()
    await screen.findByText('还没有选择账单')
  })

  it('offers only cards with a sufficient limit, and says the limit of the others', async () => {
    open()
    await payButton()
    expect([/6217/, /0036/, /4455/].map(isOff)).toEqual([false, true, true])
    expect(screen.getByRole('radio', { name: /6217/ })).toHaveProperty('checked', true)
    screen.getByText('单笔最多 1,000.00 元，请换一种方式或减少还款金额')
    screen.getByText('今日还可付 200.00 元，请换一种方式或减少还款金额')
  })

  it('leads to the agreement of the chosen card, and pays without a code once it is signed', async () => {
    const view = open()
    const link = await screen.findByRole('link', { name: '开通免验证码还款' })
    expect(link.getAttribute('href')).toBe('#/smsVerify2?cardId=CARD-1')
    view.unmount()
    agreedCard = 'CARD-1'
    answerPlaced(() => ({ state: 'confirming', needsCode: false }))
    const confirmed: string[] = []
    network.answer(calls.repayment.confirm, repaymentShapes.confirm, (input) => {
      confirmed.push(input.requestNo)
      return { state: 'processing' as const }
    })
    const { places } = open()
    await screen.findByText(/该卡已开通免验证码还款/)
    await userEvent.click(await payButton())
    await waitFor(() => expect(places).toEqual([expect.stringContaining('/repay/resultRepay')]))
    expect(confirmed).toEqual([placed[0]?.requestNo])
  })

  it('[2.072] shows an order under way instead of the methods, and pays again after it is given up', async () => {
    order = walletOrder
    const given: string[] = []
    network.answer(calls.repayment.cancel, repaymentShapes.cancel, ({ requestNo }) => {
      given.push(requestNo)
      order = undefined
      return { state: 'closed' as const }
    })
    open()
    await screen.findByText('您还没有完成付款')
    await screen.findByText(/等待您在支付应用完成付款/)
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('button', { name: /^确认还款/ })).toBeNull()
    const before: unknown = Object(storedDraft('repay')).requestNo
    await userEvent.dblClick(screen.getByRole('button', { name: '取消，换一种方式' }))
    await payButton()
    expect(given).toEqual(['order-under-way'])
    expect(Object(storedDraft('repay')).requestNo).not.toBe(before)
  })

  it('goes on with an order under way, in the app or with its code', async () => {
    order = { ...walletOrder, state: 'confirming', payBy: 'card', needsCode: true }
    const { places } = open()
    await userEvent.click(await screen.findByRole('button', { name: '继续付款' }))
    await waitFor(() => expect(places).toEqual([`/smsVerify2?${orderParam}=order-under-way`]))
    cleanup()
    order = walletOrder
    const gone: unknown[] = []
    vi.spyOn(window.location, 'assign').mockImplementation((to) => void gone.push(to))
    network.answer(calls.repayment.createWalletOrder, repaymentShapes.createWalletOrder, () => ({
      url: '/sandbox/wallet/pay?ticket=t',
    }))
    open()
    await userEvent.click(await screen.findByRole('button', { name: '继续付款' }))
    await waitFor(() => expect(gone).toEqual([expect.stringContaining('/sandbox/wallet/pay')]))
    vi.restoreAllMocks()
  })

  it('says that an order at the bank cannot be given up', async () => {
    const atBank = { payBy: 'card', bankName: '江海银行', lastFour: '6217' } as const
    order = { ...walletOrder, ...atBank, canGoOn: false, canGiveUp: false }
    open()
    await screen.findByText(/已提交银行，不能取消/)
    expect(screen.queryByRole('button', { name: '取消，换一种方式' })).toBeNull()
    const link = screen.getByRole('link', { name: '查看进度' })
    expect(link.getAttribute('href')).toContain('order-under-way')
  })

  it('places one order for the quoted amount, however often it is tapped', async () => {
    const { places } = open()
    await userEvent.dblClick(await payButton())
    await waitFor(() => expect(places).toHaveLength(1))
    expect(placed).toHaveLength(1)
    expect(places).toEqual([expect.stringContaining(placed[0]?.requestNo ?? '-')])
    expect(placed[0]).toMatchObject({ quoteId: 'quote-number-1', payBy: 'card', cardId: 'CARD-1' })
  })

  it('keeps the order number without an answer, so that a retry is the same order', async () => {
    open()
    network.cut(calls.repayment.place)
    await userEvent.click(await payButton())
    answerPlaced(() => ({ state: 'confirming', needsCode: true }))
    const { requestNo } = Object(storedDraft('repay'))
    await userEvent.click(await payButton())
    await waitFor(() => expect(placed.map((one) => one.requestNo)).toEqual([requestNo]))
  })

  it('requests a new quote under a new number after a refusal', async () => {
    open()
    answerPlaced(() => {
      throw new Refusal(codes.accountState, '应还金额有变化，请重新确认')
    })
    await payButton()
    const { requestNo } = Object(storedDraft('repay'))
    await userEvent.click(await payButton())
    await waitFor(() => expect(quotes).toBe(2))
    answerPlaced(() => ({ state: 'confirming', needsCode: true }))
    // The button is busy until the new quote arrives.
    await waitFor(async () => {
      await userEvent.click(await payButton())
      expect(placed.at(-1)).toMatchObject({ quoteId: `quote-number-${quotes}` })
      expect(placed.at(-1)?.requestNo).not.toBe(requestNo)
    })
    // An order of the test before may arrive late, and cause a quote.
    expect(quotes).toBeGreaterThan(1)
    expect(placed.filter((one) => one.requestNo === requestNo)).toHaveLength(1)
  })
})
