import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/button'
import { Card } from '@qingzhou/ui/card'
import { Chip } from '@qingzhou/ui/chip'
import { Num } from '@qingzhou/ui/number'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation.ts'
import { dayInWords } from '#shared/figures.ts'
import type { Limit } from './limit-query.ts'

type Due = NonNullable<Limit['dueSoon']>

/** From so many days before it is due, a bill is shown as pressing. */
const SOON_DAYS = 7

/** What has to be paid next and when, and the way there. */
export function DueCard({ due }: { due: Due }) {
  return due.isOverdue ? <Overdue due={due} /> : <Coming due={due} />
}

function Overdue({ due: { amount, dueDate, days } }: { due: Due }) {
  return (
    <Card title="已逾期，请尽快还款" trailing={<Chip tone="overdue">逾期 {days} 天</Chip>}>
      <Num value={yuan(amount)} size="lg" yuan tone="overdue" />
      <p className="small ink-2">{dayInWords(dueDate)}到期。逾期会产生罚息，并影响征信。</p>
      <ButtonLink href={toPayment}>立即还款 {displayYuan(amount)} 元</ButtonLink>
      <p className="small">
        <a href={toPlans}>还不上？看看能否重新分期</a>
      </p>
    </Card>
  )
}

function Coming({ due: { amount, dueDate, days } }: { due: Due }) {
  return (
    <Card
      title="下一期账单"
      trailing={
        <Chip tone={days <= SOON_DAYS ? 'soon' : 'plain'}>
          {days === 0 ? '今天到期' : `${days} 天后到期`}
        </Chip>
      }
    >
      <Num value={yuan(amount)} size="lg" yuan tone="due" />
      <p className="small ink-2">{dayInWords(dueDate)}从您的还款卡扣款，请留足余额。</p>
      <p className="small">
        <a href={toBill}>查看账单</a>
      </p>
    </Card>
  )
}

const toPayment = `#${addressOf(routes.repayment.payInstalments)}`
const toPlans = `#${addressOf(routes.restructure.chooseBills)}`
const toBill = `#${addressOf(routes.repayment.currentBill)}`
