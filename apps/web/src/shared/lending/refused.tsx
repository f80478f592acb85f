import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { RefusedDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { type Route, routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { NumberedSteps } from '#shared/pages/numbered-steps.tsx'

export interface RefusedProps {
  route: Pick<Route, 'title'>
  title: string
  sentence: string
  /** The message of the server. */
  next: {
    readonly title: string
    readonly steps: readonly { readonly title: string; readonly note: string }[]
  }
}

/** A rejection: the reason, what is not affected, and the contact. */
export function Refused({ route, title, sentence, next }: RefusedProps) {
  return (
    <Screen title={route.title}>
      <Result
        drawing={<RefusedDrawing />}
        title={title}
        sentence={sentence}
        actions={
          <Button
            kind="quiet"
            onPress={async () => go(routes.onboarding.landing, { replace: true })}
          >
            返回首页
          </Button>
        }
      >
        <Card title={next.title}>
          <NumberedSteps label="说明" steps={next.steps} />
        </Card>
      </Result>
      <ServiceContact>对结果有疑问，可以申请复核</ServiceContact>
    </Screen>
  )
}
