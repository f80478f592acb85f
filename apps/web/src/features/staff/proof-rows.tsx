import { calls } from '@qingzhou/contract/calls'
import type { ProofSubject } from '@qingzhou/contract/proofs'
import type { HandledProof } from '@qingzhou/contract/staff'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { List, ListRow } from '@qingzhou/ui/list-row'
import type { StaffMember } from '#platform/staff-session.ts'
import { dayInWords, momentInWords } from '#shared/figures.ts'
import { DeadlineChip } from './deadline-chip.tsx'
import { may } from './may.ts'
import { to } from './to.ts'
import { ownPartNames, subjectNames } from './words.ts'
import './wide-rows.css'

export interface ProofRowsProps {
  proofs: readonly HandledProof[]
  member: StaffMember
  /** What the list is narrowed to: whoever reviews goes on within it. */
  subject: ProofSubject | undefined
}

/** Proofs, each with whose it is, one number and where it stands. */
export function ProofRows({ proofs, member, subject }: ProofRowsProps) {
  const hrefOf = ({ proofNo, state }: HandledProof) =>
    state === 'toReview' && may(member, calls.staff.reviewProof)
      ? to.review(proofNo, subject)
      : to.proof(proofNo)
  return (
    <Card flush>
      <div className="wide-rows">
        <List label="凭证">
          {proofs.map((proof) => (
            <ListRow
              key={proof.proofNo}
              label={<ProofWords proof={proof} />}
              href={hrefOf(proof)}
            />
          ))}
        </List>
      </div>
    </Card>
  )
}

function ProofWords({ proof }: { proof: HandledProof }) {
  const { borrowerName, mobile, subject, purposeName, drawnOn, amount, filesCount } = proof
  return (
    <span className="stack stack-1">
      <span className="row row-between row-baseline">
        <strong>{borrowerName}</strong>
        <strong className="tabular">{displayYuan(amount)}</strong>
      </span>
      <span className="chips">
        <Chip tone="plain">{subjectNames[subject]}</Chip>
        <DeadlineChip proof={proof} />
        {proof.state === 'toReview' && proof.ownPart && (
          <Chip tone="plain">{ownPartNames[proof.ownPart]}</Chip>
        )}
      </span>
      <span className="small ink-2 tabular">
        {mobile} · {purposeName} · {dayInWords(drawnOn)}借
      </span>
      <span className="row row-between small ink-3 tabular">
        <span>{whenOf(proof)}</span>
        <span>{filesCount} 个文件</span>
      </span>
      {proof.state === 'refused' && proof.reason !== undefined && (
        <span className="small is-overdue">{proof.reason}</span>
      )}
    </span>
  )
}

/** The last thing that happened to it. */
function whenOf({ state, submittedAt, reviewedAt }: HandledProof): string {
  if (state === 'toReview' && submittedAt !== undefined) return `${momentInWords(submittedAt)} 提交`
  return reviewedAt === undefined ? '还没有提交' : `${momentInWords(reviewedAt)} 审核`
}
