import { amendmentNo } from '@qingzhou/contract/profile'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation.ts'
import { HelpButton } from '#shared/help-button.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { AmendmentChoice, type Chosen } from './amendment-choice.tsx'
import { ApplicationFirst } from './application-first.tsx'
import { AccountRows } from './account-rows.tsx'
import { quotasQuery } from './queries.ts'

const { title } = routes.profile.updateReason

/** What has changed, and why; a change of phone goes its own way. */
export default function UpdateReasonScreen() {
  const quotas = useQuery(quotasQuery())
  const [chosen, setChosen] = useState<Chosen>({})

  async function next() {
    const { what, reason } = chosen
    if (!what || !reason) return
    await go(routes.profile.personalInfo, { query: { amendment: amendmentNo({ what, reason }) } })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      trailing={<HelpButton />}
      footer={
        quotas.data?.mayAmend && (
          <Button onPress={next} unavailable={missingIn(chosen)}>
            下一步，拍摄新身份证
          </Button>
        )
      }
    >
      <QueryState query={quotas} skeleton={<SkeletonCards count={2} />}>
        {(told) =>
          told.mayAmend ? (
            <AmendmentChoice quotas={told} chosen={chosen} onChoose={setChosen} />
          ) : (
            <ApplicationFirst />
          )
        }
      </QueryState>
      <AccountRows />
    </Screen>
  )
}

function missingIn({ what, reason }: Chosen): string | undefined {
  if (!what) return '请选择要更新的内容'
  return reason ? undefined : '请选择更新原因'
}
