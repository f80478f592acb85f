import type { FacePurpose } from '@qingzhou/contract/identity'
import { Screen } from '@qingzhou/ui/layout'
import { type ReactNode, useState } from 'react'
import { browserKind } from '#platform/browser/browser.ts'
import { ChannelOutcome, FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { goElsewhere } from '#shared/face-check/elsewhere.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'

export interface OwnFaceProps {
  purpose: Extract<FacePurpose, 'phone' | 'amend'>
  businessNo: string
  frame: { readonly title: string; readonly onBack: () => void; readonly top: ReactNode }
  /** The check that somebody has just come back from. */
  cameFrom: string | undefined
  /** What is shown to who came back and was recognised. */
  passed: ReactNode
  onPassed: () => void
}

/** The face of whoever changes something: in the payment app by its own service, which comes back here. */
export function OwnFace({ purpose, businessNo, frame, cameFrom, passed, onPassed }: OwnFaceProps) {
  const [told, setTold] = useState(cameFrom)

  if (told !== undefined) {
    return (
      <Screen {...frame}>
        <ChannelOutcome
          purpose={purpose}
          faceSessionNo={told}
          passed={passed}
          onRetry={() => setTold(undefined)}
        />
      </Screen>
    )
  }
  const check = { ...frame, purpose, businessNo }
  if (browserKind() === 'wallet') return <FaceByChannel {...check} />
  return (
    <FaceCheck
      {...check}
      onPassed={onPassed}
      onFailed={setTold}
      onElsewhere={() => void goElsewhere(purpose)}
    />
  )
}
