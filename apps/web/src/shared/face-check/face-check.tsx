import { Screen } from '@qingzhou/ui/screen'
import type { ReactNode } from 'react'
import { FaceActions } from './face-actions.tsx'
import { FaceBody } from './face-body.tsx'
import { useFaceCheck } from './use-face-check.ts'
import type { FaceCheckPlan } from './use-face-check.ts'
import './face-check.css'

export interface FaceCheckProps extends FaceCheckPlan {
  title: string
  /** Between the bar and the page: how far the application has come. */
  top?: ReactNode
  onBack: () => void
}

/** The whole of a face check in the page: camera, actions, sending. What follows is the caller's. */
export function FaceCheck({ title, top, onBack, ...plan }: FaceCheckProps) {
  const check = useFaceCheck(plan)
  const { name } = check.stage

  return (
    <Screen
      title={title}
      onBack={onBack}
      top={name === 'intro' && top}
      footer={<FaceActions check={check} onElsewhere={plan.onElsewhere} />}
    >
      <FaceBody stage={check.stage} video={check.video} />
    </Screen>
  )
}
