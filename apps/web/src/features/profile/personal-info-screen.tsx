import { Button } from '@qingzhou/ui/button'
import { Empty } from '@qingzhou/ui/empty'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { backOr, go } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { personQuery } from '#shared/person-query.ts'
import { QueryState } from '#shared/query-state.tsx'
import { AmendmentDone } from './amendment-done.tsx'
import { amendmentInLink } from './in-link.ts'
import { NewCardForm } from './new-card-form.tsx'
import { PresentCard } from './present-card.tsx'

const { personalInfo, updateReason } = routes.profile
const goBack = () => backOr(updateReason)

/** The data on file, and the new card that takes its place. */
export default function PersonalInfoScreen() {
  const amendment = amendmentInLink()
  const person = useQuery(personQuery())
  const [isDone, setDone] = useState(false)
  if (isDone && amendment) return <AmendmentDone what={amendment.what} />
  if (person.data?.saved && amendment) {
    return (
      <NewCardForm
        amendment={amendment}
        saved={person.data.saved}
        read={person.data.read}
        onDone={() => setDone(true)}
      />
    )
  }

  return (
    <Screen title={personalInfo.title} onBack={goBack} trailing={<HelpButton />}>
      <QueryState query={person} skeleton={<SkeletonCards count={3} />}>
        {({ saved }) =>
          saved ? (
            <>
              <PresentCard saved={saved} />
              <Button onPress={async () => go(updateReason)}>更新信息</Button>
            </>
          ) : (
            <Empty
              title="还没有身份信息"
              action={<Button onPress={async () => go(updateReason)}>返回信息更新</Button>}
            >
              完成身份认证后，可以在这里查看和更新
            </Empty>
          )
        }
      </QueryState>
    </Screen>
  )
}
