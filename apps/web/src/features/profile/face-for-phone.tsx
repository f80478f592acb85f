import { Button } from '@qingzhou/ui/button'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { browserKind } from '#platform/browser.ts'
import { backOr } from '#platform/navigation.ts'
import { ChannelOutcome } from '#shared/face-check/channel-outcome.tsx'
import { goElsewhere } from '#shared/face-check/elsewhere.ts'
import { FaceByChannel } from '#shared/face-check/face-by-channel.tsx'
import { FaceCheck } from '#shared/face-check/face-check.tsx'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'

const frame = {
  title: routes.profile.verifyPhone.title,
  onBack: () => backOr(routes.profile.newPhone),
  top: <StepProgress step={2} total={3} next="短信验证" />,
} as const

export interface FaceForPhoneProps {
  changeNo: string
  onPassed: () => void
}

/** The face of whoever changes the phone: in the payment app by its own service, which comes back here. */
export function FaceForPhone({ changeNo, onPassed }: FaceForPhoneProps) {
  const [told, setTold] = useState(faceSessionInLink)

  if (told !== undefined) {
    return (
      <Screen {...frame}>
        <ChannelOutcome
          purpose="phone"
          faceSessionNo={told}
          passed={<FacePassed onNext={onPassed} />}
          onRetry={() => setTold(undefined)}
        />
      </Screen>
    )
  }
  const check = { ...frame, purpose: 'phone', businessNo: changeNo } as const
  if (browserKind() === 'wallet') return <FaceByChannel {...check} />
  return (
    <FaceCheck
      {...check}
      onPassed={onPassed}
      onFailed={setTold}
      onElsewhere={() => void goElsewhere('phone')}
    />
  )
}

function FacePassed({ onNext }: { onNext: () => void }) {
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来验证新手机号"
      actions={<Button onPress={onNext}>继续验证新手机号</Button>}
    />
  )
}
