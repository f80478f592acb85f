import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { OfflineDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'
import { Sentences } from '#shared/pages/phrases.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'

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
