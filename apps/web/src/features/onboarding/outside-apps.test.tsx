import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { referenceShapes } from '@qingzhou/contract/features/reference'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { QrCode } from '#shared/pages/qr-code.tsx'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import FollowAccountScreen from './follow-account-screen.tsx'
import OpenMiniProgramScreen from './open-mini-program-screen.tsx'

const network = connectNetworkForFile()
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const squares = (code: Element) => code.querySelector('path')?.getAttribute('d')

/** The picture of a text as a QR code. */
function pictureOf(text: string) {
  const { container, unmount } = render(<QrCode text={text} label="expected" />)
  const picture = squares(container)
  unmount()
  return picture
}

const account = (qrAddress?: string) =>
  network.answer(calls.reference.staticPage, referenceShapes.staticPage, () => ({
    name: 'official-account',
    title: '轻舟服务',
    summary: '账单查询',
    updatedOn: '2026-11-17',
    blocks: [],
    qrAddress,
  }))

const link = (urlScheme: string, page?: string) =>
  network.answer(calls.onboarding.miniProgramLink, onboardingShapes.miniProgramLink, () => ({
    urlScheme,
    page,
  }))
const spyOnAssign = () => vi.spyOn(window.location, 'assign').mockImplementation(() => {})

describe('the official account', () => {
  it('[2.093] is shown with its own QR code', async () => {
    account('http://weixin.example/r/account')
    openScreen(<FollowAccountScreen />)
    const code = await screen.findByRole('img', { name: /二维码/ })
    expect(squares(code)).toBe(pictureOf('http://weixin.example/r/account'))
    screen.getByText('截屏保存二维码')
  })

  it('is found by its name when no QR code is configured', async () => {
    account()
    openScreen(<FollowAccountScreen />)
    await screen.findByText('搜索公众号“轻舟服务”')
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the mini program', () => {
  it('[2.146] opens by its scheme, and its QR code holds our own address', async () => {
    link('weixin://dl/business/?t=1')
    const assign = spyOnAssign()
    openScreen(<OpenMiniProgramScreen />)
    await screen.findByText('没有自动打开？', undefined, { timeout: 10_000 })
    expect(assign.mock.calls).toEqual([['weixin://dl/business/?t=1']])
    const own = `${window.location.origin}/#/openMsApplet/msMini?prodSubNo=103001`
    expect(squares(screen.getByRole('img', { name: '小程序二维码' }))).toBe(pictureOf(own))
  })

  it('[7.140] is asked for with the public address of the phone', async () => {
    const page = document.createElement('meta')
    page.name = 'qingzhou-config'
    page.content = JSON.stringify({ ipLookupUrl: '/ip' })
    document.head.append(page)
    const fetchNetwork = fetch
    vi.stubGlobal('fetch', async (url: string, init?: RequestInit) =>
      url === '/ip'
        ? Response.json({ statusInfo: { code: codes.success }, ip: '203.0.113.7' })
        : fetchNetwork(url, init),
    )
    const asked: unknown[] = []
    network.answer(calls.onboarding.miniProgramLink, onboardingShapes.miniProgramLink, (input) => {
      asked.push(input)
      return { urlScheme: 'weixin://dl/business/?t=1', page: undefined }
    })
    spyOnAssign()
    openScreen(<OpenMiniProgramScreen />)
    await waitFor(() => expect(asked).toEqual([{ prodSubNo: '103001', ip: '203.0.113.7' }]))
    vi.stubGlobal('fetch', fetchNetwork)
    page.remove()
  })

  it.each([
    ['/sandbox/messenger/mini-program?ticket=1', 1],
    ['//evil.example', 0],
    ['https://evil.example', 0],
    ['javascript:alert(1)', 0],
  ])('opens a page of our own after a tap, and nothing else: %s', async (page, times) => {
    link('weixin-sandbox://mini-program', page)
    const assign = spyOnAssign()
    openScreen(<OpenMiniProgramScreen />)
    await userEvent.click(await screen.findByRole('button', { name: '打开小程序' }))
    expect(assign).toHaveBeenCalledTimes(times)
  })
})
