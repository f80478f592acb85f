import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Chip } from '@qingzhou/ui/feedback'

interface CouponCardProps {
  coupon: LoanCoupon
  isBest?: boolean
  isChosen?: boolean
  onChoose?: () => void
}

/** A coupon: its benefit, its conditions, and why it cannot be used. */
export function CouponCard({
  coupon,
  isBest = false,
  isChosen = false,
  onChoose,
}: CouponCardProps) {
  return (
    <Card title={coupon.name} trailing={isBest ? <Chip tone="incoming">最优惠</Chip> : undefined}>
      <div className="row row-between row-top">
        <div className="stack stack-1 grow">
          <p>{coupon.benefit}</p>
          <p className="caption ink-3 tabular">
            满 {displayYuan(coupon.amountMin)} 元可用，限 {coupon.months.join('、')} 期
          </p>
          <p className="caption ink-3 tabular">有效期至 {coupon.validUntil}</p>
          {coupon.reason && <p className="small is-soon">{coupon.reason}</p>}
        </div>
        {coupon.saving !== undefined && (
          <p className="title is-incoming tabular">省 {displayYuan(coupon.saving)} 元</p>
        )}
      </div>
      {onChoose && (
        <Button kind={isChosen ? 'primary' : 'quiet'} onPress={onChoose}>
          {isChosen ? '已选用' : '使用这张'}
        </Button>
      )}
    </Card>
  )
}
