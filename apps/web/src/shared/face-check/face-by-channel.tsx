import type { FacePurpose } from '@qingzhou/contract/identity'
import { Button } from '@qingzhou/ui/button'
import { Screen } from '@qingzhou/ui/screen'
import type { ReactNode } from 'react'
import { Problem } from '#shared/problem.tsx'
import { FaceIntro } from './face-intro.tsx'
import { useChannelFace } from './use-channel-face.ts'

export interface FaceByChannelProps {
  title: string
  top?: ReactNode
  onBack: () => void
  purpose: FacePurpose
  /** What the check is for: the number of a draw or of a plan. */
  businessNo: string
}

/** A check by the channel's own service, which the person leaves for. */
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
      <Problem of={problem} />
    </Screen>
  )
}
