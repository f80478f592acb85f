import { calls } from '@qingzhou/contract/calls'
import { type BoundCard, cardsShapes as shapes } from '@qingzhou/contract/features/cards'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { identityShapes } from '@qingzhou/contract/features/identity'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import BindCardForCreditScreen from './bind-card-for-credit-screen.tsx'
import SupportedBanksScreen from './supported-banks-screen.tsx'

const bank = {
  bankCode: 'JH',
  bankName: '江海银行',
  singleLimit: fen(50_000_00n),
  dayLimit: fen(200_000_00n),
}

const network = connectNetworkForFile()

function answerWell(bound: BoundCard[]) {
  network.answer(calls.credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(calls.credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(calls.identity.person, identityShapes.person, () => ({ read: {} }))
  network.answer(calls.cards.list, shapes.list, () => ({ cards: bound }))
  network.answer(calls.cards.supportedBanks, shapes.supportedBanks, () => ({ banks: [bank] }))
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the card of an application', () => {
  beforeEach(() => localStorage.clear())
  afterEach(cleanup)

  it('is requested when there is none', async () => {
    answerWell([])
    openScreen(<BindCardForCreditScreen />)
    expect(await screen.findByLabelText('储蓄卡号')).toBeTruthy()
  })

  it('is kept with one press when already bound', async () => {
    answerWell([{ ...bank, cardId: 'card-1', lastFour: '6217' }])
    const { outcomes } = openScreen(<BindCardForCreditScreen />)
    expect(await screen.findByText('江海银行（6217）')).toBeTruthy()
    await press('继续用这张卡')
    await waitFor(() => expect(outcomes).toContain('stepWanted'))
  })

  it('the card of an application can be replaced', async () => {
    answerWell([{ ...bank, cardId: 'card-1', lastFour: '6217' }])
    openScreen(<BindCardForCreditScreen />)
    await press('换一张储蓄卡')
    expect(await screen.findByLabelText('储蓄卡号')).toBeTruthy()
  })

  it('must be of a listed bank, which has its limits', async () => {
    answerWell([])
    openScreen(<SupportedBanksScreen />)
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toBe('江江海银行单笔 50,000.00 元，单日 200,000.00 元')
    await userEvent.type(screen.getByLabelText('搜索银行'), '海')
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('搜索银行'))
    await userEvent.type(screen.getByLabelText('搜索银行'), '没有的银行')
    await screen.findByText('没有找到“没有的银行”')
    expect(screen.queryByRole('listitem')).toBeNull()
  })
})
