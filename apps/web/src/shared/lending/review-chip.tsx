import type { Proof, ProofState } from '@qingzhou/contract/features/proofs'
import { Chip, type ChipTone } from '@qingzhou/ui/feedback'

export const reviewStateNames: Readonly<Record<ProofState, string>> = {
  toUpload: '待上传',
  toReview: '审核中',
  approved: '已通过',
  refused: '未通过',
  invalid: '已失效',
}

const tones: Readonly<Record<ProofState, ChipTone>> = {
  toUpload: 'soon',
  toReview: 'plain',
  approved: 'fine',
  refused: 'overdue',
  invalid: 'plain',
}

/** The state of a review. */
export function ReviewChip({ state }: Pick<Proof, 'state'>) {
  return <Chip tone={tones[state]}>{reviewStateNames[state]}</Chip>
}
