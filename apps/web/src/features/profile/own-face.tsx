import type { FacePurpose } from '@qingzhou/contract/features/identity'
import { Screen } from '@qingzhou/ui/layout'
import { type ReactNode, useState } from 'react'
import { browserKind } from '#platform/browser/browser.ts'
import { ChannelOutcome, FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { openOtherPhone } from '#shared/face-check/other-phone.ts'
import { FaceCheck } from '#shared/face-check/face-check.tsx'

export interface OwnFaceProps {
  purpose: Extract<FacePurpose, 'phone' | 'amend'>
  businessNo: string
  frame: { readonly title: string; readonly onBack: () => void; readonly top: ReactNode }
  /** The check the user has returned from. */
  cameFrom: string | undefined
  /** Shown after a successful check. */
  passed: ReactNode
  onPassed: () => void
  /** Called when a person has to compare the pictures. */
  onReview?: () => void
}

/** The face check of a change: inside the payment app by its own service, which returns here. */
export function OwnFace({
  purpose,
  businessNo,
  frame,
  cameFrom,
  passed,
  onPassed,
  onReview,
}: OwnFaceProps) {
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
      {...(onReview && { onReview })}
      onElsewhere={() => void openOtherPhone(purpose)}
    />
  )
}
