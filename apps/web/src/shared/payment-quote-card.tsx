import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/card'
import { Num } from '@qingzhou/ui/number'
import { SkeletonLines } from '@qingzhou/ui/skeleton'
import { Parts } from './bill-parts.tsx'
import type { RepaymentQuote } from './payment-quote.ts'
import { QueryState, type QueryStateProps } from './query-state.tsx'

/** What the picked instalments come to today, and what it is made of. */
export function PaymentQuoteCard({ query }: Pick<QueryStateProps<RepaymentQuote>, 'query'>) {
  return (
    <Card title="本次应还">
      <QueryState
        query={query}
        skeleton={<SkeletonLines count={5} />}
        errorTitle="暂时不能还这一期"
      >
        {({ amount, parts }) => (
          <>
            <Num value={yuan(amount)} yuan size="lg" />
            <Parts parts={parts} total={{ label: '合计', amount }} />
          </>
        )}
      </QueryState>
    </Card>
  )
}
