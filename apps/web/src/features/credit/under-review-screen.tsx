import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { creditShapes } from '@qingzhou/contract/features/credit'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result, Timeline } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { enterApp } from '#platform/session/session.ts'
import { read } from '#platform/browser/storage.ts'
import { ServiceContact, HelpButton } from '#shared/pages/customer-service.tsx'
import { pollDelayMs } from '#shared/pages/poll.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'
import { useSecondsSince } from '#shared/pages/timers.ts'

const USUAL_SECONDS = 60

export default function UnderReviewScreen() {
  const review = useQuery(reviewQuery())
  const isOver = review.data?.isOver ?? false
  const [openedAt] = useState(Date.now)
  const isLong = useSecondsSince(openedAt) > USUAL_SECONDS

  useEffect(() => {
    if (isOver) void enterApp().catch(ignoreRefusal)
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
      <ServiceContact />
    </Screen>
  )
}

const next = [
  { title: '提交申请', note: '资料和授权都已收到', state: 'done' },
  { title: '审核', note: '核对资料，查询征信报告', state: 'now' },
  { title: '告知结果', note: '会短信通知您，不收取任何费用', state: 'todo' },
] as const

const { currentStep } = callsOf('credit', { currentStep: creditShapes.currentStep })

/** Polls the review with growing intervals, and at once when the page becomes visible. */
function reviewQuery() {
  return queryOptions({
    queryKey: ['review'],
    queryFn: async ({ signal }) => {
      const { step } = await currentStep(
        { flowBranch: read('flowBranch') },
        { signal, quiet: true },
      )
      return { isOver: step !== 'underReview' }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollDelayMs(state.dataUpdateCount + state.errorUpdateCount),
  })
}
