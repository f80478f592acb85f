import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { RefusedDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation.ts'
import { read } from '#platform/storage.ts'
import { NumberedSteps } from '#shared/numbered-steps.tsx'
import { CallUs } from '#shared/call-us.tsx'

export default function RiskRefusedScreen() {
  return (
    <Screen title={routes.notices.riskRefused.title}>
      <Result
        drawing={<RefusedDrawing />}
        title="暂时不能为您办理"
        sentence={read('riskRefuseMsg') ?? '综合评估后，这次申请没有通过。'}
        actions={
          <Button
            kind="quiet"
            onPress={async () => go(routes.onboarding.landing, { replace: true })}
          >
            返回首页
          </Button>
        }
      >
        <Card title="接下来">
          <NumberedSteps label="说明" steps={steps} />
        </Card>
      </Result>
      <CallUs>对结果有疑问，可以申请复核</CallUs>
    </Screen>
  )
}

const steps = [
  { title: '已有的借款照常还款', note: '这个结果不影响您正在还的账单' },
  { title: '情况有变化后可以再申请', note: '请不要相信“付费包装资料”的人' },
]
