import { agreementsShapes } from '@qingzhou/contract/features/agreements'
import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { restructureShapes } from '@qingzhou/contract/features/restructure'
import type { Input } from '@qingzhou/contract/wire/shape'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clearRequestNo } from '#shared/payments/request-no.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import ChooseSecondPlanScreen from './choose-conversion-screen.tsx'
import type { ConversionOffers } from '#features/restructure/queries.ts'
import SignSecondPlanScreen from './sign-conversion-screen.tsx'
import { offers, conversionQuoteOf } from '#features/restructure/testing/signed.ts'

const network = connectNetworkForFile()
let signed: Input<typeof restructureShapes.signBillConversion>[]

function answerOffers({ bills }: Pick<ConversionOffers, 'bills'> = offers) {
  network.answer(
    calls.restructure.quoteBillConversion,
    restructureShapes.quoteBillConversion,
    ({ loanNo, months }) => {
      const isQuote = loanNo !== undefined && months !== undefined
      return { ...offers, bills, quote: isQuote ? conversionQuoteOf(months) : undefined }
    },
  )
}

function answerSign(say: () => string) {
  network.answer(
    calls.restructure.signBillConversion,
    restructureShapes.signBillConversion,
    (input) => {
      signed.push(input)
      return { loanNo: say() }
    },
  )
}

function answerLikeALender() {
  signed = []
  answerOffers()
  answerSign(() => 'SECOND-LOAN')
  const agreement = { code: 'second-agreement', version: '2026.11', title: '账单分期协议' }
  network.answer(calls.agreements.toConfirm, agreementsShapes.toConfirm, () => ({
    agreements: [{ ...agreement, isSeparate: false, blocks: [] }],
  }))
  network.answer(calls.onboarding.maskedPhone, onboardingShapes.maskedPhone, () => ({
    mobile: '138****5678',
  }))
}

function openSigning() {
  window.location.hash = '/personalize/subscriptionInfo2?loanNo=LOAN-1&months=6'
  return openScreen(<SignSecondPlanScreen />)
}

async function fill(code = '12345') {
  await userEvent.type(await screen.findByLabelText('短信验证码'), code)
  await userEvent.click(await screen.findByRole('checkbox'))
}

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
const confirm = '我已了解全部成本，确认签约'

describe('bill conversion', () => {
  beforeEach(() => {
    localStorage.clear()
    answerLikeALender()
  })
  afterEach(() => {
    cleanup()
    clearRequestNo('sign-bill-conversion')
    window.location.hash = ''
  })

  it('[2.118] shows the extra cost, and why other bills are not eligible', async () => {
    openScreen(<ChooseSecondPlanScreen />)
    await screen.findByText('比到期一次还清多付')
    await screen.findByText('还款合计')
    expect(screen.getByRole('radio', { name: /装修/ })).toHaveProperty('disabled', true)
    screen.getByText('账单已逾期，可以申请个性化分期')
  })

  it('continues with the months of the shown quote', async () => {
    const { places } = openScreen(<ChooseSecondPlanScreen />)
    await userEvent.click(await screen.findByRole('radio', { name: '6 期' }))
    await press('分 6 期，去签约')
    expect(places).toEqual(['/personalize/subscriptionInfo2?loanNo=LOAN-1&months=6'])
  })

  it('leads an overdue customer to a consolidation plan', async () => {
    const [, other] = offers.bills
    const late = other && { ...other, loan: { ...other.loan, state: 'overdue' as const } }
    answerOffers({ bills: late ? [late] : [] })
    openScreen(<ChooseSecondPlanScreen />)
    await screen.findByText('现在没有可以分期的账单')
    screen.getByRole('link', { name: '申请个性化分期' })
  })

  it('[2.115] is signed once exactly as quoted, with code and agreements', async () => {
    const { places } = openSigning()
    await fill()
    await press('签约，分 6 期还')
    await userEvent.tripleClick(await screen.findByRole('button', { name: confirm }))
    await waitFor(() =>
      expect(places).toEqual(['/personalize/subscriptionDetail2?loanNo=SECOND-LOAN']),
    )
    expect(signed).toMatchObject([
      {
        loanNo: 'LOAN-1',
        months: 6,
        quoteId: 'second-of-6-months',
        costSheetDigest: 'digest-of-6-months',
        agreed: [{ code: 'second-agreement', version: '2026.11' }],
        dynamicCode: '12345',
      },
    ])
  })

  it('[7.045, 7.046] requests the code for the customer’s own phone, as a confirmation', async () => {
    const requests: unknown[] = []
    network.answer(calls.onboarding.sendSmsCode, onboardingShapes.sendSmsCode, (input) => {
      requests.push(input)
      return { waitSeconds: 60 }
    })
    openSigning()
    await userEvent.click(await screen.findByRole('button', { name: '获取验证码' }))
    await waitFor(() =>
      expect(requests).toEqual([{ dynamicType: '01', hasMobileNo: false, dynamicCodeType: '04' }]),
    )
  })

  it('requires a code and a tick before signing', async () => {
    openSigning()
    await screen.findByRole('checkbox')
    await press('签约，分 6 期还')
    await screen.findByText('请先阅读并勾选同意')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(signed).toEqual([])
  })

  it('repeats the same number and code without an answer', async () => {
    network.cut(calls.restructure.signBillConversion)
    openSigning()
    await fill()
    await press('签约，分 6 期还')
    await press(confirm)
    await screen.findByText('网络异常，请重试')
    answerSign(() => 'SECOND-LOAN')
    await press('签约，分 6 期还')
    await press(confirm)
    await waitFor(() => expect(signed).toMatchObject([{ dynamicCode: '12345' }]))
  })

  it('clears a wrong code and signs under a new number', async () => {
    answerSign(() => {
      throw new Refusal(codes.invalidField, '短信验证码有误，您还可以输入 4 次')
    })
    openSigning()
    await fill()
    await press('签约，分 6 期还')
    await press(confirm)
    await screen.findByText('短信验证码有误，您还可以输入 4 次')
    answerSign(() => 'SECOND-LOAN')
    // Everything is ticked: the complete code leads on by itself.
    await userEvent.type(screen.getByLabelText('短信验证码'), '54321')
    await press(confirm)
    await waitFor(() => expect(signed).toHaveLength(2))
    expect(signed[1]).toMatchObject({ dynamicCode: '54321' })
    expect(signed[1]?.requestNo).not.toBe(signed[0]?.requestNo)
  })

  it('needs a link that names the bill and the months', async () => {
    window.location.hash = '/personalize/subscriptionInfo2?loanNo=LOAN-1&months=none'
    openScreen(<SignSecondPlanScreen />)
    await screen.findByText('没有找到这份分期')
  })
})
