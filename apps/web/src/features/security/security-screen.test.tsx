import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { securityShapes as shapes } from '@qingzhou/contract/features/security'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { storeCookie, storeLinkPairs } from '#platform/browser/cookies.ts'
import { deviceId, store, storeDraft } from '#platform/browser/storage.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import SecurityScreen from './security-screen.tsx'

const here = {
  sessionId: '00000000-0000-4000-8000-000000000001',
  deviceName: 'Android · 消息应用',
  signedInAt: Date.UTC(2026, 10, 15, 1, 30),
  lastUsedAt: Date.UTC(2026, 10, 16, 1, 30),
  isCurrent: true,
}
const other = {
  ...here,
  sessionId: '00000000-0000-4000-8000-000000000002',
  deviceName: 'iPhone · Safari',
  isCurrent: false,
}

const network = connectNetworkForFile()
let sessions: (typeof here)[]
let apps: { provider: 'wallet' | 'messenger'; linkedAt: number }[]

function answerAll() {
  const { security } = calls
  sessions = [here, other]
  apps = [{ provider: 'wallet', linkedAt: here.signedInAt }]
  network.answer(security.sessions, shapes.sessions, () => ({ sessions }))
  network.answer(security.linkedApps, shapes.linkedApps, () => ({ apps }))
  network.answer(security.endSession, shapes.endSession, ({ sessionId }) => {
    sessions = sessions.filter((session) => session.sessionId !== sessionId)
    return {}
  })
  network.answer(security.unlinkApp, shapes.unlinkApp, ({ provider }) => {
    apps = apps.filter((app) => app.provider !== provider)
    return {}
  })
  network.answer(security.signOut, shapes.signOut, () => ({}))
  network.answer(security.signOutEverywhere, shapes.signOutEverywhere, () => ({}))
}

function fail(): never {
  throw new Refusal(codes.serverFault, '系统异常，请稍后再试')
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))

describe('sign-in and security page', () => {
  afterEach(cleanup)

  it('shows the sessions and ends another one after a confirmation', async () => {
    answerAll()
    openScreen(<SecurityScreen />)
    const list = await screen.findByRole('list', { name: '登录设备' })
    expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('本机')
    await press(/iPhone · Safari/)
    await press('确认退出该设备')
    await waitFor(() => expect(screen.queryByText('iPhone · Safari')).toBeNull())
    expect(screen.queryByRole('button', { name: '退出全部设备' })).toBeNull()
  })

  it('unlinks an app, and explains how to link one', async () => {
    answerAll()
    openScreen(<SecurityScreen />)
    await press(/支付应用/)
    await press('确认解除关联')
    await screen.findByText(/暂无关联的应用/)
  })

  it('shows a failure and retries', async () => {
    answerAll()
    network.answer(calls.security.sessions, shapes.sessions, fail)
    openScreen(<SecurityScreen />)
    await screen.findByText('登录设备查询失败')
    await screen.findByText('支付应用')
    answerAll()
    await press(/重试|重新加载|再试/)
    await screen.findByText('iPhone · Safari')
  })

  it('removes all personal data from the browser after sign-out', async () => {
    answerAll()
    const device = deviceId()
    storeCookie('token', 'token-of-a-person')
    storeCookie('applyNo', 'apply-1')
    storeCookie('staffToken', 'token-of-staff')
    storeLinkPairs([['sub', 'from-a-link']])
    store('mobile', '138****5678')
    store('riskRefuseMsg', 'refused')
    store('wantedPage', '/repay/repayIndex')
    storeDraft('some-form', 'typed')
    const { places } = openScreen(<SecurityScreen />)
    await press('退出登录')
    await press('确认退出登录')
    await waitFor(() => expect(places).toEqual(['restart /landChannel']))
    expect(document.cookie).toBe('staffToken=token-of-staff')
    expect(Object.keys(localStorage)).toEqual(['deviceId'])
    expect(deviceId()).toBe(device)
  })

  it.each([
    ['退出全部设备', '确认退出全部设备'],
    ['退出登录', '确认退出登录'],
  ])('stays signed in when the call of %s fails', async (first, second) => {
    answerAll()
    storeCookie('token', 'token-of-a-person')
    network.answer(calls.security.signOut, shapes.signOut, fail)
    network.answer(calls.security.signOutEverywhere, shapes.signOutEverywhere, fail)
    const { places } = openScreen(<SecurityScreen />)
    await press(first)
    await press(second)
    await waitFor(() => expect(screen.queryByRole('button', { name: second })).toBeNull())
    expect(places).toEqual([])
    expect(document.cookie).toContain('token=token-of-a-person')
  })

  it('signs out when the session had already ended', async () => {
    answerAll()
    storeCookie('token', 'token-of-a-person')
    network.answer(calls.security.signOutEverywhere, shapes.signOutEverywhere, () => {
      throw new Refusal(codes.notSignedIn, '请先登录')
    })
    const { places } = openScreen(<SecurityScreen />)
    await press('退出全部设备')
    await press('确认退出全部设备')
    await waitFor(() => expect(places).toEqual(['restart /landChannel']))
    expect(document.cookie).not.toContain('token-of-a-person')
  })
})
