import type { Proof } from '@qingzhou/contract/proofs'
import { yuan } from '@qingzhou/domain/money/money'
import { Banner } from '@qingzhou/ui/banner'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { ProofChip } from '#shared/proof-chip.tsx'
import { deadlineInWords, isOpen } from './proof-words.ts'
import { to } from './to.ts'

/** A loan for which something is still to be shown: by when, and the way there. */
export function DueProofCard({ proof }: { proof: Proof }) {
  const deadline = deadlineInWords(proof)
  return (
    <Card title="借款用途凭证" trailing={<ProofChip state={proof.state} />}>
      <Num value={yuan(proof.amount)} yuan size="lg" />
      <p className="small ink-2">
        {proof.purposeName} · {proof.drawnOn} 借款
      </p>
      {proof.reason !== undefined && <Banner tone="overdue">未通过：{proof.reason}</Banner>}
      {deadline !== undefined && <p className="small is-soon">{deadline}</p>}
      {isOpen(proof) ? (
        <ButtonLink href={to.upload(proof.proofNo)}>
          {proof.state === 'refused' ? '重新上传凭证' : '上传凭证'}
        </ButtonLink>
      ) : (
        <ButtonLink kind="quiet" href={to.proof(proof.proofNo)}>
          查看详情
        </ButtonLink>
      )}
    </Card>
  )
}
