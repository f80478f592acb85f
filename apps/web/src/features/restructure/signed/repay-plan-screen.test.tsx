import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearRequestNo } from '#shared/payments/request-no.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import RepayPlanScreen from './repay-plan-screen.tsx'
import { cardOf, detailOf } from '#features/restructure/testing/signed.ts'

type OrderState = Output<typeof restructureShapes.repay>['state']

const network = connectNetworkForFile()
let placed: Input<typeof restructureShapes.repay>[]

function answerQuote() {
  network.answer(calls.repayment.quote, repaymentShapes.quote, ({ aim }) => {
    const count = aim.kind === 'due' ? BigInt(aim.picks.length) : 0n
    return {
      amount: fen(1079_82n * count),
      parts: { fee: ZERO, penalty: ZERO, interest: ZERO, principal: ZERO },
      lines: [],
      saving: ZERO,
      validOn: localDate('2026-11-15'),
      quoteId: 'quote-number-1',
      cards: [{ ...cardOf('CARD-1', '6217'), leftToday: fen(50_000_00n) }],
      payMethods: ['card' as const],
    }
  })
}

function answerRepay(say: () => OrderState) {
  network.answer(calls.restructure.repay, restructureShapes.repay, (input) => {
    placed.push(input)
    return { requestNo: input.requestNo, state: say(), needsCode: true }
  })
}

function open() {
  window.location.hash = '/personalize/personalizeRepay?loanNo=PLAN-LOAN'
  return openScreen(<RepayPlanScreen />)
}

const pay = async (amount: string) =>
  userEvent.click(await screen.findByRole('button', { name: `确认还款 ${amount} 元` }))

describe('repaying a plan', () => {
  beforeEach(() => {
    placed = []
    const detail = detailOf({ state: 'overdue' })
    network.answer(calls.restructure.signedPlans, restructureShapes.signedPlans, () => ({
      plans: [],
      detail,
    }))
    answerQuote()
    answerRepay(() => 'confirming')
  })
  afterEach(() => {
    cleanup()
    clearRequestNo('plan-order')
    window.location.hash = ''
  })

  it('shows when the next instalment opens', async () => {
    const detail = detailOf()
    const instalments = detail.instalments.map((one) => {
      return { ...one, payableFrom: localDate('2026-11-20') }
    })
    network.answer(calls.restructure.signedPlans, restructureShapes.signedPlans, () => ({
      plans: [],
      detail: { ...detail, instalments },
    }))
    open()
    await screen.findByText('现在没有待还的账单')
    expect(document.body.textContent).toContain('11月20日起可还')
    expect(screen.getByRole('link', { name: '提前还款' }).getAttribute('href')).toContain(
      'PLAN-LOAN',
    )
  })

  it('[2.112] preselects overdue instalments, and orders exactly what was shown, once', async () => {
    const { places } = open()
    const button = await screen.findByRole('button', { name: '确认还款 1,079.82 元' })
    await userEvent.tripleClick(button)
    await waitFor(() => expect(places).toHaveLength(1))
    expect(placed).toMatchObject([
      { loanNo: 'PLAN-LOAN', through: 2, amount: 1079_82n, payBy: 'card', cardId: 'CARD-1' },
    ])
    expect(places[0]).toContain(placed[0]?.requestNo ?? '-')
  })

  it('pays up to a later instalment, including the older ones', async () => {
    open()
    await userEvent.click(await screen.findByRole('checkbox', { name: /第 3\/12 期/ }))
    await pay('2,159.64')
    await waitFor(() => expect(placed).toMatchObject([{ through: 3, amount: 2159_64n }]))
  })

  it('is the same order without an answer', async () => {
    network.cut(calls.restructure.repay)
    open()
    await pay('1,079.82')
    await screen.findByText('网络异常，请重试')
    answerRepay(() => 'confirming')
    await pay('1,079.82')
    await waitFor(() => expect(placed).toHaveLength(1))
    cleanup()
    open()
    await pay('1,079.82')
    await waitFor(() => expect(placed).toHaveLength(2))
    expect(placed[1]?.requestNo).toBe(placed[0]?.requestNo)
  })

  it('is another order after one that took no money', async () => {
    const states: OrderState[] = ['failed', 'confirming']
    answerRepay(() => states.shift() ?? 'paid')
    const { places } = open()
    await pay('1,079.82')
    await waitFor(() => expect(places).toHaveLength(1))
    expect(placed).toHaveLength(2)
    expect(placed[1]?.requestNo).not.toBe(placed[0]?.requestNo)
  })

  it('shows the refusal, and uses a new number next time', async () => {
    answerRepay(() => {
      throw new Refusal(codes.accountState, '应还金额有变化，请重新确认')
    })
    open()
    await pay('1,079.82')
    await screen.findByText('应还金额有变化，请重新确认')
    answerRepay(() => 'confirming')
    await waitFor(async () => {
      await pay('1,079.82')
      expect(placed).toHaveLength(2)
    })
    expect(placed[1]?.requestNo).not.toBe(placed[0]?.requestNo)
  })
})
