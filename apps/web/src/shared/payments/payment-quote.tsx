import { queryOptions } from '@tanstack/react-query'
import { type RepaymentAim, repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import { yuan } from '@qingzhou/domain/money/money'
import { Card } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { callsOf } from '#platform/api/api.ts'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { QueryState, type QueryStateProps } from '#shared/pages/query-state.tsx'

const { quote } = callsOf('repayment', { quote: repaymentShapes.quote })

export type RepaymentQuote = Output<typeof repaymentShapes.quote>

/** Query of the cost of a payment. Query keys are text, so amounts are formatted. */
export function quoteQuery(aim: RepaymentAim | undefined) {
  return queryOptions({
    queryKey: ['repayment', 'quote', aim === undefined ? '' : keyOf(aim)],
    enabled: aim !== undefined,
    queryFn: async ({ signal }) => {
      if (!aim) throw new Error('payment quote: nothing to pay')
      return quote({ aim }, { signal, quiet: true })
    },
    // The amount owed may have changed: request it whenever a page opens.
    refetchOnMount: 'always',
  })
}

function keyOf(aim: RepaymentAim): string {
  if (aim.kind === 'due') return aim.picks.map(({ loanNo, n }) => `${loanNo}.${n}`).join('+')
  if (aim.kind === 'earlyFull') return `full/${aim.loanNo}`
  return `part/${aim.loanNo}/${aim.amount}/${aim.keep ?? ''}`
}

/** The amount of the selected instalments today, with its parts. */
export function PaymentQuoteCard({ query }: Pick<QueryStateProps<RepaymentQuote>, 'query'>) {
  return (
    <Card title="本次应还">
      <QueryState query={query} skeleton={<SkeletonLines count={5} />} errorTitle="暂不能还这一期">
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
