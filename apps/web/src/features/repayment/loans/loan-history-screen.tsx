import { useInfiniteQuery } from '@tanstack/react-query'
import type { TransactionFilters } from '@qingzhou/contract/features/repayment/transactions'
import { Empty } from '@qingzhou/ui/feedback'
import { Button, QuickPicks } from '@qingzhou/ui/inputs'
import { Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { linkQuery } from '#platform/navigation/link.ts'
import { back } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { transactionsQuery } from '#features/repayment/queries.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { TransactionRows } from './transaction-rows.tsx'

const TABS = 'transactions'

type Options<Name extends keyof TransactionFilters> = readonly {
  readonly value: TransactionFilters[Name]
  readonly label: string
}[]

const kinds: Options<'kind'> = [
  { value: 'all', label: '全部' },
  { value: 'draw', label: '借款' },
  { value: 'repayment', label: '还款' },
  { value: 'refund', label: '退款' },
]

const states: Options<'state'> = [
  { value: 'all', label: '全部' },
  { value: 'processing', label: '处理中' },
  { value: 'done', label: '成功' },
  { value: 'failed', label: '未成功' },
]

const periods: Options<'period'> = [
  { value: 'all', label: '不限时间' },
  { value: 'month', label: '近 1 个月' },
  { value: 'quarter', label: '近 3 个月' },
  { value: 'year', label: '近 1 年' },
]

const everything: TransactionFilters = { kind: 'all', state: 'all', period: 'all' }

/** The filters chosen before, so that Back from a transaction finds them again. */
function filtersInLink(): TransactionFilters {
  const { kind, state, period } = linkQuery()
  return {
    kind: findChosen(kinds, kind),
    state: findChosen(states, state),
    period: findChosen(periods, period),
  }
}

function findChosen<Value extends string>(
  options: readonly { readonly value: Value }[],
  value: string | undefined,
): Value | 'all' {
  return options.find((option) => option.value === value)?.value ?? 'all'
}

/** Draws, repayments and refunds, the newest first, also failed and cancelled ones. */
export default function LoanHistoryScreen() {
  const [filters, setFilters] = useEntryState('filters', filtersInLink)
  const history = useInfiniteQuery(transactionsQuery(filters))
  const choose = (chosen: Partial<TransactionFilters>) => {
    setFilters({ ...filters, ...chosen })
  }
  return (
    <Screen
      title={routes.repayment.loanHistory.title}
      onBack={back}
      top={
        <Tabs
          id={TABS}
          label="交易类型"
          tabs={kinds}
          value={filters.kind}
          onChange={(kind) => choose({ kind })}
        />
      }
    >
      <TabPanel tabs={TABS} value={filters.kind}>
        <div className="stack stack-2">
          <QuickPicks
            label="状态"
            picks={states}
            value={filters.state}
            onPick={(state) => choose({ state })}
          />
          <QuickPicks
            label="时间"
            picks={periods}
            value={filters.period}
            onPick={(period) => choose({ period })}
          />
        </div>
        <Paged
          query={history}
          itemsOf={({ transactions }) => transactions}
          empty={<NoTransactions filters={filters} onReset={() => choose(everything)} />}
        >
          {(transactions) => <TransactionRows transactions={transactions} />}
        </Paged>
      </TabPanel>
    </Screen>
  )
}

function NoTransactions({
  filters,
  onReset,
}: {
  filters: TransactionFilters
  onReset: () => void
}) {
  if (Object.values(filters).every((value) => value === 'all')) {
    return <Empty title="还没有交易记录">借款、还款和退款会按时间列在这里</Empty>
  }
  return (
    <Empty
      title="没有符合条件的交易"
      action={
        <Button kind="quiet" fit onPress={onReset}>
          查看全部交易
        </Button>
      }
    >
      可以换一个类型、状态或时间
    </Empty>
  )
}
