import { Button } from '@qingzhou/ui/button'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { backOr } from '#platform/navigation.ts'
import { faceSessionInLink } from '#shared/face-check/face-outcome.ts'
import { OwnFace } from './own-face.tsx'

const frame = {
  title: routes.profile.verifyPhone.title,
  onBack: () => backOr(routes.profile.newPhone),
  top: <StepProgress step={2} total={3} next="短信验证" />,
} as const

export interface FaceForPhoneProps {
  changeNo: string
  onPassed: () => void
}

/** The face of whoever changes the phone. */
export function FaceForPhone({ changeNo, onPassed }: FaceForPhoneProps) {
  const [cameFrom] = useState(faceSessionInLink)
  return (
    <OwnFace
      purpose="phone"
      businessNo={changeNo}
      frame={frame}
      cameFrom={cameFrom}
      passed={
        <Result
          drawing={<GrantedDrawing />}
          title="核验通过"
          sentence="已确认是您本人。接下来验证新手机号"
          actions={<Button onPress={onPassed}>继续验证新手机号</Button>}
        />
      }
      onPassed={onPassed}
    />
  )
}
