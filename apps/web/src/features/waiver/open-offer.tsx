import { useState } from 'react'
import type { WaiverOffer } from '@qingzhou/contract/waiver'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { addressOf, back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { PayMethodList } from '#shared/pay-method-list.tsx'
import { methodsOf, type PayMethod } from '#shared/pay-methods.ts'
import { Problem } from '#shared/problem.tsx'
import { OfferAmounts } from './offer-amounts.tsx'
import { OfferTerms } from './offer-terms.tsx'
import type { WaiverOffers } from './queries.ts'
import { usePayOffer } from './use-pay-offer.ts'

/** An offer that can be taken up: what is owed, what is given up, what is left to pay, and how. */
export function OpenOffer({ offers, offer }: { offers: WaiverOffers; offer: WaiverOffer }) {
  const methods = messengerFirst(methodsOf({ ...offers, amount: offer.payable }))
  const [chosen, setChosen] = useState<string>()
  const method = methods.find(({ id }) => id === chosen) ?? methods[0]
  const { pay, problem } = usePayOffer(offer)

  return (
    <Screen
      title={routes.waiver.payWaiver.title}
      onBack={back}
      footer={
        <Button
          onPress={async () => method && pay(method)}
          {...(!method && { unavailable: '请先选择付款方式' })}
        >
          一次还清 {displayYuan(offer.payable)} 元
        </Button>
      }
    >
      <OfferAmounts offer={offer} />
      <OfferTerms offer={offer} today={offers.today} />
      <Card title="付款方式">
        <PayMethodList methods={methods} value={method?.id} onChange={setChosen} />
        <ButtonLink kind="text" href={`#${addressOf(routes.cards.bindCard)}`}>
          添加储蓄卡
        </ButtonLink>
      </Card>
      <Problem of={problem} />
      <CallUs>对方案有疑问？</CallUs>
    </Screen>
  )
}

/** The offer reaches people in the messaging app, and is best paid there. */
function messengerFirst(methods: readonly PayMethod[]): PayMethod[] {
  return [...methods.filter(isMessenger), ...methods.filter((method) => !isMessenger(method))]
}

function isMessenger({ payBy }: PayMethod): boolean {
  return payBy === 'messenger'
}
