import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { unreachable } from '@qingzhou/domain/assert'
import { LapsedOffer } from './lapsed-offer.tsx'
import { OpenOffer } from './open-offer.tsx'
import { PaidOffer } from './paid-offer.tsx'
import { PayingOffer } from './paying-offer.tsx'
import type { WaiverOffers } from './queries.ts'

export interface OfferScreenProps {
  offers: WaiverOffers
  offer: WaiverOffer
}

/** One offer, as far as it has come. */
export function OfferScreen({ offers, offer }: OfferScreenProps) {
  switch (offer.state) {
    case 'open':
      return <OpenOffer key={offer.offerNo} offers={offers} offer={offer} />
    case 'paying':
      return <PayingOffer offer={offer} />
    case 'paid':
      return <PaidOffer offer={offer} />
    case 'lapsed':
      return <LapsedOffer offer={offer} />
    default:
      return unreachable(offer.state)
  }
}
