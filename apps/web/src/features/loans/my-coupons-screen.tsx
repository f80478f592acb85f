import { queryOptions, useQuery } from '@tanstack/react-query'
import { loansShapes } from '@qingzhou/contract/features/loans'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { addressOf, backOr } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { CouponCard } from './coupon-card.tsx'

/** The borrower's coupons: usable ones, and below them the used and expired ones. */
export default function MyCouponsScreen() {
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

const { ownCoupons } = callsOf('loans', { ownCoupons: loansShapes.ownCoupons })

function ownCouponsQuery() {
  return queryOptions({
    queryKey: ['own-coupons'],
    queryFn: async ({ signal }) => ownCoupons({}, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}
