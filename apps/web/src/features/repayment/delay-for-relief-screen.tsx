import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { QueryState } from '#shared/query-state.tsx'
import { openApplication, reliefQuery, type Relief } from './relief.ts'
import { ReliefForm } from './relief-form.tsx'
import { ReliefReview } from './relief-review.tsx'
import { ReliefStart } from './relief-start.tsx'

const { title } = routes.repayment.delayForRelief

/** A delay for those in a stricken region: applied for with proofs, looked at by a person. */
export default function DelayForReliefScreen() {
  const relief = useQuery(reliefQuery)
  if (relief.data) return <ReliefNow relief={relief.data} onRenew={relief.refetch} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={relief} skeleton={<SkeletonCards count={3} />}>
        {() => null}
      </QueryState>
    </Screen>
  )
}

interface ReliefNowProps {
  relief: Relief
  onRenew: () => Promise<unknown>
}

/** What was begun is gone on with; what is under review is shown; else one can start. */
function ReliefNow({ relief, onRenew }: ReliefNowProps) {
  const { applications } = relief
  const begun = applications.find(({ proof }) => proof.state === 'toUpload')
  const running = applications.find(({ proof }) => proof.state === 'toReview')
  const [place, setPlace] = useState<{ readonly loanNo: string } | 'start'>()
  const loanNo = place === undefined ? begun?.proof.loanNo : place !== 'start' && place.loanNo
  const filling = loanNo ? openApplication(relief, loanNo) : undefined
  const last = running ?? applications[0]

  if (filling && !running) {
    return (
      <ReliefForm
        key={filling.proof.proofNo}
        relief={relief}
        application={filling}
        onOther={() => setPlace('start')}
      />
    )
  }
  if (last && (running || place === undefined)) {
    const { loanNo: sentBack, state } = last.proof
    const again = state === 'refused' ? { loanNo: sentBack } : 'start'
    return <ReliefReview application={last} onRenew={onRenew} onAgain={() => setPlace(again)} />
  }
  return <ReliefStart relief={relief} onOpened={(opened) => setPlace({ loanNo: opened })} />
}
