import { product } from '#shared/pages/service/product.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MallOffer } from '@qingzhou/contract/features/mall'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation/navigation.ts'
import { isSignedIn } from '#platform/session/session.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useSilentSignIn } from '#shared/sign-in/start-session.ts'
import { MallPicture } from './mall-picture.tsx'
import './mall.css'
import { PurchaseSheet } from './purchase-sheet.tsx'
import { offersQuery } from './queries.ts'

/** The mall: public offers; a customer signs in by the link and sees their own costs. */
export default function MallScreen() {
  const [isKnown, setKnown] = useState(isSignedIn)
  const isChecking = useSilentSignIn(async () => setKnown(true))
  // The offers stay while those at the own rate are read.
  const offers = useQuery({ ...offersQuery(isKnown), placeholderData: (shown) => shown })
  const [chosen, setChosen] = useState<MallOffer>()
  const [isOpen, setOpen] = useState(false)

  function choose(offer: MallOffer) {
    setChosen(offer)
    setOpen(true)
  }

  return (
    <Screen
      title={routes.mall.mall.title}
      onBack={back}
      trailing={
        isKnown && (
          <Button kind="text" onPress={async () => go(routes.mall.mallOrders)}>
            {routes.mall.mallOrders.title}
          </Button>
        )
      }
    >
      <div className="stack stack-3">
        <p className="small ink-2">
          选择商品后可分期付款：价款由{product.name}
          直接付给商城，您按月还款。贷款有风险，请按需购买。
        </p>
        <QueryState query={offers} skeleton={<SkeletonCards count={4} />} errorTitle="商品加载失败">
          {(all) => <Offers offers={all} onChoose={choose} />}
        </QueryState>
      </div>
      {chosen && (
        <PurchaseSheet
          key={chosen.offerNo}
          offer={chosen}
          open={isOpen}
          onClose={() => setOpen(false)}
          isKnown={isKnown}
          isChecking={isChecking}
          onKnown={() => setKnown(true)}
        />
      )}
    </Screen>
  )
}

type OffersProps = { offers: readonly MallOffer[]; onChoose: (offer: MallOffer) => void }

function Offers({ offers, onChoose }: OffersProps) {
  if (offers.length === 0) {
    return <Empty title="商城正在上新">暂时没有可以分期购买的商品，请稍后再来</Empty>
  }
  return (
    <ul className="mall-offers" aria-label="商品">
      {offers.map((offer) => (
        <OfferCard key={offer.offerNo} offer={offer} onChoose={() => onChoose(offer)} />
      ))}
    </ul>
  )
}

/** An offer: price, monthly amount and annual cost. */
function OfferCard({ offer, onChoose }: { offer: MallOffer; onChoose: () => void }) {
  const longest = offer.instalments.at(-1)
  const most = offer.isOwnRate ? '' : '最多'
  return (
    <li>
      <button type="button" className="card mall-offer" aria-haspopup="dialog" onClick={onChoose}>
        <MallPicture picture={offer.picture} />
        <span className="stack stack-1 grow">
          <span className="strong">{offer.name}</span>
          <span className="caption ink-3">{offer.detail}</span>
          <Num value={yuan(offer.price)} yuan size="md" />
          {longest && (
            <span className="caption ink-2 tabular">
              <span className="mall-line">
                分 {longest.months} 期，每期{most} {displayYuan(longest.monthly)} 元
              </span>
              <span className="mall-line">
                综合年化成本{offer.isOwnRate ? '' : '最高'} {formatPercent(longest.annualCost)}
              </span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
