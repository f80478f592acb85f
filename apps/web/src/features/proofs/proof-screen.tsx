import { useQuery } from '@tanstack/react-query'
import { yuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import { Screen } from '@qingzhou/ui/screen'
import { SkeletonCards } from '@qingzhou/ui/skeleton'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation.ts'
import { CallUs } from '#shared/call-us.tsx'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { numberInLink } from '#shared/number-in-link.ts'
import { PullToRefresh } from '#shared/pull-to-refresh.tsx'
import { QueryState } from '#shared/query-state.tsx'
import { NoSuchProof } from './no-such-proof.tsx'
import { ProofChip } from '#shared/proof-chip.tsx'
import { ProofTimeline } from './proof-timeline.tsx'
import { deadlineInWords, isOpen } from './proof-words.ts'
import { proofQuery } from './queries.ts'
import type { ProofWithFiles } from './queries.ts'
import { to } from './to.ts'

const { title } = routes.proofs.proof

/** One proof: what was handed in, and what the reviewer made of it. */
export default function ProofScreen() {
  const proofNo = numberInLink('proofNo')
  return proofNo === undefined ? <NoSuchProof title={title} /> : <OneProof proofNo={proofNo} />
}

function OneProof({ proofNo }: { proofNo: string }) {
  const query = useQuery(proofQuery(proofNo))
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

function Shown({ proof, files, onRenew }: ProofWithFiles & { onRenew: () => Promise<unknown> }) {
  const deadline = deadlineInWords(proof)
  return (
    <div className="stack stack-3">
      {proof.state === 'refused' && (
        <Banner tone="overdue">没有通过{proof.reason !== undefined && `：${proof.reason}`}</Banner>
      )}
      <Card title="借款用途凭证" trailing={<ProofChip state={proof.state} />}>
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
        <ProofTimeline proof={proof} />
      </Card>
      {(proof.state === 'refused' || proof.state === 'invalid') && (
        <CallUs>对审核结果有疑问？</CallUs>
      )}
    </div>
  )
}

function uploading(shown: ProofWithFiles | undefined) {
  if (!shown || !isOpen(shown.proof)) return undefined
  return (
    <ButtonLink href={to.upload(shown.proof.proofNo)}>
      {shown.proof.state === 'refused' ? '重新上传凭证' : '上传凭证'}
    </ButtonLink>
  )
}
