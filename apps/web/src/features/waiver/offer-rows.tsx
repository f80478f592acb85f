import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { List, ListRow } from '@qingzhou/ui/list-row'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import { OfferChip } from './offer-chip.tsx'

/** Several offers, each for one loan. */
export function OfferRows({ offers }: { offers: readonly WaiverOffer[] }) {
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
                <span>{dayInWords(offer.validUntil)}前有效</span>
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
