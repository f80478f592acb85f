import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { useEffect, useState } from 'react'
import { routes } from '#app/routes.ts'
import { back, go } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { CancelDone } from './cancel-done.tsx'
import { NoticeForm } from './notice-form.tsx'
import type { Ended } from './queries.ts'
import { useCancellationStep } from './use-cancellation-step.ts'

/** What it means, the code, and the end. */
export default function CancelNoticeScreen() {
  const [ended, setEnded] = useState<Ended>()
  // Once it is done nothing is asked any more: there is no session left to ask in.
  if (ended) return <CancelDone {...ended} isJustDone />
  return <Deciding onEnded={setEnded} />
}

function Deciding({ onEnded }: { onEnded: (ended: Ended) => void }) {
  const step = useCancellationStep()
  const lacksReason = step.data?.step === 'reason'
  useEffect(() => {
    if (lacksReason) void go(routes['limit-cancellation'].cancelReason, { replace: true })
  }, [lacksReason])

  if (step.data?.step === 'done') return <CancelDone keptUntil={step.data.keptUntil} />
  if (step.data?.step === 'notice') return <NoticeForm step={step.data} onEnded={onEnded} />
  return (
    <Screen title={routes['limit-cancellation'].cancelNotice.title} onBack={back}>
      <QueryState query={step} skeleton={<SkeletonCards count={2} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}
