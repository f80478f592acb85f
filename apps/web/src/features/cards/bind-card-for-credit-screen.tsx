import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { BoundCard } from '@qingzhou/contract/features/cards'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Chip, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation/navigation.ts'
import { enterApp } from '#platform/session/session.ts'
import { ApplicationProgress } from '#shared/lending/application-progress.tsx'
import { BindCard } from '#shared/bind-card/bind-card.tsx'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { HelpButton } from '#shared/pages/service/customer-service.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { ignoreRefusal } from '#platform/api/api-error.ts'

const { title } = routes.cards.bindCardForCredit

const goBack = () => backOr(routes.identity.idCard)

const progress = <ApplicationProgress at="bindCardForCredit" />

/** The first card, during the application. A returning user sees the bound card. */
export default function BindCardForCreditScreen() {
  const bound = useQuery(boundCardsQuery())
  const [wantsAnother, setWantsAnother] = useState(false)
  const client = useQueryClient()
  const card = bound.data?.[0]

  async function goOn() {
    setWantsAnother(false)
    void client.invalidateQueries({ queryKey: boundCardsQuery().queryKey })
    await enterApp().catch(ignoreRefusal)
  }

  if (!bound.data) {
    return (
      <Screen title={title} onBack={goBack} trailing={<HelpButton />} top={progress}>
        <QueryState query={bound} skeleton={<SkeletonCards count={2} />}>
          {() => null}
        </QueryState>
      </Screen>
    )
  }
  if (card && !wantsAnother) {
    return (
      <CardOnFile
        card={card}
        top={progress}
        onGoOn={goOn}
        onAnother={() => setWantsAnother(true)}
      />
    )
  }
  return (
    <BindCard
      title={title}
      draft="bind-card-for-credit"
      top={progress}
      onBack={goBack}
      onBound={() => void goOn()}
    />
  )
}

interface CardOnFileProps {
  card: BoundCard
  top: ReactNode
  onGoOn: () => Promise<void>
  onAnother: () => void
}

/** The card already bound. */
function CardOnFile({ card, top, onGoOn, onAnother }: CardOnFileProps) {
  return (
    <Screen
      title={routes.cards.bindCardForCredit.title}
      onBack={() => backOr(routes.identity.idCard)}
      trailing={<HelpButton />}
      top={top}
      footer={<Button onPress={onGoOn}>继续用这张卡</Button>}
    >
      <Card
        title={`${card.bankName}（${card.lastFour}）`}
        note="收款和还款都用这张卡"
        trailing={<Chip tone="fine">已添加</Chip>}
      >
        <Pairs
          pairs={[
            { label: '单笔限额', value: `${displayYuan(card.singleLimit)} 元` },
            { label: '单日限额', value: `${displayYuan(card.dayLimit)} 元` },
          ]}
        />
      </Card>
      <div className="row row-centre">
        <Button kind="text" onPress={onAnother}>
          换一张储蓄卡
        </Button>
      </div>
    </Screen>
  )
}
