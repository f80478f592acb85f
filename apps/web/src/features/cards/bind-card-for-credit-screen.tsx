import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { Screen } from '@qingzhou/ui/screen'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { backOr } from '#platform/navigation.ts'
import { enterApp } from '#platform/session.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { BindCard } from '#shared/bind-card/bind-card.tsx'
import { boundCardsQuery } from '#shared/cards-queries.ts'
import { QueryState } from '#shared/query-state.tsx'
import { unlessTold } from '#shared/told.ts'
import { CardOnFile } from './card-on-file.tsx'

const { title } = routes.cards.bindCardForCredit
const goBack = () => backOr(routes.identity.idCard)
const progress = <ApplicationProgress at="bindCardForCredit" />

/** The first card, on the way to a limit. Whoever comes back sees the one they have. */
export default function BindCardForCreditScreen() {
  const bound = useQuery(boundCardsQuery())
  const [wantsAnother, setWantsAnother] = useState(false)
  const client = useQueryClient()
  const card = bound.data?.[0]

  async function goOn() {
    setWantsAnother(false)
    void client.invalidateQueries({ queryKey: boundCardsQuery().queryKey })
    await enterApp().catch(unlessTold)
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
