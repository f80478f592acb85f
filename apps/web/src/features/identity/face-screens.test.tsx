import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { identityShapes as shapes } from '@qingzhou/contract/features/identity'
import { loansShapes } from '@qingzhou/contract/features/loans'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { drawParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { FaceByChannelScreen } from './face-in-page-screen.tsx'
import {
  FaceFailedScreen,
  FaceFailedInPageScreen,
  FaceInReviewScreen,
  FacePassedScreen,
  FacePassedInPageScreen,
} from './face-results.tsx'
import FaceForLoanScreen from './face-for-loan-screen.tsx'
import FaceInPageScreen from './face-in-page-screen.tsx'
import FaceUnsupportedScreen from './face-unsupported-screen.tsx'

const { identity, credit } = calls

const network = connectNetworkForFile()
let opened: Input<typeof shapes.openFaceSession>[] = []

type Outcome = Output<typeof shapes.faceResult>
type Mode = Output<typeof shapes.checkModes>['face']

function answer(outcome: Outcome, face: Mode = 'page') {
  opened = []
  network.answer(credit.open, creditShapes.open, () => ({ applyNo: 'apply-1' }))
  network.answer(credit.progress, creditShapes.progress, () => ({ steps: [] }))
  network.answer(identity.checkModes, shapes.checkModes, () => ({ face, albumAllowed: true }))
  network.answer(identity.openFaceSession, shapes.openFaceSession, (input) => {
    opened.push(input)
    return { faceSessionNo: 'session-0001', attemptsLeft: 5 }
  })
  network.answer(identity.faceStartParams, shapes.faceStartParams, () => ({
    url: '#/outside/face',
  }))
  network.answer(identity.faceResult, shapes.faceResult, () => outcome)
}

const failed = { outcome: 'failed', reason: 'noMatch', attemptsLeft: 3 } as const
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the screens of the face check', () => {
  beforeEach(() => {
    answer({ outcome: 'passed' })
  })
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    window.location.hash = ''
  })

  it('[2.057, 2.147] show the reason of a failure and the attempts left, and lead back', async () => {
    answer(failed)
    window.location.hash = '/apply/faceFailH5?faceSessionNo=session-0001'
    const { places } = openScreen(<FaceFailedInPageScreen />)
    await screen.findByText('与身份证照片不一致')
    screen.getByText('3 次')
    const inApp = screen.getByRole('link', { name: '网页中核验不了？下载应用继续' })
    expect(inApp.getAttribute('href')).toBe('#/openMsApplet/verifyFailed')
    await press('重新核验')
    expect(places).toEqual(['/apply/creditFaceH5'])
    expect(opened).toEqual([])
  })

  it('use the check of the application when the address names none', async () => {
    answer(failed)
    openScreen(<FaceFailedScreen />)
    await screen.findByText('与身份证照片不一致')
    expect(opened).toEqual([{ purpose: 'credit' }])
  })

  it('show the next possible day and offer no attempt before it', async () => {
    answer({ ...failed, attemptsLeft: 0, opensOn: localDate('2026-11-16') })
    openScreen(<FaceFailedScreen />)
    await screen.findByText('今天的核验次数已用完')
    expect(screen.getByRole('list', { name: '其他核验方式' }).children).toHaveLength(4)
    screen.getByText(/11月16日起再试/)
    expect(screen.queryByRole('button', { name: '重新核验' })).toBeNull()
  })

  it('[2.056] continue the application after success', async () => {
    const { outcomes } = openScreen(<FacePassedInPageScreen />)
    await press('继续申请')
    expect(outcomes).toContain('stepWanted')
  })

  it('[2.054, 2.055] trust the server, not the address, for a check at the channel', async () => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone AlipayClient/10.5.0')
    window.location.hash = '/apply/faceSuc?faceSessionNo=session-0001'
    answer(failed, 'channel')
    const { places } = openScreen(<FacePassedScreen />)
    const failure = '/apply/faceFail?faceSessionNo=session-0001'
    await waitFor(() => expect(places).toEqual([failure]))
    cleanup()
    window.location.hash = failure
    const next = openScreen(<FaceFailedScreen />)
    await screen.findByRole('heading', { name: '认证失败' })
    await press('重新核验')
    expect(next.places).toEqual(['/apply/creditLiving'])
  })

  it('[2.049] open the page of the channel', async () => {
    answer({ outcome: 'passed' }, 'channel')
    openScreen(<FaceByChannelScreen />)
    await press('前往核验')
    await waitFor(() => expect(window.location.hash).toBe('#/outside/face'))
  })

  it('show why the channel is unavailable', async () => {
    answer({ outcome: 'passed' }, 'channel')
    network.answer(identity.openFaceSession, shapes.openFaceSession, () => {
      throw new Refusal(codes.accountState, '今日核验次数已用完，您可在 2026-11-16 起再试')
    })
    openScreen(<FaceByChannelScreen />)
    await press('前往核验')
    await screen.findByText('今日核验次数已用完，您可在 2026-11-16 起再试')
  })

  it('offer another phone without a camera', async () => {
    answer({ outcome: 'passed' }, 'elsewhere')
    const { places } = openScreen(<FaceInPageScreen />)
    await waitFor(() => expect(places).toEqual(['/apply/noSupportFaceH5']))
  })

  it('say that a person decides, and open what follows once it is decided', async () => {
    let step: Output<typeof creditShapes.currentStep> = {
      step: 'faceInPage',
      pageUrl: '/apply/faceReview',
    }
    network.answer(credit.currentStep, creditShapes.currentStep, () => step)
    const { outcomes } = openScreen(<FaceInReviewScreen />)
    await screen.findByRole('heading', { name: '人工审核中' })
    screen.getByText(/一般 1 个工作日内完成/)
    expect(outcomes).toEqual([])
    step = { step: 'bindCardForCredit' }
    window.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(outcomes).toContain('stepWanted'), { timeout: 5_000 })
  })

  it('show what the reviewer said of a refused check, as text', async () => {
    const message = '<b>画面过暗</b>，请在明亮处重新核验'
    answer({ outcome: 'failed', reason: 'refusedByReview', message, attemptsLeft: 4 })
    openScreen(<FaceFailedScreen />)
    await screen.findByText('未通过人工审核')
    screen.getByText(message)
  })

  it('[2.058] show a QR code and a link for another phone, and copy the link', async () => {
    openScreen(<FaceUnsupportedScreen />)
    screen.getByRole('img', { name: '继续办理的二维码' })
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue(undefined)
    await press('复制链接')
    expect(writeText).toHaveBeenCalledWith(`${window.location.origin}/#/landChannel`)
  })

  it('check the face for the draw in progress, begun on any phone, and show a message without one', async () => {
    let step: Output<typeof loansShapes.currentStep> = { step: 'borrow' }
    network.answer(calls.loans.currentStep, loansShapes.currentStep, () => step)
    openScreen(<FaceForLoanScreen />)
    await screen.findByText('没有待核验的借款')
    cleanup()
    step = { step: 'faceForLoan', drawNo: 'loan-00000001' }
    const { places } = openScreen(<FaceForLoanScreen />)
    await screen.findByRole('button', { name: '开始核验' })
    await press('换一种方式')
    expect(places).toEqual([`/apply/noSupportFaceH5?purpose=loan&${drawParam}=loan-00000001`])
    cleanup()
    window.location.hash = places[0] ?? ''
    openScreen(<FaceUnsupportedScreen />)
    const link = `${window.location.origin}/#/landChannel?to=%2FcreditFace%2Fface`
    screen.getByText(link)
  })

  it('show a failed check of a draw, and lead back to it', async () => {
    answer(failed)
    window.location.hash = `/apply/faceFail?${drawParam}=loan-00000001`
    const { places } = openScreen(<FaceFailedScreen />)
    await press('重新核验')
    expect(opened).toEqual([{ purpose: 'loan', businessNo: 'loan-00000001' }])
    expect(places).toEqual([`/creditFace/face?${drawParam}=loan-00000001`])
  })

  it('continue the draw after the channel’s success', async () => {
    window.location.hash = `/creditFace/face?faceSessionNo=session-0001&${drawParam}=loan-00000001`
    const { places } = openScreen(<FaceForLoanScreen />)
    await press('继续借款')
    expect(places).toEqual([`/smsVerify?${drawParam}=loan-00000001`])
  })
})
