import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { Tick } from '@qingzhou/ui/tick'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { Problem } from '#shared/problem.tsx'
import { SmsCodeField } from '#shared/sms-code-field.tsx'
import { SmsCodePurpose } from '#shared/sms-code-purpose.tsx'
import type { CancellationStep, Ended } from './queries.ts'
import { useCancelling } from './use-cancelling.ts'
import { WhatEnds } from './what-ends.tsx'

export interface NoticeFormProps {
  step: CancellationStep
  onEnded: (ended: Ended) => void
}

/** What will happen, read and ticked; the code; one button, once. */
export function NoticeForm({ step, onEnded }: NoticeFormProps) {
  const { form, sending, cancel, problem, isConfirmed } = useCancelling(step, onEnded)
  return (
    <Screen
      title={routes['limit-cancellation'].cancelNotice.title}
      onBack={back}
      onSubmit={cancel}
      footer={
        <Button type="submit" kind="refuse" busyLabel="正在注销">
          确认注销额度
        </Button>
      }
    >
      <WhatEnds keptUntil={step.keptUntil} />
      <Card>
        {isConfirmed ? (
          <p className="small ink-2">短信验证已通过，10 分钟内有效</p>
        ) : (
          <>
            <SmsCodeField {...form.text('code')} sending={sending} />
            <SmsCodePurpose phone={step.maskedPhone} sending={sending}>
              注销额度
            </SmsCodePurpose>
          </>
        )}
      </Card>
      <Tick {...form.tick('understood')}>我已了解注销后的影响，自愿注销额度</Tick>
      <Problem of={problem} />
    </Screen>
  )
}
