import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { Num } from '@qingzhou/ui/number'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import type { Limit } from './limit-query.ts'

type Due = NonNullable<Limit['dueSoon']>

/** What has to be paid next, and when. */
export function DueCard({ due }: { due: Due }) {
  const { amount, dueDate, isOverdue } = due

  return (
    <Card
      title={isOverdue ? '已逾期，请尽快还款' : '最近一期账单'}
      trailing={<Chip tone={isOverdue ? 'overdue' : 'soon'}>{whenInWords(due)}</Chip>}
    >
      <Num value={yuan(amount)} size="lg" yuan tone={isOverdue ? 'overdue' : 'due'} />
      <p className="small ink-2 ruled">
        {isOverdue
          ? `应于 ${dayInWords(dueDate)} 还款。逾期会产生罚息，并影响征信。`
          : `${dayInWords(dueDate)} 从您的还款卡扣款，请留足余额。`}
      </p>
      {isOverdue && (
        <p className="small">
          <a href={`#${addressOf(routes.restructure.chooseBills)}`}>还不上？可以申请个性化分期</a>
        </p>
      )}
    </Card>
  )
}

function whenInWords({ days, isOverdue }: Due): string {
  if (isOverdue) return `逾期 ${days} 天`
  return days === 0 ? '今天到期' : `${days} 天后到期`
}
