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
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Agreement } from '@qingzhou/contract/features/agreements'
import type { MallOffer, Delivery } from '@qingzhou/contract/features/mall'
import { boundCardsQuery } from '#shared/payments/cards-queries.ts'
import { agreementsToSign, useSigning } from '#shared/agreements/use-signing.ts'
import { drawFor, quoteQuery, mall, type PurchaseQuote } from './queries.ts'
import { codes } from '@qingzhou/contract/codes'
import { toast } from '@qingzhou/ui/overlays'
import { drawCookie } from '@qingzhou/contract/wire/params'
import { ApiError } from '#platform/api/api-error.ts'
import { storeCookie } from '#platform/browser/cookies.ts'
import { goToVerification } from '#shared/lending/go-to-verification.ts'
import { clearRequestNo, requestNoFor } from '#shared/payments/request-no.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

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

export type PurchaseState = ReturnType<typeof usePurchase>

/** The current purchase: quote, repayment card and agreements. */
export function usePurchase(
  offer: MallOffer,
  { months, open }: { readonly months: number; readonly open: boolean },
) {
  const [chosenCard, chooseCard] = useEntryState<string | undefined>('card', undefined)
  const quote = useQuery({ ...quoteQuery(offer, months), enabled: open })
  const cards = useQuery({ ...boundCardsQuery(), enabled: open })
  const card = cards.data?.find(({ cardId }) => cardId === chosenCard) ?? cards.data?.[0]

  const draw = { ...drawFor(offer, months), purposeCode: 'shopping', cardId: card?.cardId }
  const request = { draw, key: `${quote.data?.quoteId ?? ''}/${card?.cardId ?? ''}` }
  const enabled = open && quote.data !== undefined && card !== undefined
  const loan = useQuery({ ...agreementsToSign({ eventType: '0301', ...request }), enabled })
  const debit = useQuery({ ...agreementsToSign({ eventType: '0302', ...request }), enabled })
  const toSign: readonly Agreement[] | undefined =
    enabled && loan.data && debit.data
      ? [...loan.data.agreements, ...debit.data.agreements]
      : undefined
  const signing = useSigning(toSign ?? [])
  return { quote, cards, card, chooseCard, toSign, signing }
}

const REQUEST = 'mall-purchase'

type Purchase = {
  readonly offerNo: string
  readonly months: number
  readonly quote: PurchaseQuote
  readonly cardId: string
  readonly delivery: Delivery
  readonly agreed: readonly { readonly code: string; readonly version: string }[]
}

/** Buys the quoted offer and opens the verification. A repeated request is one order. */
export function useBuy() {
  const client = useQueryClient()
  return async ({ offerNo, months, quote, cardId, delivery, agreed }: Purchase) => {
    const { quoteId, costSheet } = quote
    const requestNo = requestNoFor(
      REQUEST,
      [offerNo, quoteId, cardId, ...Object.values(delivery)].join('/'),
    )
    const terms = { offerNo, months, cardId, delivery, quoteId, agreed: [...agreed] }
    try {
      const { drawNo, verification } = await mall.buy(
        { ...terms, requestNo, costSheetDigest: costSheet.digest },
        { quiet: true },
      )
      clearRequestNo(REQUEST)
      storeCookie(drawCookie, drawNo)
      await goToVerification(drawNo, verification)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
      const isAnswered = error.code === codes.accountState || error.code === codes.invalidField
      if (!isAnswered) return
      // After a refusal, request the price, quote and limit again.
      clearRequestNo(REQUEST)
      await client.invalidateQueries({ queryKey: ['mall'] })
    }
  }
}
