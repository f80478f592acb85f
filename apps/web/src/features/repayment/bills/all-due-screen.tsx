import type { FirstQueries } from '#platform/navigation/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { PullToRefresh } from '#shared/pages/pull-to-refresh.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { InstalmentRows } from '#shared/lending/instalment-rows.tsx'
import { MonthRows } from './months.tsx'
import { allDueQuery } from '#features/repayment/queries.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const TABS = 'all-due'

export const firstQueries: FirstQueries = (request) => request(allDueQuery)

/** All open instalments, by loan and by month. */
export default function AllDueScreen() {
  const due = useQuery(allDueQuery)
  const [by, setBy] = useEntryState<'loan' | 'month'>('by', 'loan')
  return (
    <Screen
      title={routes.repayment.allDue.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="查看方式"
          tabs={[
            { value: 'loan', label: '按借款' },
            { value: 'month', label: '按月份' },
          ]}
          value={by}
          onChange={setBy}
        />
      }
    >
      <PullToRefresh onRefresh={due.refetch}>
        <QueryState query={due} skeleton={<SkeletonCards count={3} />}>
          {(data) =>
            data.loans.length === 0 ? (
              <Empty title="已全部还清" drawing={<SettledDrawing />}>
                没有待还的账单
              </Empty>
            ) : (
              <TabPanel tabs={TABS} value={by}>
                <div className="stack stack-3">
                  <Card title="全部待还">
                    <Num value={yuan(data.total)} yuan size="lg" />
                    <p className="small ink-2">含未到期利息；提前结清，利息只计算到当天</p>
                  </Card>
                  {by === 'loan' ? (
                    data.loans.map(({ loan, instalments }) => (
                      <InstalmentRows
                        key={loan.loanNo}
                        title={`${loan.purposeName} · ${displayYuan(loan.amount)} 元`}
                        instalments={instalments}
                      />
                    ))
                  ) : (
                    <MonthRows months={data.months} />
                  )}
                </div>
              </TabPanel>
            )
          }
        </QueryState>
      </PullToRefresh>
    </Screen>
  )
}
