import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, ZERO } from '@qingzhou/domain/money/money'
import { drawParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ConfirmLoanScreen from './confirm-loan-screen.tsx'
import LoanResultScreen from './loan-result-screen.tsx'
import type { LoanResult } from './queries.ts'

const network = connectNetworkForFile()
let codesChecked = 0
let codesSent = 0

const draw: LoanResult = {
  state: 'verifying',
  amount: fen(5_000_00n),
  months: 12,
  bankName: '江海银行',
  lastFour: '0128',
  verification: ['sms'],
}

const press = async () =>
  userEvent.click(await screen.findByRole('button', { name: /确认借款 5,000.00 元/ }))

/** With its last digit, the code is submitted. */
async function typeCode() {
  const view = openScreen(<ConfirmLoanScreen />)
  await screen.findByText(/^已发送至 138\*\*\*\*5678/)
  await userEvent.type(await screen.findByLabelText('短信验证码'), '123456')
  return view
}

describe('confirming a draw', () => {
  beforeEach(() => {
    codesChecked = 0
    codesSent = 0
    localStorage.clear()
    window.location.hash = `#/smsVerify?${drawParam}=DRAW-0001`
    network.answer(calls.loans.result, loansShapes.result, () => draw)
    network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
      mobile: '138****5678',
    }))
    network.answer(calls.onboarding.sendPurposeCode, onboardingShapes.sendPurposeCode, () => {
      codesSent += 1
      return { waitSeconds: 60 }
    })
    network.answer(calls.onboarding.checkPurposeCode, onboardingShapes.checkPurposeCode, () => {
      codesChecked += 1
      return {}
    })
    network.cut(calls.loans.execute)
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('requests the code without a press, and submits it once with its last digit', async () => {
    network.answer(calls.loans.execute, loansShapes.execute, () => ({
      state: 'processing' as const,
    }))
    const { places } = await typeCode()
    await press()
    await waitFor(() => expect(places.at(-1)).toContain('/loan/result'))
    expect({ codesSent, codesChecked }).toEqual({ codesSent: 1, codesChecked: 1 })
  })

  it('requests no code for a draw that is settled', async () => {
    network.answer(calls.loans.result, loansShapes.result, () => ({
      ...draw,
      state: 'paid' as const,
    }))
    openScreen(<ConfirmLoanScreen />)
    await screen.findByText('江海银行（0128）')
    expect(codesSent).toBe(0)
  })

  it('continues after a network failure without another code', async () => {
    const { places, outcomes } = await typeCode()
    await waitFor(() => expect(outcomes).toEqual(['message']))
    network.answer(calls.loans.execute, loansShapes.execute, () => ({
      state: 'processing' as const,
    }))
    await press()
    await waitFor(() => expect(places.at(-1)).toContain('/loan/result'))
    expect(codesChecked).toBe(1)
  })

  it('shows a wrong code at its field only, until another one is typed', async () => {
    const wrong = '短信验证码有误，您还可以输入 4 次'
    network.answer(calls.onboarding.checkPurposeCode, onboardingShapes.checkPurposeCode, () => {
      codesChecked += 1
      throw new Refusal(codes.invalidField, wrong)
    })
    const { outcomes } = await typeCode()
    expect(await screen.findByText(wrong)).toBeTruthy()
    const field = screen.getByLabelText<HTMLInputElement>('短信验证码')
    expect([field.value, document.activeElement]).toEqual(['', field])
    await press()
    expect(screen.getByText(wrong)).toBeTruthy()
    await userEvent.type(field, '5')
    expect(screen.queryByText(wrong)).toBeNull()
    expect({ outcomes, codesChecked }).toEqual({ outcomes: [], codesChecked: 1 })
  })

  it('verifies a code again when the server requires it', async () => {
    network.answer(calls.loans.execute, loansShapes.execute, () => {
      throw new Refusal(codes.accountState, '请先完成验证')
    })
    const { outcomes } = await typeCode()
    await waitFor(() => expect(outcomes).toEqual(['message']))
    expect(codesChecked).toBe(1)
    await press()
    await waitFor(() => expect(codesChecked).toBe(2))
  })

  it('ends with the card, the first payment, the rest of the limit and the records', async () => {
    const instalment = {
      n: 1,
      dueDate: localDate('2026-12-15'),
      principal: fen(400_00n),
      interest: fen(60_00n),
      balance: fen(4_600_00n),
      fee: ZERO,
      given: fen(10_00n),
      amount: fen(450_00n),
    }
    network.answer(calls.loans.result, loansShapes.result, () => ({
      ...draw,
      state: 'paid' as const,
      loanNo: 'LOAN-0001',
      paidOn: localDate('2026-11-15'),
      plan: [instalment],
      availableLimit: fen(25_000_00n),
    }))
    window.location.hash = `#/loan/result?${drawParam}=DRAW-0001`
    openScreen(<LoanResultScreen />)
    await screen.findByText('借款成功，资金已到账')
    const shown = screen.getAllByRole('definition').map(({ textContent }) => textContent)
    expect(shown).toEqual([
      '江海银行（0128）',
      '2026-11-15',
      '12月15日',
      '450.00 元',
      '25,000.00 元',
    ])
    const plan = screen.getByRole('table', { name: '还款计划' })
    for (const text of ['第 1 期', '2026-12-15', '450.00', '已优惠 10.00', '400.00', '60.00'])
      expect(plan.textContent).toContain(text)
    const detail = screen.getByRole('link', { name: '查看借款详情' })
    expect(detail.getAttribute('href')).toBe('#/repay/borrowDetail?loanNo=LOAN-0001')
  })

  it('is found by the step of the customer on a phone that knows no number', async () => {
    let drawNo: string | undefined = 'DRAW-0002'
    const asked: string[] = []
    network.answer(calls.loans.currentStep, loansShapes.currentStep, () => ({
      step: 'loanResult' as const,
      drawNo,
    }))
    network.answer(calls.loans.result, loansShapes.result, (input) => {
      asked.push(input.drawNo)
      return { ...draw, state: 'processing' as const }
    })
    window.location.hash = '#/loan/result'
    openScreen(<LoanResultScreen />)
    await screen.findByText('银行正在放款')
    expect(asked).toEqual(['DRAW-0002'])
    cleanup()
    drawNo = undefined
    openScreen(<LoanResultScreen />)
    await screen.findByText('没有正在进行的借款')
  })
})
