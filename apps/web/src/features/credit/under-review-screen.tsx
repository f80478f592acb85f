import { Button } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { WaitingDrawing } from '@qingzhou/ui/illustrations'
import { Result } from '@qingzhou/ui/result'
import { Screen } from '@qingzhou/ui/screen'
import { Timeline } from '@qingzhou/ui/timeline'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { routes } from '#app/routes.ts'
import { enterApp } from '#platform/session.ts'
import { CallUs } from '#shared/call-us.tsx'
import { HelpButton } from '#shared/help-button.tsx'
import { unlessTold } from '#shared/told.ts'
import { useSecondsSince } from '#shared/use-seconds-since.ts'
import { reviewQuery } from './review-query.ts'

const USUAL_SECONDS = 60

export default function UnderReviewScreen() {
  const review = useQuery(reviewQuery())
  const isOver = review.data?.isOver ?? false
  const [openedAt] = useState(Date.now)
  const isLong = useSecondsSince(openedAt) > USUAL_SECONDS

  useEffect(() => {
    if (isOver) void enterApp().catch(unlessTold)
  }, [isOver])

  return (
    <Screen title={routes.credit.underReview.title} trailing={<HelpButton />}>
      <Result
        drawing={<WaitingDrawing />}
        title="申请已提交，正在审核"
        sentence={
          isLong
            ? '这次比平时久一些，您的申请没有丢失，仍在审核中。'
            : '通常 1 分钟内有结果，出来后会自动显示。'
        }
        alive={isOver ? '审核完成，正在打开结果' : '正在审核'}
        actions={
          isLong && (
            <Button kind="quiet" onPress={review.refetch}>
              现在查看结果
            </Button>
          )
        }
      >
        <Card title="您可以离开这个页面">
          <Timeline label="接下来" items={next} />
        </Card>
      </Result>
      <CallUs />
    </Screen>
  )
}

const next = [
  { title: '提交申请', note: '资料和授权都已收到', state: 'done' },
  { title: '审核', note: '核对资料，查询征信报告', state: 'now' },
  { title: '告知结果', note: '会短信通知您，不收取任何费用', state: 'todo' },
] as const
