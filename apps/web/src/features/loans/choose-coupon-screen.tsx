import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { CouponCard } from './coupon-card.tsx'
import { changeDraw } from './draw-draft.ts'
import { useDraw } from './use-draw.ts'

/** The coupons of this draw: usable ones with their discount, others with the reason. */
export default function ChooseCouponScreen() {
  const { coupons, couponNo, terms, draft } = useDraw()

  function choose(coupon: typeof draft.coupon) {
    changeDraw({ coupon })
    back()
  }

  return (
    <Screen
      title={routes.loans.chooseCoupon.title}
      onBack={back}
      footer={
        <Button kind="quiet" onPress={() => choose({ kind: 'none' })}>
          不使用优惠券
        </Button>
      }
    >
      {terms === undefined && draft.months === undefined ? (
        <NothingChosen />
      ) : (
        <QueryState query={coupons} skeleton={<SkeletonCards count={3} />}>
          {({ usable, unusable, bestCouponNo }) =>
            usable.length + unusable.length === 0 ? (
              <Empty title="还没有优惠券">有新的优惠时，会出现在这里</Empty>
            ) : (
              <div className="stack stack-3">
                {usable.map((coupon) => (
                  <CouponCard
                    key={coupon.couponNo}
                    coupon={coupon}
                    isBest={coupon.couponNo === bestCouponNo}
                    isChosen={coupon.couponNo === couponNo}
                    onChoose={() => choose({ kind: 'one', id: coupon.couponNo })}
                  />
                ))}
                {unusable.length > 0 && <h2 className="small ink-2">本次不可用</h2>}
                {unusable.map((coupon) => (
                  <CouponCard key={coupon.couponNo} coupon={coupon} />
                ))}
              </div>
            )
          }
        </QueryState>
      )}
    </Screen>
  )
}

function NothingChosen() {
  return (
    <Empty
      title="请先选择金额和期限"
      action={
        <ButtonLink href={`#${addressOf(routes.loans.borrow)}`} kind="quiet" fit>
          选择金额和期限
        </ButtonLink>
      }
    >
      不同的金额和期限，可用的优惠券不同
    </Empty>
  )
}
