import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Input } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { storedDraft } from '#shared/forms/draft.ts'
import { connectNetwork, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import CashierScreen from './cashier-screen.tsx'
import { choosePayment, forgetPayment } from './payment-draft.ts'

let network: Awaited<ReturnType<typeof connectNetwork>>
let placed: Input<typeof repaymentShapes.place>[]
let quotes: number

function answerLikeALender() {
  placed = []
  quotes = 0
  network.answer(calls.repayment.quote, repaymentShapes.quote, () => {
    quotes += 1
    return {
      amount: fen(1025_03n),
      parts: { fee: ZERO, penalty: ZERO, interest: fen(57_60n), principal: fen(967_43n) },
      lines: [],
      saving: ZERO,
      validOn: localDate('2026-11-15'),
      quoteId: `quote-number-${quotes}`,
      cards: [cardFor('CARD-1', fen(50_000_00n)), cardFor('CARD-2', fen(1000_00n))],
      payMethods: ['card' as const, 'wallet' as const],
    }
  })
  answerPlaced(() => ({ state: 'confirming' as const, needsCode: true }))
}

function answerPlaced(say: () => { state: 'confirming'; needsCode: boolean }) {
  network.answer(calls.repayment.place, repaymentShapes.place, (input) => {
    placed.push(input)
    return { repaySeqNo: input.repaySeqNo, ...say() }
  })
}

function cardFor(cardId: string, singleLimit: ReturnType<typeof fen>) {
  const lastFour = cardId === 'CARD-1' ? '6217' : '0036'
  const bank = { bankCode: 'ABC', bankName: '江海银行' }
  return { cardId, ...bank, lastFour, singleLimit, dayLimit: fen(100_000_00n) }
}

const open = () => openScreen(<CashierScreen />)
const payButton = () => screen.findByRole('button', { name: '确认还款 1,025.03 元' })

describe('the cashier', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  beforeEach(() => {
    answerLikeALender()
    act(() => choosePayment({ kind: 'due', picks: [{ loanNo: 'LOAN-1', n: 1 }] }))
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })
  afterAll(() => vi.unstubAllGlobals())

  it('shows a message when nothing was selected', async () => {
    act(forgetPayment)
    open()
    await screen.findByText('还没有选要还的账单')
  })

  it('offers only cards with a sufficient limit', async () => {
    open()
    await payButton()
    expect(screen.getByRole('radio', { name: /6217/ })).toBeDefined()
    expect(screen.queryByRole('radio', { name: /0036/ })).toBeNull()
  })

  it('places one order for the quoted amount, however often it is tapped', async () => {
    const { places } = open()
    await userEvent.dblClick(await payButton())
    await waitFor(() => expect(places).toHaveLength(1))
    expect(placed).toHaveLength(1)
    expect(places).toEqual([expect.stringContaining(placed[0]?.repaySeqNo ?? '-')])
    expect(placed[0]).toMatchObject({ quoteId: 'quote-number-1', payBy: 'card', cardId: 'CARD-1' })
  })

  it('keeps the order number without an answer, so that a retry is the same order', async () => {
    open()
    network.cut(calls.repayment.place)
    await userEvent.click(await payButton())
    answerPlaced(() => ({ state: 'confirming', needsCode: true }))
    const { repaySeqNo } = Object(storedDraft('repay'))
    await userEvent.click(await payButton())
    await waitFor(() => expect(placed.map((one) => one.repaySeqNo)).toEqual([repaySeqNo]))
  })

  it('requests a new quote under a new number after a refusal', async () => {
    open()
    answerPlaced(() => {
      throw new Refusal(codes.accountState, '应还金额有变化，请重新确认')
    })
    await userEvent.click(await payButton())
    await waitFor(() => expect(quotes).toBe(2))
    answerPlaced(() => ({ state: 'confirming', needsCode: true }))
    // The button is busy until the new quote arrives.
    await waitFor(async () => {
      await userEvent.click(await payButton())
      expect(placed).toHaveLength(2)
    })
    expect(placed[1]?.quoteId).toBe('quote-number-2')
    expect(placed[1]?.repaySeqNo).not.toBe(placed[0]?.repaySeqNo)
  })
})
