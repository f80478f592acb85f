import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { type BoundCard, cardsShapes } from '@qingzhou/contract/features/cards'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import MyCardsScreen from './my-cards-screen.tsx'

const network = connectNetworkForFile()
let bound: BoundCard[]
let signed: Set<string>

function cardFor(cardId: string, lastFour: string): BoundCard {
  const limits = { singleLimit: fen(50_000_00n), dayLimit: fen(200_000_00n) }
  return { cardId, bankCode: 'ABC', bankName: '江海银行', lastFour, ...limits }
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

const titles = () => screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)

describe('my cards', () => {
  beforeEach(() => {
    bound = [cardFor('CARD-1', '6217'), cardFor('CARD-2', '0036')]
    signed = new Set(['CARD-1'])
    const { cards } = calls
    network.answer(cards.list, cardsShapes.list, () => ({ cards: bound }))
    network.answer(cards.hasDebitAgreement, cardsShapes.hasDebitAgreement, ({ cardId }) =>
      signed.has(cardId)
        ? { isSigned: true, signedAt: Date.UTC(2026, 10, 16, 1, 30), agreementNo: 'paper-0001' }
        : { isSigned: false },
    )
    network.answer(cards.walletAgreement, cardsShapes.walletAgreement, () => ({
      isOffered: false,
      state: 'none' as const,
      amountMax: fen(20_000_00n),
      firstOn: localDate('2031-01-15'),
      hasOpenDebit: false,
    }))
    network.answer(cards.endDebitAgreement, cardsShapes.endDebitAgreement, ({ cardId }) => {
      signed.delete(cardId)
      return {}
    })
  })
  afterEach(cleanup)

  it('shows each card with its limits and its agreement, and leads to the signed text', async () => {
    openScreen(<MyCardsScreen />)
    const text = await screen.findByRole('link', { name: '查看授权书' })
    expect(text.getAttribute('href')).toBe('#/wxProtocol/signedProtocol?agreementNo=paper-0001')
    const other = await screen.findByRole('link', { name: '开通免验证码还款' })
    expect(other.getAttribute('href')).toBe('#/smsVerify2?cardId=CARD-2')
    expect(screen.getAllByText('50,000.00 元')).toHaveLength(2)
  })

  it('ends an agreement after a confirmation', async () => {
    openScreen(<MyCardsScreen />)
    await press('解除免验证码还款')
    expect(signed.has('CARD-1')).toBe(true)
    await press('确认解除')
    await waitFor(() =>
      expect(screen.getAllByRole('link', { name: '开通免验证码还款' })).toHaveLength(2),
    )
    expect(signed.size).toBe(0)
  })

  it('keeps showing the agreement when ending fails', async () => {
    network.answer(calls.cards.endDebitAgreement, cardsShapes.endDebitAgreement, () => {
      throw new Refusal(codes.serverFault, '系统异常，请稍后再试')
    })
    openScreen(<MyCardsScreen />)
    await press('解除免验证码还款')
    await press('确认解除')
    await waitFor(() => expect(screen.queryByRole('button', { name: '确认解除' })).toBeNull())
    await screen.findByRole('button', { name: '解除免验证码还款' })
  })

  it('makes another card the default one', async () => {
    network.answer(calls.cards.chooseDefault, cardsShapes.chooseDefault, ({ cardId }) => {
      bound = bound.toSorted((one) => (one.cardId === cardId ? -1 : 1))
      return { cards: bound }
    })
    openScreen(<MyCardsScreen />)
    await press('设为默认卡')
    await waitFor(() => expect(titles()[0]).toContain('0036'))
    expect(screen.getAllByText('默认卡')).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: '设为默认卡' })).toHaveLength(1)
  })

  it('says how to add a card when there is none', async () => {
    bound = []
    openScreen(<MyCardsScreen />)
    await screen.findByText('还没有绑定银行卡')
    screen.getByRole('link', { name: '添加储蓄卡' })
  })
})
