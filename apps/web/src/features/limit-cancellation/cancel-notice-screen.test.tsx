import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { limitCancellationShapes } from '@qingzhou/contract/features/limit-cancellation'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { storeToken, isSignedIn } from '#platform/session/session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import CancelNoticeScreen from './cancel-notice-screen.tsx'
import type { CancellationStep } from './queries.ts'

const network = connectNetworkForFile()
let step: CancellationStep
let checked: string[]
let cancelled: string[]

const retainedUntil = localDate('2031-11-15')
const { 'limit-cancellation': addresses } = calls

function answerLikeALender() {
  const { currentStep, checkSmsCode } = limitCancellationShapes
  network.answer(addresses.currentStep, currentStep, () => step)
  network.answer(addresses.checkSmsCode, checkSmsCode, ({ dynamicCode }) => {
    checked.push(dynamicCode)
    if (dynamicCode !== '12345') throw new Refusal(codes.invalidField, '短信验证码有误')
    return {}
  })
  network.answer(calls.onboarding.sendPurposeCode, onboardingShapes.sendPurposeCode, () => ({
    waitSeconds: 60,
  }))
}

function answerCancel(say: (requestNo: string) => void = () => {}) {
  network.answer(addresses.cancel, limitCancellationShapes.cancel, ({ requestNo }) => {
    cancelled.push(requestNo)
    say(requestNo)
    return { cancelledOn: localDate('2026-11-15'), retainedUntil }
  })
}

const confirm = async () => screen.findByRole('button', { name: '确认注销额度' })

async function fillIn(code = '12345') {
  await userEvent.click(await screen.findByRole('checkbox'))
  await userEvent.type(await screen.findByLabelText('短信验证码'), code)
}

describe('cancellation of a limit', () => {
  beforeEach(() => {
    localStorage.clear()
    storeToken('token-of-a-test')
    checked = []
    cancelled = []
    step = {
      step: 'notice',
      reason: 'noNeed',
      isConfirmed: false,
      maskedPhone: '139****0008',
      retainedUntil,
    }
    answerLikeALender()
    answerCancel()
  })
  afterEach(cleanup)

  it('[2.169] shows the retention period, and requires a tick and a code', async () => {
    openScreen(<CancelNoticeScreen />)
    expect(await screen.findByText('2031-11-15')).toBeDefined()
    await userEvent.click(await confirm())
    await screen.findByText('请先阅读并勾选')
    expect(screen.getByText('请输入短信验证码')).toBeDefined()
    expect(checked).toEqual([])
  })

  it('is sent once, however often it is tapped, and signs out', async () => {
    openScreen(<CancelNoticeScreen />)
    await fillIn()
    await userEvent.dblClick(await confirm())
    await screen.findByText('额度已注销')
    expect(checked).toEqual(['12345'])
    expect(cancelled).toHaveLength(1)
    await waitFor(() => expect(isSignedIn()).toBe(false))
  })

  it('shows a wrong code at its field', async () => {
    openScreen(<CancelNoticeScreen />)
    await fillIn('54321')
    await userEvent.click(await confirm())
    await screen.findByText('短信验证码有误')
    expect(cancelled).toEqual([])
    expect(isSignedIn()).toBe(true)
  })

  it('repeats the same number after a network failure, without a second code', async () => {
    network.cut(addresses.cancel)
    openScreen(<CancelNoticeScreen />)
    await fillIn()
    await userEvent.click(await confirm())
    await screen.findByRole('alert')
    answerCancel((requestNo) => {
      if (cancelled.length === 1) throw new Refusal(codes.serverFault, `忙 ${requestNo.length}`)
    })
    await userEvent.click(await confirm())
    await screen.findByText('忙 32')
    await userEvent.click(await confirm())
    await screen.findByText('额度已注销')
    expect(checked).toEqual(['12345'])
    expect(new Set(cancelled).size).toBe(1)
  })

  it('shows a new obstacle', async () => {
    answerCancel(() => {
      throw new Refusal(codes.accountState, '您还有 1 笔借款未结清')
    })
    openScreen(<CancelNoticeScreen />)
    await fillIn()
    await userEvent.click(await confirm())
    await screen.findByText('您还有 1 笔借款未结清')
    expect(isSignedIn()).toBe(true)
  })

  it('needs no second code shortly after the first', async () => {
    step = { ...step, isConfirmed: true }
    openScreen(<CancelNoticeScreen />)
    await userEvent.click(await screen.findByRole('checkbox'))
    expect(screen.queryByLabelText('短信验证码')).toBeNull()
    await userEvent.click(await confirm())
    await screen.findByText('额度已注销')
  })

  it('redirects to the reason, and to the list without a limit', async () => {
    step = { ...step, step: 'reason' }
    const { places } = openScreen(<CancelNoticeScreen />)
    await vi.waitFor(() => expect(places).toEqual(['/cancellimit/cancellimitReason']))
    cleanup()
    network.answer(addresses.currentStep, limitCancellationShapes.currentStep, () => {
      throw new Refusal(codes.accountState, '您还没有可用额度')
    })
    const without = openScreen(<CancelNoticeScreen />)
    await vi.waitFor(() => expect(without.places).toEqual(['/cancellimit/cancellimitChannel']))
  })
})
