import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { creditShapes, type ReviewStage } from '@qingzhou/contract/features/credit'
import { Button } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { WaitingDrawing } from '@qingzhou/ui/graphics'
import { Result, Timeline } from '@qingzhou/ui/feedback'
import { asksBureau } from '#platform/browser/config.ts'
import { routes } from '#app/routes.ts'
import { callsOf } from '#platform/api/api.ts'
import { enterApp } from '#platform/session/session.ts'
import { ServiceContact, HelpButton } from '#shared/pages/service/customer-service.tsx'
import { formatTime } from '#shared/pages/figures.ts'
import { pollDelayMs, useSecondsSince } from '#shared/pages/timers.ts'
import { ignoreRefusal } from '#platform/api/api-error.ts'

const USUAL_SECONDS = 60

export default function UnderReviewScreen() {
  const review = useQuery(reviewQuery())
  const isOver = review.data?.isOver ?? false
  const [openedAt] = useState(Date.now)
  const stages = review.data?.stages ?? submitted
  const isWithPerson = stages.some(({ stage }) => stage === 'person')
  const isLong = useSecondsSince(stages[0]?.since ?? openedAt) > USUAL_SECONDS

  useEffect(() => {
    if (isOver) void enterApp().catch(ignoreRefusal)
  }, [isOver])

  return (
    <Screen title={routes.credit.underReview.title} trailing={<HelpButton />}>
      <Result
        drawing={<WaitingDrawing />}
        title={isWithPerson ? '人工审核中' : '申请已提交，正在审核'}
        sentence={sentenceFor({ isWithPerson, isLong })}
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
          <Timeline label="审核进度" items={[...stages.map(itemOf), RESULT]} />
        </Card>
      </Result>
      <ServiceContact />
    </Screen>
  )
}

function sentenceFor({ isWithPerson, isLong }: { isWithPerson: boolean; isLong: boolean }): string {
  if (isWithPerson) return '系统不能直接得出结果，工作人员正在审核您的申请'
  return isLong
    ? '审核时间比平时稍长，您的申请仍在审核中。'
    : '预计 1 分钟内出结果，页面会自动更新。'
}

/** Until the server answers: the application was submitted, as this page is open. */
const submitted: readonly ReviewStage[] = [
  { stage: 'submission', state: 'done' },
  ...(asksBureau ? ([{ stage: 'bureauReport', state: 'now' }] as const) : []),
  { stage: 'assessment', state: asksBureau ? 'todo' : 'now' },
]

const RESULT = {
  title: '告知结果',
  note: '会短信通知您，不收取任何费用',
  state: 'todo',
} as const

const stageNames: Record<ReviewStage['stage'], { readonly title: string; readonly note: string }> =
  {
    submission: { title: '提交申请', note: '资料和授权都已收到' },
    bureauReport: { title: '查询征信报告', note: '根据您的授权查询' },
    assessment: { title: '综合评估', note: '核对资料，评估额度和利率' },
    person: { title: '人工审核', note: '工作人员核对后决定' },
  }

function itemOf({ stage, state, since, until }: ReviewStage) {
  const { title, note: usual } = stageNames[stage]
  const note = until === undefined ? usual : `最晚 ${formatTime(until)} 前完成`
  if (since === undefined || state === 'todo') return { title, note, state }
  const time = formatTime(since)
  return { title, note, state, time: state === 'now' ? `${time} 开始` : time }
}

const { progress } = callsOf('credit', { progress: creditShapes.progress })

/** Polls the review with growing intervals, and at once when the page becomes visible. */
function reviewQuery() {
  return queryOptions({
    queryKey: ['review'],
    queryFn: async ({ signal }) => {
      const { review } = await progress({}, { signal, quiet: true })
      return { isOver: review === undefined, stages: review }
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => pollDelayMs(state.dataUpdateCount + state.errorUpdateCount),
  })
}
