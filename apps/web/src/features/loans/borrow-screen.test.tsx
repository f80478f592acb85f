import { calls } from '@qingzhou/contract/calls'
import { codes } from '@qingzhou/contract/codes'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { drawCookie, drawParam } from '@qingzhou/contract/wire/params'
import { termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCookie } from '#platform/browser/cookies.ts'
import { connectNetworkForFile, Refusal } from '#shared/testing/network.ts'
import BorrowScreen from './borrow-screen.tsx'
import { changeDraw, clearDraw } from './draw-draft.ts'
import { answerAsLender } from './testing/lender.ts'

const network = connectNetworkForFile()
let lender: ReturnType<typeof answerAsLender>

function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <BorrowScreen />
    </QueryClientProvider>,
  )
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => userEvent.click(await button(name))
const linkTo = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const quoteText = () => document.querySelector('.quote')?.textContent ?? ''

async function ready() {
  changeDraw({ amount: '5000.00', months: 12, purpose: 'daily' })
  open()
  await button('确认借款 5,000.00 元')
}

describe('borrowing', () => {
  beforeEach(() => {
    lender = answerAsLender(network)
    act(clearDraw)
  })
  afterEach(() => {
    cleanup()
    window.location.hash = ''
  })

  it('shows on the button what is missing', async () => {
    open()
    await button('请先填写借款金额')
    act(() => changeDraw({ amount: '5050' }))
    await screen.findByText('金额须为 100.00 元的整数倍')
    await button('请先修改借款金额')
    act(() => changeDraw({ amount: '5000' }))
    await button('请先选择借款期限')
    await userEvent.click(await screen.findByRole('radio', { name: '12 期' }))
    await button('请先选择借款用途')
    expect(lender.applications).toBe(0)
  })

  it('says what limits the amount, and offers all of it', async () => {
    open()
    await screen.findByText('可借 30,000.00 元，须为 100.00 元的整数倍')
    await press('全部借出')
    await button('请先选择借款期限')
    cleanup()
    lender.amountMax = product.draw.amountMax
    open()
    await screen.findByText(
      '单笔最高 50,000.00 元（产品规定），超出的额度可另借一笔，须为 100.00 元的整数倍',
    )
    expect(screen.queryByRole('button', { name: '全部借出' })).toBeNull()
    await press('50,000.00')
  })

  it('[3.024] shows the quote of the current terms with the best coupon, never an older one', async () => {
    await ready()
    expect(quoteText()).toContain('449.88')
    expect(lender.quotes.map(({ couponNo }) => couponNo)).toEqual(['COUPON-1'])
    act(() => changeDraw({ amount: '6000.00' }))
    expect(quoteText()).not.toContain('449.88')
    await waitFor(() => expect(quoteText()).toContain('539.85'))
  })

  it('shows the service fee of the product in the figures', async () => {
    lender.serviceFee = { kind: 'amount', amount: fen(3_00n), charged: 'each-instalment' }
    await ready()
    await waitFor(() => expect(quoteText()).toContain('服务费¥36.00'))
    expect(quoteText()).toContain('452.88')
    expect(quoteText()).toContain('综合年化成本（单利）')
  })

  it('shows no loading state without valid terms, and names what is missing', async () => {
    changeDraw({ amount: '5050', months: 12, purpose: 'daily' })
    open()
    await waitFor(() => expect(quoteText()).toContain('请先修改借款金额，再查看每期应还'))
    act(() => changeDraw({ amount: '' }))
    expect(quoteText()).toContain('请先填写借款金额')
    expect(lender.quotes).toEqual([])
  })

  it('[2.063] links to the plan of the quoted terms, and to the agreements of the draw', async () => {
    await ready()
    const linked = {
      amount: '5000.00',
      months: '12',
      method: 'equal-instalments',
      couponNo: 'COUPON-1',
    }
    expect(linkTo('查看还款计划')).toBe(
      `#/repay/showRepayList?${new URLSearchParams(onWire(linked, termNames)).toString()}`,
    )
    expect(linkTo('查看本次借款的全部协议')).toBe('#/loan/protol')
  })

  it('requests one quote for a slider movement', async () => {
    await ready()
    const before = lender.quotes.length
    for (const amount of ['5100', '5200', '5300', '5400']) act(() => changeDraw({ amount }))
    await button('确认借款 5,400.00 元')
    expect(lender.quotes.length).toBe(before + 1)
  })

  it('requires reading the agreements and the costs', async () => {
    await ready()
    await press('确认借款 5,000.00 元')
    expect(screen.queryByText('综合融资成本明示表')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('checkbox'))
    await userEvent.click(screen.getByRole('checkbox'))
    await press('确认借款 5,000.00 元')
    await screen.findByText('综合融资成本明示表')
    expect(lender.applications).toBe(0)
  })

  it('[2.060, 3.020, 3.069] applies once, keeps the draw number and opens the verification', async () => {
    await ready()
    await userEvent.click(screen.getByRole('checkbox'))
    await press('确认借款 5,000.00 元')
    const confirm = await button('我已了解全部成本，去签署')
    await Promise.all([userEvent.click(confirm), userEvent.click(confirm)])
    await waitFor(() => expect(window.location.hash).toContain(`/smsVerify?${drawParam}=DRAW-0001`))
    expect(lender.applications).toBe(1)
    expect(readCookie(drawCookie)).toBe('DRAW-0001')
    expect(lender.purposes).toEqual(['1'])
  })

  it('[7.082] asks for the agreement of the partner bank if the quote says that it funds the loan', async () => {
    await ready()
    expect(new Set(lender.agreements.map(({ hasFund }) => hasFund))).toEqual(new Set([false]))
    act(() => changeDraw({ amount: '20100.00' }))
    await waitFor(() => expect(lender.agreements.at(-1)?.hasFund).toBe(true))
  })

  it('[1.010] sends the money to another card that the borrower chooses', async () => {
    await ready()
    const cardIds: string[] = []
    network.answer(calls.loans.apply, loansShapes.apply, ({ cardId }) => {
      cardIds.push(cardId)
      return { drawNo: 'DRAW-0001', verification: ['sms' as const] }
    })
    await press(/收款卡.*6217/)
    await userEvent.click(await screen.findByRole('radio', { name: /0036/ }))
    await button(/收款卡.*0036/)
    await userEvent.click(await screen.findByRole('checkbox'))
    await press('确认借款 5,000.00 元')
    await press('我已了解全部成本，去签署')
    await waitFor(() => expect(cardIds).toEqual(['CARD-2']))
  })

  it('requests a new quote when the rate has changed', async () => {
    await ready()
    network.answer(calls.loans.apply, loansShapes.apply, () => {
      lender.rate = 72_000n
      throw new Refusal(codes.accountState, '利率或优惠有变化，已为您重新试算，请确认后再借')
    })
    await userEvent.click(screen.getByRole('checkbox'))
    await press('确认借款 5,000.00 元')
    await press('我已了解全部成本，去签署')
    await waitFor(() => expect(quoteText()).toContain('7.20%'))
    expect(window.location.hash).not.toContain('smsVerify')
  })
})
