import { queryOptions } from '@tanstack/react-query'
import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Chip } from '@qingzhou/ui/feedback'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { repayment } from '#features/repayment/queries.ts'
import { hasMall } from '#platform/browser/config.ts'
import { RefusedDebitBanner } from '#shared/payments/refused-debit.tsx'
import { formatDay } from '#shared/pages/figures.ts'

export type ChannelBillsAnswer = Output<typeof repaymentShapes.channelBills>

/** The bill lists of the messaging app: all, current period, or by origin of the loan. */
export type WhichBills = 'all' | 'current' | 'channel' | 'partner'

export function channelBillsQuery(which: WhichBills) {
  return queryOptions({
    queryKey: ['repayment', 'channel-bills', which],
    queryFn: async ({ signal }) => repayment.channelBills({ which }, { signal, quiet: true }),
    refetchOnMount: 'always',
  })
}

/** The four lists in the order of their tabs. */
export const billLists = {
  all: {
    route: routes.repayment.channelAllBills,
    tab: '全部',
    total: '全部待还',
    empty: { title: '没有待还的账单', words: '借款后，每一期的应还会列在这里' },
  },
  current: {
    route: routes.repayment.channelCurrentBill,
    tab: '本期',
    total: '本期应还',
    empty: { title: '本期没有待还的账单', words: '下一期出账后会列在这里' },
  },
  channel: {
    route: routes.repayment.channelBills,
    tab: '本渠道',
    total: '本渠道待还',
    empty: { title: '暂无本渠道借款', words: '在消息应用中办理的借款，账单会列在这里' },
  },
  partner: {
    route: routes.repayment.partnerBills,
    tab: '合作机构',
    total: '合作机构借款待还',
    empty: {
      title: '暂无合作机构借款',
      words: `合作机构联合放款${hasMall ? '和商城分期' : ''}的账单会列在这里`,
    },
  },
} as const

/** Due and overdue bills; if there are none, those whose period has begun. */
export function payableToday({ today, loans }: ChannelBillsAnswer): BillInstalment[] {
  const open = loans.flatMap(({ instalments }) =>
    instalments.filter(({ state }) => state !== 'settled'),
  )
  const due = open.filter(({ dueDate }) => dueDate <= today)
  return due.length > 0 ? due : open.filter(({ payableFrom }) => payableFrom <= today)
}

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
            ? bills.refusedCard
              ? '今天到期，自动扣款未成功'
              : '今天从还款卡扣款'
            : `下一个还款日 ${formatDay(nextDueDate)}，届时从还款卡自动扣款`}
        </p>
      )}
      <RefusedDebitBanner card={bills.refusedCard} />
      {isDue && <Pairs pairs={[{ label: totalLabel, value: <Num value={yuan(total)} yuan /> }]} />}
    </Card>
  )
}
