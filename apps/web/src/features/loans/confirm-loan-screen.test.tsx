import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { connectNetwork, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ConfirmLoanScreen from './confirm-loan-screen.tsx'

let network: Awaited<ReturnType<typeof connectNetwork>>
let codesChecked = 0

const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: /确认借款 5,000.00 元/ }))

async function typeCode() {
  const view = openScreen(<ConfirmLoanScreen />)
  await userEvent.type(await screen.findByLabelText(/验证码/), '123456')
  return view
}

describe('confirming a draw', () => {
  beforeAll(async () => {
    network = await connectNetwork()
  })
  beforeEach(() => {
    codesChecked = 0
    window.location.hash = '#/smsVerify?loanSeqNo=DRAW-0001'
    network.answer(calls.loans.result, loansShapes.result, () => ({
      state: 'verifying' as const,
      amount: fen(5_000_00n),
      instalment: 12,
      bankName: '江海银行',
      lastFour: '0128',
      verification: ['sms' as const],
    }))
    network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
      mobile: '138****5678',
    }))
    network.answer(calls.onboarding.checkPurposeCode, onboardingShapes.checkPurposeCode, () => {
      codesChecked += 1
      return {}
    })
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })
  afterAll(() => vi.unstubAllGlobals())

  it('continues after a network failure without another code', async () => {
    const { places } = await typeCode()
    network.cut(calls.loans.execute)
    await press()
    await waitFor(() => expect(codesChecked).toBe(1))
    network.answer(calls.loans.execute, loansShapes.execute, () => ({
      state: 'processing' as const,
    }))
    await press()
    await waitFor(() => expect(places.at(-1)).toContain('/loan/result'))
    expect(codesChecked).toBe(1)
  })

  it('shows a wrong code at its field only, until another code is sent', async () => {
    const wrong = '短信验证码有误，您还可以输入 4 次'
    network.answer(calls.onboarding.checkPurposeCode, onboardingShapes.checkPurposeCode, () => {
      throw new Refusal(codes.invalidField, wrong)
    })
    network.answer(calls.onboarding.sendPurposeCode, onboardingShapes.sendPurposeCode, () => ({
      waitSeconds: 60,
    }))
    const { outcomes } = await typeCode()
    await press()
    expect(await screen.findByText(wrong)).toBeTruthy()
    expect(outcomes).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '获取验证码' }))
    await waitFor(() => expect(screen.queryByText(wrong)).toBeNull())
  })

  it('verifies a code again when the server requires it', async () => {
    await typeCode()
    network.answer(calls.loans.execute, loansShapes.execute, () => {
      throw new Refusal(codes.accountState, '请先完成验证')
    })
    await press()
    await waitFor(() => expect(codesChecked).toBe(1))
    await press()
    await waitFor(() => expect(codesChecked).toBe(2))
  })
})
