import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Empty } from '@qingzhou/ui/feedback'
import { Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { back } from '#platform/navigation/navigation.ts'
import { LoanRows } from './loan-rows.tsx'
import { Paged } from '#shared/pages/paged.tsx'
import { loanHistoryQuery, type LoanFilter } from '#features/repayment/queries.ts'

const TABS = 'loan-history'

/** All loans, newest first. */
export default function LoanHistoryScreen() {
  const [filter, setFilter] = useState<LoanFilter>('all')
  const history = useInfiniteQuery(loanHistoryQuery(filter))
  const counts = history.data?.pages[0]?.counts
  return (
    <Screen
      title={routes.repayment.loanHistory.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="筛选"
          tabs={[
            { value: 'all', label: '全部', ...(counts && { count: counts.all }) },
            { value: 'open', label: '进行中', ...(counts && { count: counts.open }) },
            { value: 'settled', label: '已结清', ...(counts && { count: counts.settled }) },
          ]}
          value={filter}
          onChange={setFilter}
        />
      }
    >
      <TabPanel tabs={TABS} value={filter}>
        <Paged
          query={history}
          itemsOf={({ loans }) => loans}
          empty={<Empty title="还没有借款记录">借款后，会按时间列在这里</Empty>}
        >
          {(loans) => <LoanRows loans={loans} />}
        </Paged>
      </TabPanel>
    </Screen>
  )
}
