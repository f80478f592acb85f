import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { numberInLink } from '#shared/number-in-link.ts'
import { PullToRefresh } from '#shared/pull-to-refresh.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { OfferRows } from './offer-rows.tsx'
import { OfferScreen } from './offer-screen.tsx'
import { offersQuery } from './queries.ts'

/** The offers of the lender: the one there is, or the one that was chosen, else all of them. */
export default function PayWaiverScreen() {
  const offers = useQuery(offersQuery)
  const offerNo = numberInLink('offerNo')
  const all = offers.data?.offers ?? []
  const chosen = all.length === 1 ? all[0] : all.find((offer) => offer.offerNo === offerNo)

  if (offers.data && chosen) return <OfferScreen offers={offers.data} offer={chosen} />
  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      <PullToRefresh onRefresh={offers.refetch}>
        <QueryState query={offers} skeleton={<SkeletonCards count={3} />}>
          {() => (all.length === 0 ? <NoOffer /> : <OfferRows offers={all} />)}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

function NoOffer() {
  return (
    <div className="stack stack-3">
      <Empty
        title="目前没有给您的减免方案"
        action={
          <ButtonLink href={`#${addressOf(routes.repayment.channelAllBills)}`} kind="quiet" fit>
            查看我的账单
          </ButtonLink>
        }
      >
        有方案时会短信通知您。减免不收任何费用，凡要您先付钱才能减免的，都不是我们
      </Empty>
      <CallUs>还款有困难？可以和我们商量</CallUs>
    </div>
  )
}
