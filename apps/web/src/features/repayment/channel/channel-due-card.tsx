import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Chip } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { formatDay } from '#shared/pages/figures.ts'
import type { ChannelBillsAnswer } from './channel-bills.ts'

export interface ChannelDueCardProps {
  bills: ChannelBillsAnswer
  /** The label of the list's total. */
  totalLabel: string
}

/** The amount due now; if none, the total and the next due date. */
export function ChannelDueCard({ bills, totalLabel }: ChannelDueCardProps) {
  const { dueNow, overdue, daysOverdue, total, nextDueDate } = bills
  const isLate = overdue > 0n
  const isDue = dueNow > 0n
  return (
    <Card
      title={isDue ? '现在应还' : totalLabel}
      trailing={isLate ? <Chip tone="overdue">逾期 {daysOverdue} 天</Chip> : undefined}
    >
      <Num
        value={yuan(isDue ? dueNow : total)}
        yuan
        size="xl"
        {...(isLate && { tone: 'overdue' as const })}
      />
      {isLate && (
        <p className="small ink-2">其中已逾期 {displayYuan(overdue)} 元，按天计罚息，请尽快还款</p>
      )}
      {!isLate && nextDueDate && (
        <p className="small ink-2">
          {nextDueDate === bills.today
            ? '今天从还款卡扣款'
            : `下一个还款日 ${formatDay(nextDueDate)}，届时从还款卡自动扣款`}
        </p>
      )}
      {isDue && <Pairs pairs={[{ label: totalLabel, value: <Num value={yuan(total)} yuan /> }]} />}
    </Card>
  )
}
