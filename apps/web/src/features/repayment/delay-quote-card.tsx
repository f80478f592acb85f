import type { DelayQuote } from '@qingzhou/contract/delays'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { Table } from '@qingzhou/ui/table'
import { QueryState, type QueryStateProps } from '#shared/query-state.tsx'

/** What the days cost, and the instalment before and after. */
export function DelayQuoteCard({ quote }: { quote: QueryStateProps<DelayQuote>['query'] }) {
  return (
    <Card title="延期要多付的利息">
      <QueryState
        query={quote}
        skeleton={<SkeletonLines count={5} />}
        errorTitle="暂时不能这样延期"
      >
        {({ n, days, cost, dueDate, newDueDate, amount, newAmount, validOn }) => (
          <>
            <Num value={yuan(cost)} yuan size="lg" />
            <Table
              caption={`第 ${n} 期延期前后`}
              columns={[
                { label: `第 ${n} 期` },
                { label: '延期前', align: 'end' },
                { label: '延期后', align: 'end' },
              ]}
              rows={[
                { key: 'date', cells: ['还款日', dueDate, newDueDate] },
                { key: 'amount', cells: ['应还', displayYuan(amount), displayYuan(newAmount)] },
              ]}
            />
            <p className="caption ink-3">
              {`多付的是本期本金 ${days} 天的利息，不收手续费；其他各期不变。试算以今天（${validOn}）为准`}
            </p>
          </>
        )}
      </QueryState>
    </Card>
  )
}
