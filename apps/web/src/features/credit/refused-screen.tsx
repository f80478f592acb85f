import { Card } from '@qingzhou/ui/card'
import { Button } from '@qingzhou/ui/button'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { NumberedSteps } from '#shared/numbered-steps.tsx'

export default function RefusedScreen() {
  return (
    <Screen title={routes.credit.refused.title}>
      <Result
        drawing={<RefusedDrawing />}
        title="您的情况暂不符合申请条件"
        sentence="很抱歉，目前不能为您开通额度。年龄、职业等条件变化后，可以再来申请。"
        actions={
          <Button
            kind="quiet"
            onPress={async () => go(routes.onboarding.landing, { replace: true })}
          >
            返回首页
          </Button>
        }
      >
        <Card title="请放心">
          <NumberedSteps label="说明" steps={steps} />
        </Card>
      </Result>
      <CallUs>对结果有疑问，可以申请复核</CallUs>
    </Screen>
  )
}

const steps = [
  { title: '没有产生任何费用', note: '也不会有人向您收取“解除限制”的费用' },
  { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
]
