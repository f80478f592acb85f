import { localDate } from '@qingzhou/domain/calendar/local-date'
import { fen, subtract, ZERO } from '@qingzhou/domain/money/money'
import { describe, expect, it } from 'vitest'
import { discountText } from './plan-outline.tsx'

/** Three instalments of 340.00, each less its discount. */
function planWith(...discounts: readonly bigint[]) {
  return discounts.map((discount, index) => ({
    n: index + 1,
    dueDate: localDate(`2026-0${index + 1}-15`),
    principal: fen(330_00n),
    interest: fen(10_00n),
    fee: ZERO,
    given: fen(discount),
    amount: subtract(fen(340_00n), fen(discount)),
    balance: ZERO,
  }))
}

describe('the text about a coupon in a plan', () => {
  it('says why the first instalments are lower, and what follows', () => {
    expect(discountText(planWith(20_00n, 0n, 0n))).toBe(
      '首期已用优惠券减 20.00 元，第 2 期应还 340.00 元',
    )
    expect(discountText(planWith(10_00n, 5_00n, 0n))).toBe(
      '前 2 期已用优惠券减 15.00 元，第 3 期应还 340.00 元',
    )
  })

  it('says that every instalment is lower, and is missing without a coupon', () => {
    expect(discountText(planWith(3_00n, 2_00n, 1_00n))).toContain(
      '优惠券按每期利息减免，共减 6.00 元',
    )
    expect(discountText(planWith(0n, 0n, 0n))).toBeUndefined()
  })
})
