import { useQuery } from '@tanstack/react-query'
import type { Proof } from '@qingzhou/contract/features/proofs'
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

const { title } = routes.proofs.proof

/** One evidence: its files and the review. */
export default function EvidenceScreen() {
  const proofNo = numberInLink('proofNo')
  return proofNo === undefined ? (
    <MissingEvidence title={title} />
  ) : (
    <OneEvidence proofNo={proofNo} />
  )
}

function OneEvidence({ proofNo }: { proofNo: string }) {
  const query = useQuery(evidenceQuery(proofNo))
  return (
    <Screen title={title} onBack={back} footer={uploading(query.data)}>
      <PullToRefresh onRefresh={query.refetch}>
        <QueryState query={query} skeleton={<SkeletonCards count={3} />}>
          {(shown) => <Shown {...shown} onRenew={query.refetch} />}
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}

function Shown({ proof, files, onRenew }: EvidenceWithFiles & { onRenew: () => Promise<unknown> }) {
  const deadline = deadlineInWords(proof)
  return (
    <div className="stack stack-3">
      {proof.state === 'refused' && (
        <Banner tone="overdue">未通过{proof.reason !== undefined && `：${proof.reason}`}</Banner>
      )}
      <Card title="借款用途凭证" trailing={<ReviewChip state={proof.state} />}>
        <Num value={yuan(proof.amount)} yuan size="xl" />
        {deadline !== undefined && <p className="small is-soon">{deadline}</p>}
        <Pairs
          pairs={[
            { label: '用途', value: proof.purposeName },
            { label: '借款日期', value: proof.drawnOn },
            ...(proof.dueOn === undefined ? [] : [{ label: '上传期限', value: proof.dueOn }]),
          ]}
        />
      </Card>
      {files.length > 0 && (
        <Card title={`文件（${files.length}）`}>
          <FileGrid files={files} onRenew={onRenew} />
        </Card>
      )}
      <Card title="审核进度">
        <EvidenceTimeline proof={proof} />
      </Card>
      {(proof.state === 'refused' || proof.state === 'invalid') && (
        <ServiceContact>对审核结果有疑问？</ServiceContact>
      )}
    </div>
  )
}

function uploading(shown: EvidenceWithFiles | undefined) {
  if (!shown || !isOpen(shown.proof)) return undefined
  return (
    <ButtonLink href={links.upload(shown.proof.proofNo)}>
      {shown.proof.state === 'refused' ? '重新上传凭证' : '上传凭证'}
    </ButtonLink>
  )
}

/** The history of an evidence and the next step. */
function EvidenceTimeline({ proof }: { proof: Proof }) {
  return (
    <Timeline
      label="审核进度"
      items={[{ title: '借款发放', time: proof.drawnOn }, ...handedIn(proof), ...reviewed(proof)]}
    />
  )
}

function handedIn(proof: Proof): TimelineItem[] {
  if (proof.state === 'toUpload') {
    return [{ title: '上传凭证', note: deadlineInWords(proof), state: 'now' }]
  }
  if (proof.submittedAt === undefined) return []
  return [
    {
      title: proof.round > 1 ? `第 ${proof.round} 次提交凭证` : '提交凭证',
      note: `${proof.filesCount} 个文件`,
      time: formatTime(proof.submittedAt),
    },
  ]
}

function reviewed(proof: Proof): TimelineItem[] {
  const time = proof.reviewedAt === undefined ? undefined : formatTime(proof.reviewedAt)
  switch (proof.state) {
    case 'toUpload':
      return [{ title: '人工审核', state: 'todo' }]
    case 'toReview':
      return [{ title: '人工审核中', note: '审核结果将短信通知您', state: 'now' }]
    case 'approved':
      return [{ title: '审核通过', note: '这笔借款无需再上传凭证', time }]
    case 'refused':
      return [{ title: '审核未通过', note: proof.reason, time }, ...again(proof)]
    default:
      return [{ title: '凭证失效', note: expired(proof) }]
  }
}

function again(proof: Proof): TimelineItem[] {
  if (!isOpen(proof)) return []
  return [{ title: '重新上传', note: deadlineInWords(proof), state: 'now' }]
}

function expired({ dueOn }: Proof): string {
  return dueOn === undefined ? '已过上传期限' : `截至 ${formatDay(dueOn)}仍未通过审核`
}
