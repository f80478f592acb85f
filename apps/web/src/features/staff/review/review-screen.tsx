import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { calls } from '@qingzhou/contract/calls'
import type { FileRecord } from '@qingzhou/contract/wire/files'
import type { ProofSubject } from '@qingzhou/contract/features/proofs'
import { Button, ButtonLink, QuickPicks } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { FileStage } from '#shared/files/file-stage.tsx'
import { viewedFile } from '#shared/files/file-face.tsx'
import { numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { Verdict, goToReview, nextToReview, subjectInLink } from './verdict.tsx'
import { EvidenceFacts, EvidenceHistory, EvidenceQueryState } from './evidence-parts.tsx'
import { evidenceQuery, type HandledEvidence } from '#features/staff/queries.ts'
import './review.css'
import { StaffOnly, toHome } from '#features/staff/staff-only.tsx'
import { links } from '#features/staff/links.ts'

const route = routes.staff.reviewProof

/** One review, and after the decision the next; without a number, the first one. */
export default function ReviewScreen() {
  const proofNo = numberInLink('proofNo')
  return (
    <StaffOnly route={route} call={calls.staff.reviewProof}>
      {() =>
        proofNo === undefined ? <NextInQueue /> : <ReviewOf key={proofNo} proofNo={proofNo} />
      }
    </StaffOnly>
  )
}

function ReviewOf({ proofNo }: { proofNo: string }) {
  const handled = useQuery(evidenceQuery(proofNo))
  if (handled.data) return <Review handled={handled.data} onRenew={handled.refetch} />
  return <EvidenceQueryState route={route} query={handled} />
}

interface ReviewProps {
  handled: HandledEvidence
  /** Requests the evidence again: links expire, and others may have reviewed it. */
  onRenew: () => Promise<unknown>
}

/** Files, facts and decision; in two columns where there is room. */
function Review({ handled, onRenew }: ReviewProps) {
  return (
    <Screen
      title={routes.staff.reviewProof.title}
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
    </Screen>
  )
}

interface ReviewFilesProps {
  files: readonly FileRecord[]
  onRenew: () => Promise<unknown>
}

/** On a phone files open over the page; on a computer one is shown beside the facts. */
function ReviewFiles({ files, onRenew }: ReviewFilesProps) {
  const isWide = useIsWide()
  const [chosen, setChosen] = useState<string>()
  const file = files.find(({ fileNo }) => fileNo === chosen) ?? files[0]
  if (!file) return <p className="small ink-2">没有文件</p>
  if (!isWide) return <FileGrid files={files} onRenew={onRenew} />
  return (
    <>
      {files.length > 1 && (
        <QuickPicks
          label="文件"
          picks={files.map(({ fileNo, fileName }, index) => ({
            value: fileNo,
            label: `${index + 1}. ${fileName}`,
          }))}
          value={file.fileNo}
          onPick={setChosen}
        />
      )}
      <FileStage key={file.fileNo} file={viewedFile(file)} onRenew={onRenew} />
    </>
  )
}

/** The minimum width of the two columns. */
const WIDE = '(min-width: 760px)'

function useIsWide(): boolean {
  return useSyncExternalStore(follow, () => window.matchMedia(WIDE).matches)
}

function follow(listener: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Opens the first evidence to review, or shows that there is none. */
function NextInQueue() {
  const subject = subjectInLink()
  const next = useQuery(nextQuery(subject))
  const proofNo = next.data?.proofNo

  useEffect(() => {
    if (proofNo !== undefined) void goToReview(proofNo, subject)
  }, [proofNo, subject])

  return (
    <Screen title={routes.staff.reviewProof.title} onBack={toHome}>
      <QueryState query={next} skeleton={<SkeletonCards count={3} />}>
        {(data) =>
          data.proofNo === undefined ? (
            <AllDone onAsk={next.refetch} />
          ) : (
            <SkeletonCards count={3} />
          )
        }
      </QueryState>
    </Screen>
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

function nextQuery(subject: ProofSubject | undefined) {
  return queryOptions({
    queryKey: ['staff', 'next-to-review', subject ?? ''],
    queryFn: async ({ signal }) => ({ proofNo: await nextToReview({ subject, signal }) }),
    gcTime: 0,
    refetchOnMount: 'always',
  })
}
