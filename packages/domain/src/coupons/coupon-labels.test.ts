import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { reserveCoupon, type Coupon } from './coupon.ts'
import { fen } from '#money/money.ts'
import { couponRefusalLabel, couponWords } from './coupon-labels.ts'

const coupon: Coupon = {
  benefit: { kind: 'interest-free-days', days: 7 },
  amountMin: fen(1_000_00n),
  months: [3, 6],
  validFrom: localDate('2026-11-01'),
  validUntil: localDate('2026-11-30'),
  state: { kind: 'free' },
}
const draw = { amount: fen(1_000_00n), months: 3, today: localDate('2026-11-15') }

describe('coupon labels', () => {
  it('[K6] state the benefit', () => {
    expect(couponWords(coupon.benefit).gives).toBe('放款后 7 天内免收利息')
    expect(couponWords({ kind: 'interest-share-off', sharePpm: 250_000n })).toEqual({
      name: '利息折扣券',
      gives: '每期利息减免 25%',
    })
    expect(couponWords({ kind: 'interest-share-off', sharePpm: 1_000_000n }).name).toBe(
      '全额免息券',
    )
    expect(couponWords({ kind: 'sum-off-first-instalment', amount: fen(50_00n) }).name).toBe(
      '50.00 元立减券',
    )
    expect(couponWords({ kind: 'sum-off-first-instalment', amount: fen(8_88n) }).gives).toBe(
      '首期还款立减 8.88 元',
    )
  })

  it('[K6] state an obstacle exactly when the coupon cannot be reserved', () => {
    const cases: [Partial<Coupon>, Partial<typeof draw>, string | undefined][] = [
      [{}, {}, undefined],
      [{ state: { kind: 'used', draw: '1' } }, {}, '已使用'],
      [{ state: { kind: 'reserved', draw: '1' } }, {}, '正在另一笔借款中使用'],
      [{}, { today: localDate('2026-10-31') }, '2026-11-01 起可用'],
      [{}, { today: localDate('2026-12-01') }, '已过期'],
      [{}, { amount: fen(999_00n) }, '借款满 1,000.00 元可用'],
      [{}, { months: 12 }, '仅限借 3、6 期'],
    ]
    for (const [changes, differently, words] of cases) {
      const input = { ...coupon, ...changes }
      const request = { ...draw, ...differently }
      expect(couponRefusalLabel(input, request)).toBe(words)
      expect(reserveCoupon(input, { draw: '2', ...request }).ok).toBe(words === undefined)
    }
  })
})
