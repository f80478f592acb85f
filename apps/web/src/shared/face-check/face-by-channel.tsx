import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { Button } from '@qingzhou/ui/inputs'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result, SkeletonLines } from '@qingzhou/ui/feedback'
import { Screen } from '@qingzhou/ui/layout'
import { ApiError } from '#platform/api/api-error.ts'
import { FormError } from '#shared/forms/form-error.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { FaceFailureNotice } from './face-failure.tsx'
import { FaceIntro } from './face-intro.tsx'
import { faceOutcomeQuery, faces } from './face-outcome.ts'

interface FaceByChannelProps {
  title: string
  top?: ReactNode
  onBack: () => void
  purpose: FacePurpose
  /** The subject of the check: a draw or plan number. */
  businessNo: string
}

/** A check by the channel's own face service on its own page. */
export function FaceByChannel({ title, top, onBack, purpose, businessNo }: FaceByChannelProps) {
  const { leave, problem } = useChannelFace({ purpose, businessNo })

  return (
    <Screen
      title={title}
      top={top}
      onBack={onBack}
      footer={
        <Button onPress={leave} busyLabel="正在前往">
          前往核验
        </Button>
      }
    >
      <FaceIntro by="channel" />
      <FormError of={problem} />
    </Screen>
  )
}

/** Opens the channel's face service, which returns to the app. */
export function useChannelFace(check: { purpose: FacePurpose; businessNo?: string | undefined }) {
  const [problem, setProblem] = useState<string>()

  async function leave() {
    setProblem(undefined)
    try {
      const { purpose, businessNo } = check
      const { faceSessionNo } = await faces.openFaceSession(
        { purpose, businessNo },
        { quiet: true },
      )
      const { url } = await faces.faceStartParams({ faceSessionNo }, { quiet: true })
      window.location.assign(url)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
    }
  }

  return { leave, problem }
}

/** The user returned from the channel's page: only the server knows the result. */
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
