import type { BillInstalment, LoanSummary } from '@qingzhou/contract/features/bills'
import { Chip } from '@qingzhou/ui/feedback'

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
