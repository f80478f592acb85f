import { unreachable } from '#assert.ts'
import type { LocalDate } from '#calendar/local-date.ts'
import type { Coupon, CouponBenefit } from './coupon.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { displayYuan, type Money } from '#money/money.ts'

/** A coupon's name and benefit. [K6] */
export function couponWords(benefit: CouponBenefit): { name: string; gives: string } {
  switch (benefit.kind) {
    case 'interest-free-days':
      return { name: `${benefit.days} 天免息券`, gives: `放款后 ${benefit.days} 天内免收利息` }
    case 'interest-share-off': {
      const percent = percentOf(benefit.sharePpm)
      const isAll = benefit.sharePpm >= PARTS_PER_MILLION
      return isAll
        ? { name: '全额免息券', gives: '免收全部利息' }
        : { name: '利息折扣券', gives: `每期利息减免 ${percent}` }
    }
    case 'sum-off-first-instalment': {
      const amount = displayYuan(benefit.amount)
      return { name: `${amount} 元立减券`, gives: `首期还款立减 ${amount} 元` }
    }
    default:
      return unreachable(benefit)
  }
}

/** Why a coupon can't be used for a draw; undefined when it can. [K1, K6] */
export function couponRefusalLabel(
  coupon: Coupon,
  draw: { amount: Money; months: number; today: LocalDate },
): string | undefined {
  if (coupon.state.kind === 'used') return '已使用'
  if (coupon.state.kind === 'reserved') return '正在另一笔借款中使用'
  if (draw.today < coupon.validFrom) return `${coupon.validFrom} 起可用`
  if (draw.today > coupon.validUntil) return '已过期'
  if (draw.amount < coupon.amountMin) return `借款满 ${displayYuan(coupon.amountMin)} 元可用`
  if (!coupon.months.includes(draw.months)) return `仅限借 ${coupon.months.join('、')} 期`
  return undefined
}

/** 250000 parts per million are 25 %. */
function percentOf(ppm: bigint): string {
  return `${Number(ppm) / 10_000}%`
}
