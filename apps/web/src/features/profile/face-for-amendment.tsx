import { amendmentNo, type AmendmentAsked } from '@qingzhou/contract/profile'
import { Button } from '@qingzhou/ui/button'
import { GrantedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { StepProgress } from '@qingzhou/ui/step-progress'
import { useState } from 'react'
import { routes } from '#app/routes.ts'
import { amendmentNames } from './amendment-words.ts'
import { OwnFace } from './own-face.tsx'

export interface FaceForAmendmentProps {
  amendment: AmendmentAsked
  cameFrom: string | undefined
  /** Back to the form. */
  onBack: () => void
  onSend: () => Promise<void>
}

/** The face of whoever shows a new card, compared with the old one; then the new one is sent. */
export function FaceForAmendment({ amendment, cameFrom, onBack, onSend }: FaceForAmendmentProps) {
  const [isSeen, setSeen] = useState(false)
  const { title } = routes.profile.personalInfo
  const frame = { title, onBack, top: <StepProgress step={2} total={2} /> }
  const passed = (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人，提交后新的身份信息立即生效"
      actions={
        <Button onPress={onSend} busyLabel="正在核对身份…">
          确认提交{amendmentNames[amendment.what]}
        </Button>
      }
    />
  )
  if (isSeen) return <Screen {...frame}>{passed}</Screen>
  return (
    <OwnFace
      purpose="amend"
      businessNo={amendmentNo(amendment)}
      frame={frame}
      cameFrom={cameFrom}
      passed={passed}
      onPassed={() => setSeen(true)}
    />
  )
}
