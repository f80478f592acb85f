import type { BillInstalment, LoanSummary } from '@qingzhou/contract/features/repayment/bills'
import { Chip, type ChipTone } from '@qingzhou/ui/feedback'
import type { Evidence, EvidenceState } from '@qingzhou/contract/features/evidence'

/** The state of an instalment. */
export function InstalmentChip({
  state,
  daysOverdue,
}: Pick<BillInstalment, 'state' | 'daysOverdue'>) {
  switch (state) {
    case 'settled':
      return <Chip tone="fine">已还清</Chip>
    case 'overdue':
      return <Chip tone="overdue">逾期 {daysOverdue} 天</Chip>
    case 'due':
      return <Chip tone="soon">今天到期</Chip>
    case 'partly':
      return <Chip tone="soon">已还部分</Chip>
    default:
      return <Chip tone="plain">未到期</Chip>
  }
}

export function LoanChip({ loan }: { loan: Pick<LoanSummary, 'state' | 'next' | 'isReversed'> }) {
  const { state, next } = loan
  if (loan.isReversed) return <Chip tone="plain">已撤销</Chip>
  if (state === 'settled') return <Chip tone="fine">已结清</Chip>
  if (state === 'overdue') return <Chip tone="overdue">逾期 {next?.daysOverdue} 天</Chip>
  return <Chip tone="plain">还款中</Chip>
}

export const reviewStateNames: Readonly<Record<EvidenceState, string>> = {
  toUpload: '待上传',
  toReview: '审核中',
  approved: '已通过',
  refused: '未通过',
  invalid: '已失效',
}

const tones: Readonly<Record<EvidenceState, ChipTone>> = {
  toUpload: 'soon',
  toReview: 'plain',
  approved: 'fine',
  refused: 'overdue',
  invalid: 'plain',
}

/** The state of a review. */
export function ReviewChip({ state }: Pick<Evidence, 'state'>) {
  return <Chip tone={tones[state]}>{reviewStateNames[state]}</Chip>
}
