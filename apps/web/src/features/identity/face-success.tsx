import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { enterApp } from '#platform/session/session.ts'

/** Passed: the server names the next step. */
export function FaceSuccess() {
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。接下来添加一张您名下的储蓄卡，用于收款和还款"
      actions={<Button onPress={enterApp}>继续申请</Button>}
    />
  )
}
