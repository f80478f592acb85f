import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { calls } from '@qingzhou/contract/calls'
import type { EvidenceSubject } from '@qingzhou/contract/features/evidence'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { Verdict, goToReview, nextToReview, subjectInLink } from './verdict.tsx'
import { EvidenceFacts, EvidenceHistory, EvidenceQueryState } from './evidence-parts.tsx'
import { evidenceQuery, type EvidenceForReview } from '#features/staff/queries.ts'
import { ReviewFiles } from './review-files.tsx'
import { StaffScreen } from '#features/staff/staff-area.tsx'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import './review.css'
import { links } from '#features/staff/links.ts'

const route = routes.staff.reviewEvidence

/** One review, and after the decision the next; without a number, the first one. */
export default function ReviewScreen() {
  const evidenceNo = numberInLink('evidenceNo')
  return (
    <StaffOnly route={route} call={calls.staff.reviewEvidence}>
      {() =>
        evidenceNo === undefined ? (
          <NextInQueue />
        ) : (
          <ReviewOf key={evidenceNo} evidenceNo={evidenceNo} />
        )
      }
    </StaffOnly>
  )
}

function ReviewOf({ evidenceNo }: { evidenceNo: string }) {
  const handled = useQuery(evidenceQuery(evidenceNo))
  if (handled.data) return <Review handled={handled.data} onRenew={handled.refetch} />
  return <EvidenceQueryState route={route} query={handled} />
}

interface ReviewProps {
  handled: EvidenceForReview
  /** Requests the evidence again: links expire, and others may have reviewed it. */
  onRenew: () => Promise<unknown>
}

/** Files, facts and decision; in two columns where there is room. */
function Review({ handled, onRenew }: ReviewProps) {
  return (
    <StaffScreen
      title={routes.staff.reviewEvidence.title}
      onBack={toHome}
      footer={<Verdict handled={handled} onChanged={onRenew} />}
    >
      <div className="review">
        <div className="stack stack-3">
          <Card title={`凭证文件（${handled.files.length}）`}>
            <ReviewFiles files={handled.files} onRenew={onRenew} />
          </Card>
        </div>
        <div className="stack stack-3">
          <EvidenceFacts handled={handled} />
          <EvidenceHistory history={handled.history} />
        </div>
      </div>
    </StaffScreen>
  )
}

/** Opens the first evidence to review, or shows that there is none. */
function NextInQueue() {
  const subject = subjectInLink()
  const next = useQuery(nextQuery(subject))
  const evidenceNo = next.data?.evidenceNo

  useEffect(() => {
    if (evidenceNo !== undefined) void goToReview(evidenceNo, subject)
  }, [evidenceNo, subject])

  return (
    <StaffScreen title={routes.staff.reviewEvidence.title} onBack={toHome} inNavigation>
      <QueryState query={next} skeleton={<SkeletonCards count={3} />}>
        {(data) =>
          data.evidenceNo === undefined ? (
            <AllDone onAsk={next.refetch} />
          ) : (
            <SkeletonCards count={3} />
          )
        }
      </QueryState>
    </StaffScreen>
  )
}

function AllDone({ onAsk }: { onAsk: () => Promise<unknown> }) {
  return (
    <Empty
      title="待审核的凭证都处理完了"
      drawing={<SettledDrawing />}
      action={
        <div className="row row-centre">
          <Button kind="quiet" fit onPress={onAsk}>
            刷新列表
          </Button>
          <ButtonLink href={links.home} kind="quiet" fit>
            返回工作台
          </ButtonLink>
        </div>
      }
    >
      有新的凭证提交后，工作台会显示数量；您本人上传的凭证由其他同事审核
    </Empty>
  )
}

function nextQuery(subject: EvidenceSubject | undefined) {
  return queryOptions({
    queryKey: ['staff', 'next-to-review', subject ?? ''],
    queryFn: async ({ signal }) => ({ evidenceNo: await nextToReview({ subject, signal }) }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
}
