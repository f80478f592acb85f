import { calls } from '@qingzhou/contract/calls'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Screen } from '@qingzhou/ui/screen'
import { routes } from '#app/routes.ts'
import type { StaffMember } from '#platform/staff-session.ts'
import { FileGrid } from '#shared/files/file-grid.tsx'
import { may } from './may.ts'
import { ProofFacts } from './proof-facts.tsx'
import { ProofHistory } from './proof-history.tsx'
import type { ProofToHandle } from './queries.ts'
import { RefusedBanner } from './refused-banner.tsx'
import { toHome } from './staff-only.tsx'
import { to } from './to.ts'

export interface SeenProofProps {
  handled: ProofToHandle
  member: StaffMember
  /** The links to the files grow old. */
  onRenew: () => Promise<unknown>
}

/** A proof that this member of staff can only look at. */
export function SeenProof({ handled, member, onRenew }: SeenProofProps) {
  const { proof, files, history } = handled
  const isToReview =
    proof.state === 'toReview' && !proof.ownPart && may(member, calls.staff.reviewProof)
  return (
    <Screen
      title={routes.staff.staffProofs.title}
      onBack={toHome}
      footer={isToReview && <ButtonLink href={to.review(proof.proofNo)}>去审核</ButtonLink>}
    >
      <RefusedBanner proof={proof} />
      <ProofFacts handled={handled} />
      <Card title={`凭证文件（${files.length}）`}>
        {files.length === 0 ? (
          <p className="small ink-2">还没有上传文件</p>
        ) : (
          <FileGrid files={files} onRenew={onRenew} />
        )}
      </Card>
      <ProofHistory history={history} />
    </Screen>
  )
}
