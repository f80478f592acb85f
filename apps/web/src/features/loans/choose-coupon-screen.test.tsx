import { calls } from '@qingzhou/contract/calls'
import { loansShapes, type LoanCoupon } from '@qingzhou/contract/features/loans'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { routes } from '#app/routes.ts'
import { connectNetworkForFile } from '#shared/testing/network.ts'
import { openScreen } from '#shared/testing/open-screen.tsx'
import { MyCouponsScreen } from './choose-coupon-screen.tsx'

const network = connectNetworkForFile()

const coupon: LoanCoupon = {
  couponNo: 'a',
  name: '15 天免息券',
  benefit: '放款后 15 天内免收利息',
  amountMin: fen(500_00n),
  months: [6, 12],
  validUntil: localDate('2026-12-31'),
}

function answer(usable: LoanCoupon[], ended: LoanCoupon[]): void {
  network.answer(calls.loans.ownCoupons, loansShapes.ownCoupons, () => ({ usable, ended }))
}

describe('the own coupons', () => {
  afterEach(cleanup)

  it('show the usable ones with their terms, and the others below with the reason', async () => {
    answer([coupon], [{ ...coupon, couponNo: 'b', name: '满减券', reason: '已过期' }])
    openScreen(<MyCouponsScreen />)
    await screen.findByText('15 天免息券')
    expect(screen.getByRole('heading', { name: routes.loans.myCoupons.title })).toBeTruthy()
    expect(screen.getAllByText('满 500.00 元可用，限 6、12 期')).toHaveLength(2)
    expect(screen.getByText('已过期')).toBeTruthy()
    expect(screen.getByRole('link', { name: '借款时使用' })).toBeTruthy()
  })

  it('say so when there are none', async () => {
    answer([], [])
    openScreen(<MyCouponsScreen />)
    await screen.findByText('暂无可用的优惠券')
    expect(screen.queryByRole('link', { name: '借款时使用' })).toBeNull()
  })
})
