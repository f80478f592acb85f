import type { FacePurpose } from '@qingzhou/contract/identity'
import { Button } from '@qingzhou/ui/button'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { useQuery } from '@tanstack/react-query'
import { QueryState } from '#shared/query-state.tsx'
import { FaceFailureNotice } from './face-failure.tsx'
import { faceOutcomeQuery, faceSessionInLink } from './face-outcome.ts'

export interface FaceAttemptProps {
  purpose: FacePurpose
  onRetry: () => Promise<void>
}

/** How a check went that did not pass. The page may be older than what has happened since. */
export function FaceAttempt({ purpose, onRetry }: FaceAttemptProps) {
  const faceSessionNo = faceSessionInLink()
  // Only the credit application has a check that is found without its number.
  const isKnown = faceSessionNo !== undefined || purpose === 'credit'
  const outcome = useQuery({ ...faceOutcomeQuery(faceSessionNo, purpose), enabled: isKnown })
  if (!isKnown) return <NotDone onRetry={onRetry} />

  return (
    <QueryState query={outcome} skeleton={<SkeletonLines count={4} />}>
      {(told) =>
        told.outcome === 'failed' ? (
          <FaceFailureNotice failed={told} purpose={purpose} onRetry={() => void onRetry()} />
        ) : (
          <NotDone onRetry={onRetry} />
        )
      }
    </QueryState>
  )
}

function NotDone({ onRetry }: Pick<FaceAttemptProps, 'onRetry'>) {
  return (
    <Result
      drawing={<RefusedDrawing />}
      title="核验还没有完成"
      sentence="请重新开始核验，约需 20 秒"
      actions={<Button onPress={onRetry}>开始核验</Button>}
    />
  )
}
