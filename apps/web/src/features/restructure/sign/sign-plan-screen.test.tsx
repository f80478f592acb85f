import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { codes } from '@qingzhou/contract/codes'
import { restructureShapes, type PlanQuote } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { storedDraft } from '#shared/forms/draft.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import SignPlanScreen from './sign-plan-screen.tsx'
import { billsOf, late, planAt, quoteOf } from '#features/restructure/testing/signed.ts'

const { bills, quote, sign } = calls.restructure
const SIGN = '我已了解全部成本，确认签约'

const network = connectNetworkForFile()
let signed: Input<typeof restructureShapes.sign>[]
let currentQuote: PlanQuote

function answerSign() {
  network.answer(sign, restructureShapes.sign, (input) => {
    signed.push(input)
    return { loanNo: 'NEW-LOAN-1' }
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })

async function tickAndRead() {
  for (const box of await screen.findAllByRole('checkbox')) await userEvent.click(box)
  await userEvent.click(await button('去签约，分 12 期还'))
}

describe('signing a plan', () => {
  beforeEach(() => {
    localStorage.clear()
    signed = []
    currentQuote = quoteOf(['LATE-1'], 12)
    network.answer(bills, restructureShapes.bills, () => billsOf([late], planAt('sign')))
    network.answer(quote, restructureShapes.quote, () => ({ quote: currentQuote }))
    network.answer(calls.cards.list, cardsShapes.list, () => ({ cards: [] }))
    network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, () => ({
      agreements: [
        { code: 'plan', version: '1', title: '分期还款协议', isSeparate: false, blocks: [] },
        { code: 'debit', version: '1', title: '委托扣款授权书', isSeparate: true, blocks: [] },
      ],
    }))
    answerSign()
  })
  afterEach(cleanup)

  it('ticks nothing in advance, and shows the costs after every tick', async () => {
    openScreen(<SignPlanScreen />)
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
    await userEvent.click(await button('去签约，分 12 期还'))
    expect(screen.queryByRole('button', { name: SIGN })).toBeNull()
    expect(screen.getAllByText('请先阅读并勾选同意')).toHaveLength(2)
  })

  it('[2.109] signs once what was shown, however often it is tapped', async () => {
    const { places } = openScreen(<SignPlanScreen />)
    await tickAndRead()
    await userEvent.dblClick(await button(SIGN))
    const { path } = routes.restructure.planSigned
    await waitFor(() => expect(places).toEqual([`${path}?loanNo=NEW-LOAN-1`]))
    expect(signed).toHaveLength(1)
    expect(signed[0]).toMatchObject({
      planNo: 'PLAN-0001',
      quoteId: 'quote-of-12-months',
      costSheetDigest: 'digest-of-12-months',
      agreed: [
        { code: 'plan', version: '1' },
        { code: 'debit', version: '1' },
      ],
    })
  })

  it('repeats the same number without an answer, even after a reload', async () => {
    network.cut(sign)
    openScreen(<SignPlanScreen />)
    await tickAndRead()
    await userEvent.click(await button(SIGN))
    await screen.findByRole('alert')
    const requestNo = storedDraft('sign-plan')['requestNo']
    expect(requestNo).toBeDefined()
    cleanup()

    answerSign()
    const { places } = openScreen(<SignPlanScreen />)
    await tickAndRead()
    await userEvent.click(await button(SIGN))
    await waitFor(() => expect(places).toHaveLength(1))
    expect(signed.map((request) => request.requestNo)).toEqual([requestNo])
  })

  it('shows new figures and removes the ticks when the debt has changed', async () => {
    network.answer(sign, restructureShapes.sign, () => {
      currentQuote = { ...quoteOf(['LATE-1'], 12), quoteId: 'quote-of-today', oldRate: 180_000n }
      throw new Refusal(codes.accountState, '应还金额有变化，已为您重新试算，请确认后再签约')
    })
    openScreen(<SignPlanScreen />)
    await tickAndRead()
    await userEvent.click(await button(SIGN))
    await screen.findByText('由 18.00% 降至 8.64%')
    expect((await screen.findByRole('alert')).textContent).toContain('应还金额有变化')
    const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map(({ checked }) => checked)).toEqual([false, false])
    await waitFor(() => expect(storedDraft('sign-plan')).toEqual({}))
  })
})
