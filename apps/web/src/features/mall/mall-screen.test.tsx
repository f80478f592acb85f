import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { mallShapes } from '@qingzhou/contract/features/mall'
import { onboardingShapes } from '@qingzhou/contract/features/onboarding'
import { drawCookie, drawParam } from '@qingzhou/contract/wire/params'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCookie } from '#platform/browser/cookies.ts'
import { clearSession, storeToken } from '#platform/session/session.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import MallScreen from './mall-screen.tsx'
import { answerAsShop } from './testing/shop.ts'

const network = connectNetworkForFile()
let shop: ReturnType<typeof answerAsShop>

beforeEach(() => {
  shop = answerAsShop(network)
})
afterEach(() => {
  cleanup()
  clearSession()
})

const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole('button', { name }))
async function fillDelivery(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('收货人'), '沈青禾')
  await userEvent.type(screen.getByLabelText('收货手机号'), '13805716021')
  await userEvent.type(screen.getByLabelText('收货地址'), '临河路 8 号')
}
const choose = () => press(/青石通勤自行车/)

describe('the mall', () => {
  it('[2.159] shows offers with the maximum cost to everybody, and requires a sign-in to buy', async () => {
    openScreen(<MallScreen />)
    await choose()
    await screen.findByText('按最高利率计算，登录后按您自己的利率试算')
    await press('登录后按我的利率试算')
    expect(await screen.findByLabelText('手机号')).toBeDefined()
    expect(shop.quotes).toEqual([])
    expect(screen.queryByText('历史订单')).toBeNull()
  })

  it('signs in without leaving the page, and continues with the chosen offer', async () => {
    const { newCaptcha, sendSmsCodeAfterCaptcha, signIn, saveTerminal } = onboardingShapes
    const { onboarding } = calls
    const image = 'data:image/png;base64,AA=='
    network.answer(onboarding.newCaptcha, newCaptcha, () => ({
      captchaKey: 'picture-number-1',
      image,
    }))
    network.answer(onboarding.sendSmsCodeAfterCaptcha, sendSmsCodeAfterCaptcha, () => ({
      waitSeconds: 60,
    }))
    network.answer(onboarding.signIn, signIn, () => {
      return { outcome: 'signedIn', token: 'a-token', isNew: false } as const
    })
    network.answer(onboarding.saveTerminal, saveTerminal, () => ({}))
    openScreen(<MallScreen />)
    await choose()
    await press('登录后按我的利率试算')
    await waitFor(() => expect(document.querySelector('.code-picture img')).toBeTruthy())
    await userEvent.type(screen.getByLabelText('手机号'), '13805716021')
    await userEvent.type(screen.getByLabelText('图形验证码'), 'AC34')
    await press('获取验证码')
    await userEvent.type(screen.getByLabelText('短信验证码'), '27411')
    await userEvent.click(screen.getByRole('checkbox'))
    await press('登录并继续购买')
    await screen.findByText('7.20%')
    expect(shop.quotes[0]).toMatchObject({ amount: 1599_00n, months: 12 })
  })

  it('shows a customer their own figures for the selected months', async () => {
    storeToken('known')
    openScreen(<MallScreen />)
    await choose()
    await screen.findByText('7.20%')
    expect(screen.queryByText(/最高|最多/)).toBeNull()
    await userEvent.click(screen.getByRole('radio', { name: '24 期' }))
    await waitFor(() => expect(shop.quotes.at(-1)).toMatchObject({ months: 24 }))
    expect(shop.quotes[0]).toMatchObject({ months: 12, productNo: '900001' })
    expect(screen.getByText('江海银行（6217）')).toBeDefined()
  })

  it('buys once after agreements and costs, and opens the verification', async () => {
    storeToken('known')
    const { places } = openScreen(<MallScreen />)
    await choose()
    await press('确认购买 1,599.00 元')
    await screen.findByText('请输入收货人')
    expect(screen.queryByText('综合融资成本明示表')).toBeNull()
    await fillDelivery()
    await press('确认购买 1,599.00 元')
    expect(screen.queryByText('综合融资成本明示表')).toBeNull()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('确认购买 1,599.00 元')
    const confirm = await screen.findByRole('button', { name: '我已了解全部成本，去签署' })
    await Promise.all([userEvent.click(confirm), userEvent.click(confirm)])
    await waitFor(() => expect(places).toEqual([`/smsVerify?${drawParam}=DRAW-0001`]))
    expect(shop.purchases).toMatchObject([
      {
        offerNo: 'bicycle-city',
        months: 12,
        cardId: 'CARD-1',
        quoteId: 'quote-of-12-months',
        delivery: { recipient: '沈青禾', mobile: '13805716021', address: '临河路 8 号' },
      },
    ])
    expect(readCookie(drawCookie)).toBe('DRAW-0001')
  })

  it('requests a new quote when the price has changed', async () => {
    storeToken('known')
    network.answer(calls.mall.buy, mallShapes.buy, () => {
      throw new Refusal(codes.accountState, '价格或利率有变化，已为您重新试算')
    })
    const { places } = openScreen(<MallScreen />)
    await choose()
    await screen.findByText('7.20%')
    await fillDelivery()
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('确认购买 1,599.00 元')
    const before = shop.quotes.length
    await press('我已了解全部成本，去签署')
    await waitFor(() => expect(shop.quotes.length).toBeGreaterThan(before))
    expect(places).toEqual([])
  })

  it('leads a customer without a limit to the application', async () => {
    storeToken('known')
    network.answer(calls.loans.quote, loansShapes.quote, () => {
      throw new Refusal(codes.accountState, '您还没有可用额度，请先申请')
    })
    openScreen(<MallScreen />)
    await choose()
    await screen.findByText('您还没有可用额度，请先申请')
    await screen.findByRole('button', { name: '查看我的额度' })
    expect(screen.queryByRole('button', { name: /确认购买/ })).toBeNull()
  })

  it('shows a failure and retries', async () => {
    network.answer(calls.mall.offers, mallShapes.offers, () => {
      throw new Refusal(codes.serverFault, '系统异常，请稍后再试')
    })
    openScreen(<MallScreen />)
    await screen.findByText('商品加载失败')
    answerAsShop(network)
    await press('重新加载')
    await screen.findByText('青石通勤自行车')
  })
})
