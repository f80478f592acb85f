import type { FirstQueries } from '#platform/navigation/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Chip, Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { InstalmentRows } from '#shared/lending/instalment-rows.tsx'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { MoreTime } from './more-time.tsx'
import { currentBillQuery, useLoanNames } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'

export const firstQueries: FirstQueries = (request) => request(currentBillQuery)

/** The current bill, or the next one. */
export default function CurrentBillScreen() {
  const bill = useQuery(currentBillQuery)
  const nameOf = useLoanNames()
  const total = bill.data?.total
  return (
    <Screen
      title={routes.repayment.currentBill.title}
      onBack={back}
      footer={
        total !== undefined &&
        total > 0n && (
          <ButtonLink href={links.payInstalments()}>立即还款 {displayYuan(total)} 元</ButtonLink>
        )
      }
    >
      <QueryState query={bill} skeleton={<SkeletonCards count={2} />}>
        {(data) =>
          data.instalments.length === 0 ? (
            <Empty title="没有待还的账单" drawing={<SettledDrawing />}>
              下一期出账后会显示在这里
            </Empty>
          ) : (
            <div className="stack stack-3">
              <Card
                title="本期应还"
                trailing={
                  data.daysOverdue > 0 ? (
                    <Chip tone="overdue">逾期 {data.daysOverdue} 天</Chip>
                  ) : undefined
                }
              >
                <Num
                  value={yuan(data.total)}
                  yuan
                  size="xl"
                  {...(data.daysOverdue > 0 && { tone: 'overdue' as const })}
                />
                {data.dueDate && <p className="small ink-2">到期日 {formatDay(data.dueDate)}</p>}
                <Parts parts={data.parts} total={{ label: '合计应还' }} />
              </Card>
              <MoreTime isLate={data.daysOverdue > 0} mayJoin={data.mayJoin} />
              <InstalmentRows title="包含的分期" instalments={data.instalments} nameOf={nameOf} />
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}
