import { yuan } from '@qingzhou/domain/money/money'
import { List, ListRow, Pairs } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonLines } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { addressOf } from '#platform/navigation/navigation.ts'
import { ChooseRow } from '#shared/forms/choose-row.tsx'
import { formatPercent } from '#shared/pages/figures.ts'
import { feesLine, PlanOutline, WholePlanButton } from '#shared/lending/plan-outline.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import type { PurchaseQuote } from './queries.ts'
import type { PurchaseState } from './use-purchase.ts'

/** The costs of this borrower and the repayment card. */
export function OwnQuote({ purchase }: { purchase: PurchaseState }) {
  const { quote } = purchase
  return (
    <div className="stack stack-4">
      <QueryState
        query={quote}
        skeleton={<SkeletonLines count={5} label="正在试算" />}
        errorTitle="暂时不能分期购买"
      >
        {(data) => <Figures quote={data} />}
      </QueryState>
      {quote.data && <CardRow purchase={purchase} />}
    </div>
  )
}

function Figures({ quote }: { quote: PurchaseQuote }) {
  return (
    <div className="stack stack-3">
      <PlanOutline plan={quote.plan} />
      <Pairs
        pairs={[
          { label: '总利息', value: <Num value={yuan(quote.totalInterest)} yuan /> },
          ...feesLine(quote),
          { label: '还款合计', value: <Num value={yuan(quote.totalAmount)} yuan /> },
          { label: '年化利率（单利）', value: formatPercent(quote.annualRate) },
          ...(quote.totalFees > 0n
            ? [{ label: '综合年化成本（单利）', value: formatPercent(quote.annualCost) }]
            : []),
        ]}
      />
      <WholePlanButton plan={quote.plan} note="以付款当日为准：付款日即起息日，每月同日还款" />
    </div>
  )
}

const toBindCard = `#${addressOf(routes.cards.bindCard)}`

function CardRow({ purchase: { cards, card, chooseCard } }: { purchase: PurchaseState }) {
  return (
    <List label="扣款">
      {cards.data?.length === 0 ? (
        <ListRow label="每期扣款卡" value="添加储蓄卡" href={toBindCard} />
      ) : (
        <ChooseRow
          label="每期扣款卡"
          options={(cards.data ?? []).map(({ cardId, bankName, lastFour }) => ({
            value: cardId,
            label: `${bankName}（${lastFour}）`,
          }))}
          value={card?.cardId}
          onChange={chooseCard}
          note="每期应还从这张卡扣款；价款直接付给商城，不经过您的卡"
          more={{ label: '添加储蓄卡', href: toBindCard }}
        />
      )}
    </List>
  )
}
