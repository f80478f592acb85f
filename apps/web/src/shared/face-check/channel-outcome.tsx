import { WaitingDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import type { FacePurpose } from '@qingzhou/contract/identity'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryState } from '#shared/query-state.tsx'
import { FaceFailureNotice } from './face-failure.tsx'
import { faceOutcomeQuery } from './face-outcome.ts'

/** Somebody came back from the channel's own page: only our server can say how it went. */
export function ChannelOutcome({
  purpose,
  faceSessionNo,
  passed,
  onRetry,
}: {
  purpose: FacePurpose
  faceSessionNo: string | undefined
  passed: ReactNode
  onRetry: () => void
}) {
  const outcome = useQuery(faceOutcomeQuery(faceSessionNo, purpose))
  return (
    <QueryState query={outcome} skeleton={<SkeletonLines count={4} />}>
      {(told) => {
        if (told.outcome === 'passed') return passed
        if (told.outcome === 'failed') {
          return <FaceFailureNotice failed={told} purpose={purpose} onRetry={onRetry} />
        }
        return (
          <Result
            drawing={<WaitingDrawing />}
            title="正在确认核验结果"
            sentence="结果出来后会自动显示，您也可以稍后再回来查看"
            alive="通常几秒内完成"
          />
        )
      }}
    </QueryState>
  )
}
