import { calls } from '@qingzhou/contract/calls'
import { cardsShapes } from '@qingzhou/contract/features/cards'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { messagesShapes } from '@qingzhou/contract/features/messages'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { securityShapes } from '@qingzhou/contract/features/security'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import MineScreen from './mine-screen.tsx'
import SettingsScreen from './settings-screen.tsx'

const network = connectNetworkForFile()
let acceptsCampaigns: boolean

beforeEach(() => {
  acceptsCampaigns = true
  const { messages } = calls
  network.answer(messages.unread, messagesShapes.unread, () => ({ count: 3 }))
  network.answer(messages.settings, messagesShapes.settings, () => ({ acceptsCampaigns }))
  network.answer(messages.saveSettings, messagesShapes.saveSettings, (chosen) => {
    acceptsCampaigns = chosen.acceptsCampaigns
    return chosen
  })
})
afterEach(() => {
  cleanup()
  localStorage.clear()
})

describe('my page', () => {
  it('shows the masked phone, unread messages, the default card and usable coupons, and marks its tab', async () => {
    const limits = { singleLimit: fen(1n), dayLimit: fen(1n) }
    const bank = { bankCode: 'ICBC', bankName: '工商银行', ...limits }
    network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
      mobile: '138****6021',
    }))
    network.answer(calls.cards.list, cardsShapes.list, () => ({
      cards: [
        { cardId: 'CARD-1', lastFour: '6217', ...bank },
        { cardId: 'CARD-2', lastFour: '0036', ...bank },
      ],
    }))
    network.answer(calls.loans.ownCoupons, loansShapes.ownCoupons, () => ({
      usable: [
        {
          couponNo: 'a',
          name: '15 天免息券',
          benefit: '放款后 15 天内免收利息',
          amountMin: fen(1n),
          months: [6],
          validUntil: localDate('2026-12-31'),
        },
      ],
      ended: [],
    }))
    openScreen(<MineScreen />)
    await screen.findByText('138****6021')
    const row = await screen.findByRole('link', { name: /消息.*3 条未读/ })
    expect(row.getAttribute('href')).toBe('#/user/messages')
    await screen.findByRole('link', { name: /我的银行卡.*工商银行（6217）/ })
    await screen.findByRole('link', { name: /我的优惠券.*1 张可用/ })
    const tab = screen.getByRole('link', { name: /有未读消息\s*我的/ })
    expect(tab.getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: '账单' }).getAttribute('href')).toBe(
      '#/repay/repayIndex',
    )
  })

  it('works without the figures when their calls fail', async () => {
    for (const call of [calls.messages.unread, calls.cards.list, calls.loans.ownCoupons]) {
      network.cut(call)
    }
    openScreen(<MineScreen />)
    expect((await screen.findByRole('link', { name: '消息' })).getAttribute('href')).toBe(
      '#/user/messages',
    )
    expect(screen.queryByText('有未读消息')).toBeNull()
  })
})

const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }))

const isOn = async () => (await screen.findByRole<HTMLInputElement>('switch')).checked

describe('settings', () => {
  it('change appearance and text size at once, and keep them on this phone after the sign-out', async () => {
    network.answer(calls.security.signOut, securityShapes.signOut, () => ({}))
    const root = document.documentElement
    const { unmount, places } = openScreen(<SettingsScreen />)
    await choose('深色')
    await choose('特大')
    expect([root.dataset['theme'], root.style.fontSize]).toEqual(['dark', '150%'])
    await userEvent.click(screen.getByRole('button', { name: '退出登录' }))
    await userEvent.click(await screen.findByRole('button', { name: '确认退出登录' }))
    await waitFor(() => expect(places).toEqual(['restart /landChannel']))
    unmount()

    openScreen(<SettingsScreen />)
    const dark = await screen.findByRole<HTMLInputElement>('radio', { name: '深色' })
    expect(dark.checked).toBe(true)
    await choose('跟随系统')
    await choose('标准')
    expect([root.dataset['theme'], root.style.fontSize]).toEqual([undefined, ''])
    expect([localStorage.getItem('theme'), localStorage.getItem('textSize')]).toEqual([null, null])
  })

  it('ignore a stored value that cannot be chosen', async () => {
    localStorage.setItem('theme', '<script>')
    localStorage.setItem('textSize', '900%')
    openScreen(<SettingsScreen />)
    for (const name of ['跟随系统', '标准']) {
      const radio = await screen.findByRole<HTMLInputElement>('radio', { name })
      expect(radio.checked).toBe(true)
    }
  })

  it('decline campaign messages, and show the saved choice when saving fails', async () => {
    openScreen(<SettingsScreen />)
    expect(await isOn()).toBe(true)
    await userEvent.click(screen.getByRole('switch'))
    await waitFor(() => expect(acceptsCampaigns).toBe(false))
    await waitFor(async () => expect(await isOn()).toBe(false))
    network.cut(calls.messages.saveSettings)
    await userEvent.click(screen.getByRole('switch'))
    expect(await isOn()).toBe(false)
  })
})
