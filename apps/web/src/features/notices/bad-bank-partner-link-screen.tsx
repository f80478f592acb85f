import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { OfflineDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'

export default function BadBankPartnerLinkScreen() {
  return (
    <Screen title={routes.notices.badBankPartnerLink.title}>
      <Result
        drawing={<OfflineDrawing />}
        title="合作银行的链接无效"
        sentence="没有找到对应的合作活动，可能已结束。"
        actions={
          <Button onPress={async () => go(routes.onboarding.landing, { replace: true })}>
            不通过银行，直接登录
          </Button>
        }
      >
        <Card title="您可以这样做">
          <NumberedSteps label="步骤" steps={steps} />
        </Card>
      </Result>
      <ServiceContact />
    </Screen>
  )
}

const steps = [
  { title: '回到银行的应用，重新进入', note: '从活动页面打开，链接会自动更新' },
  { title: '向您的客户经理要新的链接', note: '请核对对方身份，不要提供验证码' },
]
