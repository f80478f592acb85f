import type { MallOffer } from '@qingzhou/contract/mall'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Num } from '@qingzhou/ui/number'
import { percentOf } from '#shared/figures.ts'
import { MallPicture } from './mall-picture.tsx'
import './mall.css'

/** Something for sale: its price first, then what it would be a month and what that costs a year. */
export function OfferCard({ offer, onChoose }: { offer: MallOffer; onChoose: () => void }) {
  const longest = offer.instalments.at(-1)
  return (
    <li>
      <button type="button" className="card mall-offer" onClick={onChoose}>
        <MallPicture picture={offer.picture} />
        <span className="stack stack-1 grow">
          <span className="strong">{offer.name}</span>
          <span className="caption ink-3">{offer.detail}</span>
          <Num value={yuan(offer.price)} yuan size="md" />
          {longest && (
            <span className="caption ink-2 tabular">
              <span className="mall-line">
                分 {longest.months} 期，每期最多 {displayYuan(longest.monthly)} 元
              </span>
              <span className="mall-line">综合年化成本最高 {percentOf(longest.annualCost)}</span>
            </span>
          )}
        </span>
      </button>
    </li>
  )
}
