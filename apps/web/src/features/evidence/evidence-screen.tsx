import { useQuery } from '@tanstack/react-query'
import type { Evidence } from '@qingzhou/contract/features/evidence'
import { yuan } from '@qingzhou/domain/money/money'
import { Banner, SkeletonCards, Timeline, type TimelineItem } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { formatDay, formatTime } from '#shared/pages/figures.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { ReviewChip } from '#shared/lending/state-chip.tsx'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { deadlineInWords, isOpen, MissingEvidence, links } from './evidence-labels.tsx'
import { evidenceQuery, type EvidenceWithFiles } from './queries.ts'

const { title } = routes.evidence.evidence

/** One evidence: its files and the review. */
export default function EvidenceScreen() {
  const evidenceNo = numberInLink('evidenceNo')
  return evidenceNo === undefined ? (
    <MissingEvidence title={title} />
  ) : (
    <OneEvidence evidenceNo={evidenceNo} />
  )
}

function OneEvidence({ evidenceNo }: { evidenceNo: string }) {
  const query = useQuery(evidenceQuery(evidenceNo))
  return (
    <Screen title={title} onBack={back} footer={uploadCard(query.data)}>
      <PullToRefresh onRefresh={query.refetch}>
        <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
          {(shown) => <Shown {...shown} onRenew={query.refetch} />}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

function Shown({
  evidence,
  files,
  onRenew,
}: EvidenceWithFiles & { onRenew: () => Promise<unknown> }) {
  const deadline = deadlineInWords(evidence)
  return (
    <div className="stack stack-3">
      {evidence.state === 'refused' && (
        <Banner tone="overdue">
          未通过{evidence.reason !== undefined && `：${evidence.reason}`}
        </Banner>
      )}
      <Card title="借款用途凭证" trailing={<ReviewChip state={evidence.state} />}>
        <Num value={yuan(evidence.amount)} yuan size="xl" />
        {deadline !== undefined && <p className="small is-soon">{deadline}</p>}
        <Pairs
          pairs={[
            { label: '用途', value: evidence.purposeName },
            { label: '借款日期', value: evidence.drawnOn },
            ...(evidence.dueOn === undefined ? [] : [{ label: '上传期限', value: evidence.dueOn }]),
          ]}
        />
      </Card>
      {files.length > 0 && (
        <Card title={`文件（${files.length}）`}>
          <FileGrid files={files} onRenew={onRenew} />
        </Card>
      )}
      <Card title="审核进度">
        <EvidenceTimeline evidence={evidence} />
      </Card>
      {(evidence.state === 'refused' || evidence.state === 'invalid') && (
        <ServiceContact>对审核结果有疑问？</ServiceContact>
      )}
    </div>
  )
}

function uploadCard(shown: EvidenceWithFiles | undefined) {
  if (!shown || !isOpen(shown.evidence)) return undefined
  return (
    <ButtonLink href={links.upload(shown.evidence.evidenceNo)}>
      {shown.evidence.state === 'refused' ? '重新上传凭证' : '上传凭证'}
    </ButtonLink>
  )
}

/** The history of an evidence and the next step. */
function EvidenceTimeline({ evidence }: { evidence: Evidence }) {
  return (
    <Timeline
      label="审核进度"
      items={[
        { title: '借款发放', time: evidence.drawnOn },
        ...uploadItem(evidence),
        ...reviewItem(evidence),
      ]}
    />
  )
}

function uploadItem(evidence: Evidence): TimelineItem[] {
  if (evidence.state === 'toUpload') {
    return [{ title: '上传凭证', note: deadlineInWords(evidence), state: 'now' }]
  }
  if (evidence.submittedAt === undefined) return []
  return [
    {
      title: evidence.round > 1 ? `第 ${evidence.round} 次提交凭证` : '提交凭证',
      note: `${evidence.filesCount} 个文件`,
      time: formatTime(evidence.submittedAt),
    },
  ]
}

function reviewItem(evidence: Evidence): TimelineItem[] {
  const time = evidence.reviewedAt === undefined ? undefined : formatTime(evidence.reviewedAt)
  switch (evidence.state) {
    case 'toUpload':
      return [{ title: '人工审核', state: 'todo' }]
    case 'toReview':
      return [{ title: '人工审核中', note: '审核结果将短信通知您', state: 'now' }]
    case 'approved':
      return [{ title: '审核通过', note: '这笔借款无需再上传凭证', time }]
    case 'refused':
      return [{ title: '审核未通过', note: evidence.reason, time }, ...again(evidence)]
    default:
      return [{ title: '凭证失效', note: expiryText(evidence) }]
  }
}

function again(evidence: Evidence): TimelineItem[] {
  if (!isOpen(evidence)) return []
  return [{ title: '重新上传', note: deadlineInWords(evidence), state: 'now' }]
}

function expiryText({ dueOn }: Evidence): string {
  return dueOn === undefined ? '已过上传期限' : `截至 ${formatDay(dueOn)}仍未通过审核`
}
