import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { OfflineDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { Sentences } from '#shared/pages/phrases.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'

const bankPartnerSteps = [
  { title: '回到银行的应用，重新进入', note: '从活动页面打开，链接会自动更新' },
  { title: '向您的客户经理要新的链接', note: '请核对对方身份，不要提供验证码' },
]

export default function BadLinkScreen() {
  return (
    <Screen title={routes.notices.badLink.title}>
      <Result
        drawing={<OfflineDrawing />}
        title="这个链接已经失效"
        sentence={
          <Sentences of={['链接可能已过期，或转发时不完整。', '您的账户和借款不受影响。']} />
        }
        actions={
          <Button onPress={async () => go(routes.onboarding.landing, { replace: true })}>
            用手机号登录
          </Button>
        }
      >
        <Card title="获取新链接">
          <NumberedSteps label="步骤" steps={steps} />
        </Card>
      </Result>
      <ServiceContact />
    </Screen>
  )
}

const steps = [
  { title: '回到最近一条短信或消息', note: '点里面的链接，不要只复制一部分' },
  { title: '还是打不开，就直接登录', note: '用手机号和验证码，看到的内容是一样的' },
]

export function BadBankPartnerLinkScreen() {
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
          <NumberedSteps label="步骤" steps={bankPartnerSteps} />
        </Card>
      </Result>
      <ServiceContact />
    </Screen>
  )
}
