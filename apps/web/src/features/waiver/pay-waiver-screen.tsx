import { useQuery } from '@tanstack/react-query'
import type { WaiverOffer } from '@qingzhou/contract/features/repayment/waiver'
import { unreachable } from '@qingzhou/domain/assert'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Empty, Result, SkeletonCards } from '@qingzhou/ui/feedback'
import { RefusedDrawing, SettledDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { addressOf, addressWithQuery, back, numberInLink } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay } from '#shared/pages/figures.ts'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { OfferChip, offersQuery, type WaiverOffers } from './queries.tsx'
import { OpenOffer } from './open-offer.tsx'
import { PayingOffer } from './paying-offer.tsx'

/** The waiver offers: the only one, the selected one, or all. */
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
        有方案时会短信通知您。减免不收任何费用，凡要求先付款才能减免的，均非我们所为
      </Empty>
      <ServiceContact>还款有困难？可与我们协商</ServiceContact>
    </div>
  )
}

interface OfferScreenProps {
  offers: WaiverOffers
  offer: WaiverOffer
}

/** One offer by state. */
function OfferScreen({ offers, offer }: OfferScreenProps) {
  switch (offer.state) {
    case 'open':
      return <OpenOffer key={offer.offerNo} offers={offers} offer={offer} />
    case 'paying':
      return <PayingOffer offer={offer} />
    case 'paid':
      return <PaidOffer offer={offer} />
    case 'lapsed':
      return <ExpiredOffer offer={offer} />
    default:
      return unreachable(offer.state)
  }
}

/** An expired offer and the alternatives. */
function ExpiredOffer({ offer: { validUntil, loan } }: { offer: WaiverOffer }) {
  const { payInstalments } = routes.repayment
  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      <Result
        drawing={<RefusedDrawing />}
        title="方案已失效"
        sentence={`有效期到 ${formatDay(validUntil)}，现在按原来的金额还款`}
        actions={
          <>
            <ButtonLink href={`#${addressWithQuery(payInstalments.path, { loanNo: loan.loanNo })}`}>
              去还款
            </ButtonLink>
            <ServiceContact>想了解是否有新的方案？</ServiceContact>
          </>
        }
      />
    </Screen>
  )
}

/** A completed offer: paid, waived and open amounts. */
function PaidOffer({ offer }: { offer: WaiverOffer }) {
  const { loan, dueTotal, waivedTotal, payable } = offer
  const detail = addressWithQuery(routes.repayment.loanDetail.path, { loanNo: loan.loanNo })
  return (
    <Screen title={routes.waiver.payWaiver.title} onBack={back}>
      <Result
        drawing={<SettledDrawing />}
        title={loan.state === 'settled' ? '减免还款成功，借款已结清' : '减免还款成功'}
        sentence={<Num value={yuan(payable)} yuan size="lg" />}
        actions={
          <>
            <ButtonLink href={`#${detail}`}>查看借款</ButtonLink>
            <ButtonLink kind="quiet" href={`#${addressOf(routes.repayment.channelAllBills)}`}>
              查看全部账单
            </ButtonLink>
          </>
        }
      >
        <Card>
          <Pairs
            pairs={[
              { label: '逾期应还', value: `${displayYuan(dueTotal)} 元` },
              { label: '已减免', value: `${displayYuan(waivedTotal)} 元` },
              { label: '实际付款', value: `${displayYuan(payable)} 元` },
            ]}
          />
        </Card>
      </Result>
    </Screen>
  )
}

/** Several offers, one per loan. */
function OfferRows({ offers }: { offers: readonly WaiverOffer[] }) {
  return (
    <Card flush title="给您的减免方案">
      <List label="减免方案">
        {offers.map((offer) => (
          <ListRow
            key={offer.offerNo}
            label={
              <span className="row">
                {offer.loan.purposeName}
                <OfferChip offer={offer} />
              </span>
            }
            note={
              <span className="stack">
                <span>减免 {displayYuan(offer.waivedTotal)} 元</span>
                <span>{formatDay(offer.validUntil)}前有效</span>
              </span>
            }
            value={
              <span className="stack tabular">
                <strong>{displayYuan(offer.payable)}</strong>
                <span className="caption ink-3">{offer.state === 'paid' ? '已还' : '只需还'}</span>
              </span>
            }
            href={`#${addressOf(routes.waiver.payWaiver)}?offerNo=${offer.offerNo}`}
          />
        ))}
      </List>
    </Card>
  )
}
