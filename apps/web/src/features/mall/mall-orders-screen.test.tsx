import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import MallOrdersScreen from './mall-orders-screen.tsx'
import { answerAsShop, orderOf } from './testing/shop.ts'

const network = connectNetworkForFile()
let shop: ReturnType<typeof answerAsShop>

beforeEach(() => {
  shop = answerAsShop(network)
})
afterEach(cleanup)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('mall orders', () => {
  it('shows a link to the mall when empty', async () => {
    openScreen(<MallOrdersScreen />)
    await screen.findByText('还没有订单')
    expect(screen.getByRole('link', { name: '去商城看看' }).getAttribute('href')).toBe(
      '#/weiyaMall/weiyaChannel',
    )
  })

  it('shows delivery, next payment and a link to the plan', async () => {
    shop.orders = [orderOf()]
    openScreen(<MallOrdersScreen />)
    await screen.findByText('已送达')
    expect(screen.getByText('可以申请退货，截至 11月22日')).toBeDefined()
    const plan = screen.getByRole('link', { name: /第 1 期/ })
    expect(plan.getAttribute('href')).toContain('loanNo=LOAN-0001')
  })

  it('returns goods after a confirmation, once', async () => {
    shop.orders = [orderOf()]
    openScreen(<MallOrdersScreen />)
    await press('申请退货')
    await screen.findByText('退回还款卡')
    expect(shop.givenBack).toEqual([])
    await press('申请退货 1,599.00 元')
    await screen.findByText('退货中')
    await waitFor(() => expect(screen.queryByRole('button', { name: '申请退货' })).toBeNull())
    expect(shop.givenBack).toEqual(['ORDER-0001'])
  })

  it('cancels an order that was not sent, and says so', async () => {
    shop.orders = [orderOf({ state: 'ordered', isDelivered: false, returnableUntil: undefined })]
    openScreen(<MallOrdersScreen />)
    await press('取消订单')
    await screen.findByRole('button', { name: '暂不取消' })
    await press('取消订单 1,599.00 元')
    await screen.findByText('取消中')
  })

  it('shows why an order failed, and offers nothing else', async () => {
    const undone = { next: undefined, isReturnable: false, returnableUntil: undefined } as const
    shop.orders = [
      orderOf({ ...undone, state: 'failed', loanNo: undefined, reason: '余额不足' }),
      orderOf({ ...undone, orderNo: 'ORDER-0002', state: 'returned', reason: '商品已售罄' }),
      orderOf({ ...undone, orderNo: 'ORDER-0003', state: 'verifying', loanNo: undefined }),
    ]
    openScreen(<MallOrdersScreen />)
    await screen.findByText('余额不足。没有产生借款，额度已退回')
    expect(screen.getByText('商品已售罄。借款已撤销，无需再还')).toBeDefined()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['继续验证'])
    expect(screen.queryByRole('button', { name: /退货|取消/ })).toBeNull()
  })
})
