import { queryOptions, useQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Screen, Card } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards, Chip } from '@qingzhou/ui/feedback'
import { loansShapes } from '@qingzhou/contract/features/loans'
import type { LoanCoupon } from '@qingzhou/contract/features/loans'
import { displayYuan } from '@qingzhou/domain/money/money'
import { routes } from '#app/routes.ts'
import { addressOf, back, backOr } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { callsOf } from '#platform/api/api.ts'
import { changeDraw } from './draw-draft.ts'
import { useDraw } from './use-draw.ts'

const { ownCoupons } = callsOf('loans', { ownCoupons: loansShapes.ownCoupons })

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

/** The borrower's coupons: usable ones, and below them the used and expired ones. */
export function MyCouponsScreen() {
  const coupons = useQuery(ownCouponsQuery())

  return (
    <Screen title={routes.loans.myCoupons.title} onBack={() => backOr(routes.account.mine)}>
      <QueryState query={coupons} skeleton={<SkeletonCards count={3} />}>
        {({ usable, ended }) => (
          <div className="stack stack-3">
            {usable.length === 0 && (
              <Empty title="暂无可用的优惠券">有新的优惠时，会出现在这里</Empty>
            )}
            {usable.map((coupon) => (
              <CouponCard key={coupon.couponNo} coupon={coupon} />
            ))}
            {usable.length > 0 && (
              <ButtonLink href={`#${addressOf(routes.loans.borrow)}`}>借款时使用</ButtonLink>
            )}
            {ended.length > 0 && <h2 className="small ink-2">已使用或已过期</h2>}
            {ended.map((coupon) => (
              <CouponCard key={coupon.couponNo} coupon={coupon} />
            ))}
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

function ownCouponsQuery() {
  return queryOptions({
    queryKey: ['own-coupons'],
    queryFn: async ({ signal }) => ownCoupons({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

interface CouponCardProps {
  coupon: LoanCoupon
  isBest?: boolean
  isChosen?: boolean
  onChoose?: () => void
}

/** A coupon: its benefit, its conditions, and why it cannot be used. */
function CouponCard({ coupon, isBest = false, isChosen = false, onChoose }: CouponCardProps) {
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
