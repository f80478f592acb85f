import type { FirstQueries } from '#platform/navigation/screens.ts'
import { useQuery } from '@tanstack/react-query'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MonthBars, monthOf, MonthRows } from './months.tsx'
import { allDueQuery } from '#features/repayment/queries.ts'

export const firstQueries: FirstQueries = (request) => request(allDueQuery)

/** Every month with a payment, as chart and list. */
export default function EveryMonthScreen() {
  const due = useQuery(allDueQuery)
  return (
    <Screen title={routes.repayment.everyMonth.title} onBack={back}>
      <QueryState query={due} skeleton={<SkeletonCards count={2} />}>
        {({ months, today }) =>
          months.length === 0 ? (
            <Empty title="没有待还的月份" drawing={<SettledDrawing />}>
              全部借款都已还清
            </Empty>
          ) : (
            <div className="stack stack-3">
              <Card>
                <MonthBars months={months} current={monthOf(today)} />
              </Card>
              <MonthRows months={months} />
            </div>
          )
        }
      </QueryState>
    </Screen>
  )
}
