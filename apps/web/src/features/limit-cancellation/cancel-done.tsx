import { useEffect } from 'react'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Result } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { clearPersonalData } from '#platform/session/session.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'

export interface CancelDoneProps {
  cancelledOn?: LocalDate
  retainedUntil: LocalDate
  /** Cancelled just now on this phone: the session has ended. */
  isJustDone?: boolean
}

/** The cancelled limit: the retention period, and how to return. */
export function CancelDone({ cancelledOn, retainedUntil, isJustDone = false }: CancelDoneProps) {
  useEffect(() => {
    if (isJustDone) clearPersonalData()
  }, [isJustDone])

  return (
    <Screen title={routes['limit-cancellation'].cancellableLimits.title} home>
      <Result
        drawing={<SettledDrawing />}
        title="额度已注销"
        sentence={isJustDone ? '已短信通知您，所有设备均已退出登录' : '如需借款，可以重新申请额度'}
        actions={
          <>
            {isJustDone ? (
              <ButtonLink href={`#${addressOf(routes.onboarding.landing)}`}>完成</ButtonLink>
            ) : (
              <ButtonLink href={`#${addressOf(routes.credit.limit)}`}>返回首页</ButtonLink>
            )}
            <ServiceContact>不是您本人操作？</ServiceContact>
          </>
        }
      >
        <Card>
          <Pairs
            pairs={[
              ...(cancelledOn ? [{ label: '注销日期', value: cancelledOn }] : []),
              { label: '个人信息保存至', value: retainedUntil },
            ]}
          />
        </Card>
      </Result>
    </Screen>
  )
}
