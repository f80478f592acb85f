import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { Num } from '@qingzhou/ui/number'
import { Pairs } from '@qingzhou/ui/pairs'
import type { ProofState } from '@qingzhou/contract/proofs'
import type { ProofToHandle } from './queries.ts'
import { stateNames, subjectTitles, subjectUses } from './words.ts'

const tones = {
  toUpload: 'soon',
  toReview: 'soon',
  approved: 'fine',
  refused: 'overdue',
  invalid: 'overdue',
} as const satisfies Record<ProofState, string>

/** Whose proof it is, and of which loan. Who it is stays masked: a reviewer judges papers. */
export function ProofFacts({
  handled: { proof, principalLeft, note },
}: {
  handled: ProofToHandle
}) {
  const due = proof.dueOn === undefined ? [] : [{ label: '提交期限', value: proof.dueOn }]
  const said = note === undefined ? [] : [{ label: '客户说明', value: note }]
  return (
    <Card
      title={subjectTitles[proof.subject]}
      trailing={<Chip tone={tones[proof.state]}>{stateNames[proof.state]}</Chip>}
    >
      <Num value={yuan(proof.amount)} yuan size="lg" />
      <Pairs
        pairs={[
          { label: '用于', value: subjectUses[proof.subject] },
          ...said,
          { label: '客户', value: `${proof.borrowerName} ${proof.mobile}` },
          { label: '借款用途', value: proof.purposeName },
          { label: '借款日期', value: proof.drawnOn },
          { label: '待还本金', value: <Num value={yuan(principalLeft)} yuan /> },
          { label: '产品', value: proof.productNo },
          { label: '借据号', value: proof.loanNo },
          ...due,
        ]}
      />
    </Card>
  )
}
