import { Button } from '@qingzhou/ui/inputs'
import { GrantedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { usePlanSteps } from './plan-steps.tsx'

/** Passed: the plan can be read and signed. */
export function PlanFaceSuccess() {
  const { goOn } = usePlanSteps()
  return (
    <Result
      drawing={<GrantedDrawing />}
      title="核验通过"
      sentence="已确认是您本人。请在 30 分钟内看清方案并签约"
      actions={
        <Button onPress={async () => goOn({ replace: true }).catch(ignoreRefusal)}>
          查看方案并签约
        </Button>
      }
    />
  )
}
