import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import type { Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { WalletAgreementCard } from './wallet-agreement-card.tsx'

type Agreement = Output<(typeof cardsShapes)['walletAgreement']>

const network = connectNetworkForFile()
let agreement: Agreement
const started = vi.fn<(terms: object) => void>()

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('debits by the payment app', () => {
  beforeEach(() => {
    agreement = {
      isOffered: true,
      state: 'none',
      amountMax: fen(20_000_00n),
      firstOn: localDate('2031-01-15'),
      hasOpenDebit: false,
    }
    started.mockClear()
    const { cards } = calls
    network.answer(cards.walletAgreement, cardsShapes.walletAgreement, () => agreement)
    network.answer(cards.startWalletAgreement, cardsShapes.startWalletAgreement, (terms) => {
      started(terms)
      agreement = { ...agreement, state: 'signing' }
      throw new Refusal(codes.accountState, '服务暂时繁忙')
    })
    network.answer(cards.endWalletAgreement, cardsShapes.endWalletAgreement, () => {
      agreement = { ...agreement, state: 'ended', endedAt: Date.UTC(2031, 0, 6, 2) }
      return {}
    })
  })
  afterEach(cleanup)

  it('show the most per debit and the days before they are signed, and send what was shown', async () => {
    openScreen(<WalletAgreementCard />)
    await screen.findByText('未开通')
    screen.getByText('20,000.00 元')
    screen.getByText('每月 15 日（最多提前 5 天）')
    screen.getByText('2031-01-15')
    await press('去支付应用开通')
    await screen.findByText('开通中')
    expect(started).toHaveBeenCalledWith({ amountMax: 20_000_00n, firstOn: '2031-01-15' })
    await screen.findByRole('button', { name: '继续去支付应用开通' })
  })

  it('are ended after a confirmation, also while a debit is open', async () => {
    agreement = {
      ...agreement,
      state: 'signed',
      signedAt: Date.UTC(2031, 0, 5, 2),
      hasOpenDebit: true,
    }
    openScreen(<WalletAgreementCard />)
    await screen.findByText('已开通')
    screen.getByText(/不会重复扣款/)
    await press('关闭支付应用自动还款')
    expect(agreement.state).toBe('signed')
    await press('确认关闭')
    await screen.findByText('已关闭')
    await screen.findByRole('button', { name: '去支付应用开通' })
  })

  it('are not shown where the lender has no contract for them', async () => {
    agreement = { ...agreement, isOffered: false }
    const { container } = openScreen(<WalletAgreementCard />)
    await waitFor(() => expect(container.textContent).not.toContain('支付应用自动还款'))
  })
})
