import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import type {
  ForbearanceFigures,
  ForbearanceQuote,
} from '@qingzhou/contract/features/repayment/deferrals'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { Tick } from '@qingzhou/ui/inputs'
import { Card } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { repayment } from '#features/repayment/queries.ts'
import { AgreementLink, AgreementReader } from '#shared/agreements/agreement-ticks.tsx'
import { agreementsToSign } from '#shared/agreements/use-signing.ts'
import { QueryState, type QueryStateProps } from '#shared/pages/query-state.tsx'
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
    queryFn: async ({ signal }): Promise<ForbearanceQuote> => {
      const request = { act: 'quote', loanNo, days } as const
      const { quote } = await repayment.applyForForbearance(request, { signal, quiet: true })
      if (!quote) throw new Error('forbearance: answer without quote')
      return quote
    },
    enabled: isSettled,
    retry: false,
    refetchOnMount: 'always',
  })
  const query = isSettled ? answer : { ...answer, data: undefined, error: null }
  const quote = query.data
  const toSign = useQuery({
    ...agreementsToSign({ eventType: '0402', forbearance: asked, key: quote?.quoteId ?? '' }),
    enabled: quote !== undefined,
  })
  const isAgreed = quote !== undefined && agreedTo === quote.quoteId

  function agree(checked: boolean) {
    setAgreedTo(checked ? quote?.quoteId : undefined)
    setError(undefined)
  }

  /** The agreed quote and text; marks the tick if it is missing. */
  function agreed() {
    setError(isAgreed ? undefined : '请确认延期的费用')
    if (!isAgreed || !toSign.data) return undefined
    const texts = toSign.data.agreements.map(({ code, version }) => ({ code, version }))
    return { quoteId: quote.quoteId, agreed: texts }
  }

  return { query, toSign, isAgreed, agree, agreed, error: isAgreed ? undefined : error }
}

type ForbearanceQuoteState = ReturnType<typeof useForbearanceQuote>

/** What the forbearance costs, the first instalment before and after, and the consent to it. */
export function ForbearanceCost({ quoting }: { quoting: ForbearanceQuoteState }) {
  return (
    <QuoteCard
      query={quoting.query}
      explain={({ validOn }) =>
        `按今天（${validOn}）批准试算：延期的天数按原利率计息，不收罚息和手续费，之后各期按月顺延。审核期间逾期的本金按原利率计息，以批准当天为准`
      }
    >
      {(shown) => (
        <QueryState query={quoting.toSign} skeleton={<SkeletonLines count={1} />}>
          {({ agreements }) => (
            <ConsentTick quoting={quoting} quote={shown} agreements={agreements} />
          )}
        </QueryState>
      )}
    </QuoteCard>
  )
}

interface ConsentTickProps {
  quoting: ForbearanceQuoteState
  quote: ForbearanceQuote
  agreements: readonly Agreement[]
}

/** One tick for the agreement and its cost. */
function ConsentTick({ quoting, quote, agreements }: ConsentTickProps) {
  const { isAgreed, agree, error } = quoting
  const [reading, setReading] = useState<Agreement>()
  const [isOpen, setOpen] = useState(false)

  function read(event: MouseEvent, agreement: Agreement) {
    // Opens over the form: the input is kept, and reading is not consent.
    event.preventDefault()
    setReading(agreement)
    setOpen(true)
  }

  return (
    <>
      <Tick checked={isAgreed} onChange={agree} error={error}>
        我已阅读并同意
        {agreements.map((agreement) => (
          <AgreementLink key={agreement.code} agreement={agreement} onRead={read} />
        ))}
        {/* A word joiner: no line begins with a colon. */}
        {`\u2060：延期 ${quote.days} 天，共多付利息 ${displayYuan(quote.cost)} 元`}
      </Tick>
      {reading && (
        <AgreementReader agreement={reading} open={isOpen} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

interface QuoteCardProps<Quote extends ForbearanceFigures> {
  query: QueryStateProps<Quote>['query']
  /** How the cost is computed. */
  explain: (quote: Quote) => string
  /** Below the explanation. */
  children: (quote: Quote) => ReactNode
}

/** The cost of the days, and the instalment before and after: of a deferral and of a forbearance. */
export function QuoteCard<Quote extends ForbearanceFigures>({
  query,
  explain,
  children,
}: QuoteCardProps<Quote>) {
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
            <p className="caption ink-3">{explain(shown)}</p>
            {children(shown)}
          </>
        )}
      </QueryState>
    </Card>
  )
}
