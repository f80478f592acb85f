import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { termNames } from '@qingzhou/contract/wire/names'
import { onWire } from '@qingzhou/contract/wire/renamed'
import { yuan } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressWithQuery } from '#platform/navigation/navigation.ts'
import { formatPercent } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { feesLine, PlanOutline } from '#shared/lending/plan-outline.tsx'
import { rateQuery, type Quote } from './queries.ts'
import type { DrawState } from './use-draw.ts'

/** The quote of the current terms. Keeps its height while loading. */
export function QuoteCard({ draw }: { draw: DrawState }) {
  const missing = missingText(draw)
  const hint = missing && <p className="small ink-2">{missing}，再查看每期应还</p>
  if (draw.draft.months === undefined) return <OwnRate>{hint}</OwnRate>

  return (
    <Card>
      <div className="quote">
        {hint ?? (
          <QueryState
            query={draw.quote}
            skeleton={<SkeletonLines count={5} label="正在试算" />}
            errorTitle="试算失败"
          >
            {(quote) => <QuoteFigures quote={quote} planLink={planLinkOf(draw)} />}
          </QueryState>
        )}
      </div>
    </Card>
  )
}

/** Before anything is chosen: the price of borrowing, and how to see the instalments. */
function OwnRate({ children }: { children: ReactNode }) {
  const rate = useQuery(rateQuery)
  return (
    <Card title="您的借款利率">
      <QueryState query={rate} skeleton={<SkeletonLines count={2} />} errorTitle="利率查询失败">
        {({ annualRate, ...reference }) => (
          <Pairs
            pairs={[
              { label: '年化利率（单利）', value: formatPercent(annualRate) },
              ...referenceRate(reference),
            ]}
          />
        )}
      </QueryState>
      {children}
    </Card>
  )
}

/** What the user must correct before a quote is requested. */
function missingText({ draft, amountError }: DrawState): string | undefined {
  if (draft.months === undefined) return '请先选择金额和期限'
  if (draft.amount === '') return '请先填写借款金额'
  return amountError === undefined ? undefined : '请先修改借款金额'
}

function QuoteFigures({ quote, planLink }: { quote: Quote; planLink: string }) {
  const rate = useQuery(rateQuery)
  return (
    <div className="stack stack-3">
      <PlanOutline plan={quote.plan} />
      <Pairs pairs={figuresOf(quote, rate.data)} />
      <ButtonLink kind="quiet" href={planLink}>
        查看还款计划
      </ButtonLink>
    </div>
  )
}

/** The plan of these terms on a page of its own; the form keeps its draft. */
function planLinkOf({ terms, couponNo }: DrawState): string {
  const query = terms && {
    amount: yuan(terms.amount),
    months: String(terms.months),
    method: terms.method,
    couponNo,
  }
  return `#${addressWithQuery(routes.repayment.instalmentList.path, onWire<string | undefined>(query ?? {}, termNames))}`
}

function figuresOf(quote: Quote, rate: { lpr: bigint; lprOn: string } | undefined) {
  return [
    { label: '总利息', value: <Num value={yuan(quote.totalInterest)} yuan /> },
    ...feesLine(quote),
    ...(quote.totalDiscount > 0n
      ? [
          {
            label: '优惠减免',
            value: <Num value={`-${yuan(quote.totalDiscount)}`} yuan tone="incoming" />,
          },
        ]
      : []),
    { label: '还款合计', value: <Num value={yuan(quote.totalAmount)} yuan /> },
    { label: '年化利率（单利）', value: formatPercent(quote.annualRate) },
    ...(formatPercent(quote.annualCost) === formatPercent(quote.annualRate)
      ? []
      : [{ label: '综合年化成本（单利）', value: formatPercent(quote.annualCost) }]),
    ...referenceRate(rate),
  ]
}

function referenceRate(rate: { lpr: bigint; lprOn: string } | undefined) {
  return rate ? [{ label: `一年期 LPR（${rate.lprOn}）`, value: formatPercent(rate.lpr) }] : []
}
