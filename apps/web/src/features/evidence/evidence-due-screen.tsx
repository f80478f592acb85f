import { useInfiniteQuery } from '@tanstack/react-query'
import type { Evidence } from '@qingzhou/contract/features/evidence'
import { yuan } from '@qingzhou/domain/money/money'
import { Banner, Empty } from '@qingzhou/ui/feedback'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { ReviewChip } from '#shared/lending/state-chip.tsx'
import { deadlineInWords, isOpen, AcceptedEvidence, links } from './evidence-labels.tsx'
import { evidenceListQuery } from './queries.ts'

/** The loans that still need evidence. */
export default function EvidenceDueScreen() {
  const due = useEvidenceDue()
  return (
    <Screen
      title={routes.evidence.evidenceDue.title}
      onBack={back}
      footer={
        <ButtonLink kind="quiet" href={links.list()}>
          查看全部凭证
        </ButtonLink>
      }
    >
      <Paged
        query={due}
        itemsOf={({ evidenceList }) => evidenceList}
        empty={
          <Empty title="没有要上传的凭证">
            员工贷放款后，需要凭证的借款会列在这里，并短信提醒您
          </Empty>
        }
      >
        {(evidenceList) =>
          evidenceList.map((evidence) => (
            <EvidenceDueCard key={evidence.evidenceNo} evidence={evidence} />
          ))
        }
      </Paged>
      <AcceptedEvidence />
    </Screen>
  )
}

/** The evidence to hand in, rejected ones first. */
function useEvidenceDue() {
  const refused = useInfiniteQuery(evidenceListQuery('refused'))
  const toUpload = useInfiniteQuery(evidenceListQuery('toUpload'))
  const further = refused.hasNextPage ? refused : toUpload
  return {
    data: refused.data &&
      toUpload.data && { pages: [...refused.data.pages, ...toUpload.data.pages] },
    error: refused.error ?? toUpload.error,
    refetch: async () => Promise.all([refused.refetch(), toUpload.refetch()]),
    hasNextPage: further.hasNextPage,
    fetchNextPage: further.fetchNextPage,
  }
}

/** A loan that needs evidence: deadline and link. */
function EvidenceDueCard({ evidence }: { evidence: Evidence }) {
  const deadline = deadlineInWords(evidence)
  return (
    <Card title="借款用途凭证" trailing={<ReviewChip state={evidence.state} />}>
      <Num value={yuan(evidence.amount)} yuan size="lg" />
      <p className="small ink-2">
        {evidence.purposeName} · {evidence.drawnOn} 借款
      </p>
      {evidence.reason !== undefined && <Banner tone="overdue">未通过：{evidence.reason}</Banner>}
      {deadline !== undefined && <p className="small is-soon">{deadline}</p>}
      {isOpen(evidence) ? (
        <ButtonLink href={links.upload(evidence.evidenceNo)}>
          {evidence.state === 'refused' ? '重新上传凭证' : '上传凭证'}
        </ButtonLink>
      ) : (
        <ButtonLink kind="quiet" href={links.evidence(evidence.evidenceNo)}>
          查看详情
        </ButtonLink>
      )}
    </Card>
  )
}
