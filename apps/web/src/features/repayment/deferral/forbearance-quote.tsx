import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReliefQuote } from '@qingzhou/contract/features/delays'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { Tick } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { repayment } from '#features/repayment/queries.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { useDebouncedValue } from '#shared/pages/timers.ts'
import { BeforeAndAfter, forbearanceQuery } from './forbearance-review.tsx'

/** The quote of a forbearance, and whether the borrower has agreed to exactly this quote. */
export function useForbearanceQuote(asked: { readonly loanNo: string; readonly days: number }) {
  const { loanNo, days } = asked
  const [agreedTo, setAgreedTo] = useState<string>()
  const [error, setError] = useState<string>()
  const key = `${loanNo}/${days}`
  const isSettled = useDebouncedValue(key) === key
  const answer = useQuery({
    queryKey: [...forbearanceQuery.queryKey, loanNo, days],
    queryFn: async ({ signal }): Promise<ReliefQuote> => {
      const request = { act: 'quote', loanNo, days } as const
      const { quote } = await repayment.applyForRelief(request, { signal, quiet: true })
      if (!quote) throw new Error('forbearance: answer without quote')
      return quote
    },
    enabled: isSettled,
    retry: false,
    refetchOnMount: 'always',
  })
  const query = isSettled ? answer : { ...answer, data: undefined, error: null }
  const quote = query.data
  const isAgreed = quote !== undefined && agreedTo === quote.quoteId

  function agree(checked: boolean) {
    setAgreedTo(checked ? quote?.quoteId : undefined)
    setError(undefined)
  }

  /** The agreed quote; marks the tick if it is missing. */
  function agreed(): ReliefQuote | undefined {
    setError(isAgreed ? undefined : '请确认延期的费用')
    return isAgreed ? quote : undefined
  }

  return { query, quote, isAgreed, agree, agreed, error: isAgreed ? undefined : error }
}

type ForbearanceQuoteState = ReturnType<typeof useForbearanceQuote>

/** What the forbearance costs, the first instalment before and after, and the consent to it. */
export function ForbearanceCost({ quoting }: { quoting: ForbearanceQuoteState }) {
  const { query, isAgreed, agree, error } = quoting
  return (
    <Card title="延期要多付的利息">
      <QueryState
        query={query}
        skeleton={<SkeletonLines count={5} />}
        errorTitle="暂不支持这样延期"
      >
        {(shown) => (
          <>
            <Num value={yuan(shown.cost)} yuan size="lg" />
            <BeforeAndAfter figures={shown} />
            <p className="caption ink-3">
              {`按今天（${shown.validOn}）批准试算：延期的天数按原利率计息，不收罚息和手续费，之后各期按月顺延。审核期间逾期的本金按原利率计息，以批准当天为准`}
            </p>
            <Tick checked={isAgreed} onChange={agree} error={error}>
              {`我已了解并同意：延期 ${shown.days} 天，共多付利息 ${displayYuan(shown.cost)} 元`}
            </Tick>
          </>
        )}
      </QueryState>
    </Card>
  )
}
