import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import type { Input } from '@qingzhou/contract/wire/shape'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { storeCookie } from '#platform/browser/cookies.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ConfirmPaymentScreen from './confirm-payment-screen.tsx'

const network = connectNetworkForFile()
let isSigned: boolean
let confirmed: Input<typeof cardsShapes.confirmDebitAgreement>[]

const card = {
  cardId: 'CARD-1',
  bankCode: 'ABC',
  bankName: '江海银行',
  lastFour: '6217',
  singleLimit: fen(50_000_00n),
  dayLimit: fen(200_000_00n),
}

function answerAsBank() {
  isSigned = false
  confirmed = []
  const { cards } = calls
  network.answer(cards.list, cardsShapes.list, () => ({ cards: [card] }))
  network.answer(cards.hasDebitAgreement, cardsShapes.hasDebitAgreement, () => ({ isSigned }))
  network.answer(cards.startDebitAgreement, cardsShapes.startDebitAgreement, () => ({
    debitNo: 'debit-0001',
    waitSeconds: 60,
    mobile: '139****0001',
  }))
  network.answer(cards.confirmDebitAgreement, cardsShapes.confirmDebitAgreement, (input) => {
    confirmed.push(input)
    isSigned = true
    return { isSigned }
  })
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, () => ({
    agreements: [
      {
        code: 'payment-agreement',
        version: '2026.11',
        title: '免验证码还款授权书',
        isSeparate: false,
        blocks: [{ kind: 'paragraph' as const, text: '正文' }],
      },
    ],
  }))
}

function open(cardId = 'CARD-1') {
  window.location.hash = `#/smsVerify2?cardId=${cardId}`
  return openScreen(<ConfirmPaymentScreen />)
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('signing the payment agreement of a card', () => {
  beforeEach(() => {
    localStorage.clear()
    storeCookie('token', 'token-of-a-session')
    answerAsBank()
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('[2.032, 7.137] signs the shown text with the code of the bank, and sends the session token with each call', async () => {
    const { places } = open()
    await screen.findByText('江海银行（6217）')
    await press(/获取验证码/)
    await screen.findByText(/已发送至 139\*\*\*\*0001/)
    await userEvent.type(screen.getByLabelText('短信验证码'), '12345')
    await press('同意并开通')
    // Nothing is ticked in advance.
    expect(confirmed).toEqual([])
    await userEvent.click(screen.getByRole('checkbox'))
    await press('同意并开通')
    await waitFor(() => expect(places).toEqual(['back']))
    const agreed = [{ code: 'payment-agreement', version: '2026.11' }]
    expect(confirmed).toEqual([{ debitNo: 'debit-0001', dynamicCode: '12345', agreed }])
    const { cards } = calls
    for (const call of [
      cards.hasDebitAgreement,
      cards.startDebitAgreement,
      cards.confirmDebitAgreement,
    ]) {
      expect(network.tokenOf(call)).toBe('token-of-a-session')
    }
  })

  it('stays on the page after a wrong code, and asks for a code that was never requested', async () => {
    network.answer(calls.cards.confirmDebitAgreement, cardsShapes.confirmDebitAgreement, () => {
      throw new Refusal(codes.invalidField, '短信验证码有误，您还可以输入 2 次')
    })
    const { places } = open()
    await userEvent.type(await screen.findByLabelText('短信验证码'), '12345')
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('同意并开通')
    expect(confirmed).toEqual([])
    await press(/获取验证码/)
    await screen.findByText(/已发送至/)
    await press('同意并开通')
    await waitFor(() => expect(network.tokenOf(calls.cards.confirmDebitAgreement)).toBeDefined())
    expect(places).toEqual([])
    await screen.findByRole('button', { name: '同意并开通' })
  })

  it('says that a card is signed already, and that an unknown card is not found', async () => {
    isSigned = true
    open()
    await screen.findByText('这张卡已开通免验证码还款')
    cleanup()
    open('CARD-9')
    await screen.findByText('没有找到这张银行卡')
  })
})
