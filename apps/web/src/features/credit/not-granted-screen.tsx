import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { RefusedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { read } from '#platform/browser/storage.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { Refused } from '#shared/lending/refused.tsx'
import { useApplyAgain } from './use-apply-again.ts'

const next = {
  title: '请放心',
  steps: [
    { title: '没有产生任何费用', note: '也不会有人向您收取“解除限制”的费用' },
    { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
  ],
}

/** The message of the step answer, with the next possible day. */
const controlMessage = () => read('controlMsg') ?? '综合评估后，这次暂时不能为您开通额度。'

export default function NotGrantedScreen() {
  const { applyAgain, problem } = useApplyAgain()

  return (
    <Screen title={routes.credit.notGranted.title}>
      <Result
        drawing={<RefusedDrawing />}
        title="本次申请未通过"
        sentence={controlMessage()}
        actions={
          <>
            <FormError of={problem} />
            <Button kind="quiet" onPress={applyAgain} busyLabel="正在查询…">
              重新申请
            </Button>
          </>
        }
      >
        <Card title="接下来">
          <NumberedSteps label="说明" steps={steps} />
        </Card>
      </Result>
      <ServiceContact>想了解原因，可以致电客服</ServiceContact>
    </Screen>
  )
}

const steps = [
  { title: '到期后可以再次申请', note: '按时偿还其他借款、收入稳定，都有帮助' },
  { title: '本次申请未收取费用', note: '凡收费“包过”“修复征信”的，都是骗子' },
]

export function RefusedScreen() {
  return (
    <Refused
      route={routes.credit.refused}
      title="您的情况暂不符合申请条件"
      sentence={read('refuseMsg') ?? '很抱歉，目前不能为您开通额度。'}
      next={next}
    />
  )
}
