import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { Chip } from '@qingzhou/ui/chip'

/** Where an offer stands, in a word. */
export function OfferChip({ offer: { state, daysOverdue } }: { offer: WaiverOffer }) {
  switch (state) {
    case 'paid':
      return <Chip tone="fine">已还清</Chip>
    case 'lapsed':
      return <Chip tone="plain">已失效</Chip>
    case 'paying':
      return <Chip tone="soon">付款中</Chip>
    default:
      return <Chip tone="overdue">逾期 {daysOverdue} 天</Chip>
  }
}
