import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  ForbearanceFigures,
  ForbearanceReason,
} from '@qingzhou/contract/features/repayment/deferrals'
import type { EvidenceState } from '@qingzhou/contract/features/evidence'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import { displayYuan } from '@qingzhou/domain/money/money'
import type { ChipTone, TimelineItem } from '@qingzhou/ui/feedback'
import { Banner, Chip, Timeline } from '@qingzhou/ui/feedback'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen, Table } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { links } from '#features/repayment/links.ts'
import { repayment } from '#features/repayment/queries.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { back } from '#platform/navigation/navigation.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { isCodeRefused } from '#shared/sign-in/code-step.tsx'
import { formatTime } from '#shared/pages/figures.ts'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'

export type Forbearance = Output<typeof repaymentShapes.applyForForbearance>

export type ForbearanceApplication = Forbearance['applications'][number]

/** Query of the applications and the eligible loans. */
export const forbearanceQuery = queryOptions({
  queryKey: ['repayment', 'relief'],
  queryFn: async ({ signal }) =>
    repayment.applyForForbearance({ act: 'read' }, { signal, quiet: true }),
  refetchOnMount: 'always',
})

export const reasonLabels: { readonly [R in ForbearanceReason]: string } = {
  disaster: '自然灾害',
  epidemic: '疫情影响',
  illness: '重病或意外',
  unemployment: '失业',
  other: '其他困难',
}

/** The open application of a loan: new or returned. */
export function openApplication(
  { applications }: Forbearance,
  loanNo: string,
): ForbearanceApplication | undefined {
  return applications.find(
    ({ evidence }) =>
      evidence.loanNo === loanNo && (evidence.state === 'toUpload' || evidence.state === 'refused'),
  )
}

type ForbearanceInput = Input<typeof repaymentShapes.applyForForbearance>

/** Opens or submits an application; the answer is the new state. */
export function useForbearance() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  /** Returns whether the server accepted it, and why the code was refused, if it was. */
  async function ask(
    request: ForbearanceInput,
  ): Promise<{ readonly isTaken: boolean; readonly wrongCode?: string }> {
    setProblem(undefined)
    try {
      const forbearance = await repayment.applyForForbearance(request, { quiet: true })
      client.setQueryData(forbearanceQuery.queryKey, forbearance)
      return { isTaken: true }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isCodeRefused(error)) return { isTaken: false, wrongCode: error.message }
      setProblem(error.message)
      // It may have been submitted on another phone: request the state.
      await client.invalidateQueries(forbearanceQuery)
      return { isTaken: false }
    }
  }

  return { ask, problem }
}

const stateLabels: { readonly [S in EvidenceState]: readonly [tone: ChipTone, word: string] } = {
  toUpload: ['plain', '待提交'],
  toReview: ['soon', '审核中'],
  approved: ['fine', '已批准'],
  refused: ['overdue', '未通过'],
  invalid: ['plain', '已失效'],
}

interface ForbearanceReviewProps {
  application: ForbearanceApplication
  onRenew: () => Promise<unknown>
  onAgain: () => void
}

/** A submitted application: state, result and content. */
export function ForbearanceReview({ application, onRenew, onAgain }: ForbearanceReviewProps) {
  const { evidence, files } = application
  const [tone, word] = stateLabels[evidence.state]
  return (
    <Screen
      title={routes.repayment.forbearance.title}
      onBack={back}
      footer={actionOf(application, onAgain)}
    >
      <PullToRefresh onRefresh={onRenew}>
        <div className="stack stack-3">
          {evidence.state === 'refused' && (
            <Banner tone="overdue">
              未通过：{evidence.reason ?? '证明不足以说明情况'}。补充后可以再次申请
            </Banner>
          )}
          <Card title="延期申请" trailing={<Chip tone={tone}>{word}</Chip>}>
            <Timeline label="审核进度" items={forbearanceTimeline(application)} />
          </Card>
          <Card title="申请内容">
            <Pairs pairs={contentOf(application)} />
            {application.figures && <BeforeAndAfter figures={application.figures} />}
          </Card>
          {files.length > 0 && (
            <Card title="提交的证明">
              <FileGrid files={files} onRenew={onRenew} />
            </Card>
          )}
          <ServiceContact>对审核有疑问？</ServiceContact>
        </div>
      </PullToRefresh>
    </Screen>
  )
}

function contentOf({ evidence, days, figures, forbearanceReason, note }: ForbearanceApplication) {
  return [
    { label: '借款', value: `${evidence.purposeName} · ${displayYuan(evidence.amount)} 元` },
    ...(days === undefined ? [] : [{ label: '申请延期', value: `${days} 天` }]),
    ...(figures === undefined
      ? []
      : [{ label: '多付利息', value: `${displayYuan(figures.cost)} 元` }]),
    ...(forbearanceReason ? [{ label: '原因', value: reasonLabels[forbearanceReason] }] : []),
    ...(note === undefined ? [] : [{ label: '说明', value: note }]),
  ]
}

/** An instalment before and after a deferral or a forbearance. */
export function BeforeAndAfter({ figures }: { figures: Omit<ForbearanceFigures, 'cost'> }) {
  const { n, dueDate, newDueDate, amount, newAmount } = figures
  return (
    <Table
      caption={`第 ${n} 期延期前后`}
      columns={[
        { label: `第 ${n} 期` },
        { label: '延期前', align: 'end' },
        { label: '延期后', align: 'end' },
      ]}
      rows={[
        { key: 'date', cells: ['还款日', dueDate, newDueDate] },
        { key: 'amount', cells: ['应还', displayYuan(amount), displayYuan(newAmount)] },
      ]}
    />
  )
}

function actionOf({ evidence: { state, loanNo } }: ForbearanceApplication, onAgain: () => void) {
  if (state === 'toReview') return undefined
  if (state === 'approved') {
    return (
      <>
        <ButtonLink href={links.plan(loanNo)}>查看新的还款计划</ButtonLink>
        <Button kind="text" onPress={onAgain}>
          为其他借款申请
        </Button>
      </>
    )
  }
  return <Button onPress={onAgain}>再次申请</Button>
}

/** The history of an application and the next step. */
function forbearanceTimeline({ evidence, days }: ForbearanceApplication): TimelineItem[] {
  const { state, submittedAt, reviewedAt, reason, round } = evidence
  const handedIn: TimelineItem = {
    title: round > 1 ? `第 ${round} 次提交申请` : '提交申请',
    time: at(submittedAt),
  }

  switch (state) {
    case 'toReview':
      return [
        handedIn,
        { title: '人工审核', note: '一般 1 至 3 个工作日，可以离开此页', state: 'now' },
        { title: '短信通知结果', state: 'todo' },
      ]
    case 'approved':
      return [
        handedIn,
        {
          title: '已批准',
          note: days === undefined ? '还款日已延后' : `下一期已延后 ${days} 天，之后各期按月顺延`,
          time: at(reviewedAt),
        },
      ]
    case 'refused':
      return [handedIn, { title: '未通过', note: reason, time: at(reviewedAt) }]
    default:
      return [{ title: '申请已失效', note: '未按时提交，可以再次申请' }]
  }
}

function at(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : formatTime(instant)
}
