import { codes } from '@qingzhou/contract/codes'
import type { EvidenceState } from '@qingzhou/contract/features/evidence'
import { yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Chip, Empty, SkeletonCards, Timeline } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import type { Route } from '#app/routes.ts'
import { stateNames, subjectTitles, subjectUses } from '#features/staff/labels.ts'
import { links } from '#features/staff/links.ts'
import type { EvidenceForReview } from '#features/staff/queries.ts'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { toHome } from '#features/staff/staff-only.tsx'
import { ApiError } from '#platform/api/api-error.ts'
import { formatTime } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'

const tones = {
  toUpload: 'soon',
  toReview: 'soon',
  approved: 'fine',
  refused: 'overdue',
  invalid: 'overdue',
} as const satisfies Record<EvidenceState, string>

/** The customer and the loan. The identity stays masked: a reviewer judges documents. */
export function EvidenceFacts({
  handled: { evidence, principalLeft, note },
}: {
  handled: EvidenceForReview
}) {
  const due = evidence.dueOn === undefined ? [] : [{ label: '提交期限', value: evidence.dueOn }]
  const wanted =
    evidence.summary === undefined ? [] : [{ label: '申请内容', value: evidence.summary }]
  const said = note === undefined ? [] : [{ label: '客户说明', value: note }]
  return (
    <Card
      title={subjectTitles[evidence.subject]}
      trailing={<Chip tone={tones[evidence.state]}>{stateNames[evidence.state]}</Chip>}
    >
      <Num value={yuan(evidence.amount)} yuan size="lg" />
      <Pairs
        pairs={[
          { label: '用于', value: subjectUses[evidence.subject] },
          ...wanted,
          ...said,
          { label: '客户', value: `${evidence.borrowerName} ${evidence.mobile}` },
          { label: '借款用途', value: evidence.purposeName },
          { label: '借款日期', value: evidence.drawnOn },
          { label: '待还本金', value: <Num value={yuan(principalLeft)} yuan /> },
          { label: '产品', value: evidence.productNo },
          { label: '借据号', value: evidence.loanNo },
          ...due,
        ]}
      />
    </Card>
  )
}

type Event = EvidenceForReview['history'][number]

const acts: { readonly [A in Event['act']]: string } = {
  submitted: '提交',
  approved: '审核通过',
  refused: '审核未通过',
  lapsed: '超过期限，已失效',
}

/** All submissions and reviews, newest first. */
export function EvidenceHistory({ history }: Pick<EvidenceForReview, 'history'>) {
  if (history.length === 0) return null
  return (
    <Card title="处理记录">
      <Timeline
        label="处理记录"
        items={history.map(({ act, round, by, at, reason }) => ({
          title: act === 'submitted' ? `第 ${round} 次提交` : acts[act],
          note: reason === undefined ? by : `${by}：${reason}`,
          time: formatTime(at),
        }))}
      />
    </Card>
  )
}

interface EvidenceQueryStateProps {
  route: Pick<Route, 'title'>
  query: { readonly error: unknown; readonly refetch: () => Promise<unknown> }
}

/** The skeleton, the missing state or the error of an evidence. */
export function EvidenceQueryState({ route, query: { error, refetch } }: EvidenceQueryStateProps) {
  if (error instanceof ApiError && error.code === codes.accountState) {
    return <MissingEvidence route={route} />
  }
  return (
    <StaffScreen title={route.title} onBack={toHome}>
      <QueryState
        query={{ data: undefined, error, refetch }}
        skeleton={<SkeletonCards count={3} />}
      >
        {() => null}
      </QueryState>
    </StaffScreen>
  )
}

/** Shown when the link names no evidence. */
export function MissingEvidence({ route }: { route: Pick<Route, 'title'> }) {
  return (
    <StaffScreen title={route.title} onBack={toHome}>
      <Empty
        title="没有找到这份凭证"
        action={
          <ButtonLink href={links.loans(0)} kind="quiet" fit>
            查看凭证列表
          </ButtonLink>
        }
      >
        链接不完整或已失效，请从凭证列表重新进入
      </Empty>
    </StaffScreen>
  )
}
