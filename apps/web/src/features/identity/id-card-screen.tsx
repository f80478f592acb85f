import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { back } from '#platform/navigation.ts'
import { ApplicationProgress } from '#shared/application-progress.tsx'
import { today } from '#shared/figures.ts'
import { FOR_LIFE } from '#shared/id-card-fields.ts'
import { personQuery } from '#shared/person-query.ts'
import { QueryState } from '#shared/query-state.tsx'
import { IdCardOnFile } from './id-card-on-file.tsx'
import type { SavedCard } from './id-card-on-file.tsx'
import { PhotographIdCard } from './photograph-id-card.tsx'

export default function IdCardScreen() {
  const person = useQuery(personQuery())
  const [wantsAnew, setWantsAnew] = useState(false)
  if (!person.data) {
    return (
      <Screen
        title={routes.identity.idCard.title}
        onBack={back}
        trailing={<HelpButton />}
        top={<ApplicationProgress at="identity" />}
      >
        <QueryState query={person} skeleton={<SkeletonCards count={3} />}>
          {() => null}
        </QueryState>
      </Screen>
    )
  }

  const { saved, read } = person.data
  if (!saved) return <PhotographIdCard read={read} />
  if (isExpired(saved)) {
    return <PhotographIdCard read={read} reason="您的身份证已过期，请拍摄新的身份证。" />
  }
  if (wantsAnew) return <PhotographIdCard read={read} />
  return <IdCardOnFile card={saved} onAnew={() => setWantsAnew(true)} />
}

function isExpired({ expireDate }: SavedCard): boolean {
  return expireDate !== FOR_LIFE && expireDate < today()
}
