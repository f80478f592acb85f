import { type QueryState as State, useQuery, useQueryClient } from '@tanstack/react-query'
import { codes } from '@qingzhou/contract/codes'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment/repayment'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Button, ButtonLink } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { Num } from '@qingzhou/ui/money'
import { toast } from '@qingzhou/ui/overlays'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { addressOf, back } from '#platform/navigation/navigation.ts'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { debitAgreementQuery, signingLink } from '#shared/payments/cards-queries.ts'
import { continuePayment } from '#shared/payments/payment-order.ts'
import {
  choosePayMethod,
  methodsOf,
  type PayMethod,
  PayMethodList,
} from '#shared/payments/pay-methods.tsx'
import { pollDelayMs } from '#shared/pages/timers.ts'
import { quoteQuery, type RepaymentQuote } from '#shared/payments/payment-quote.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { renewPayment, usePaymentDraft } from './payment-draft.ts'
import { repayment } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'
import { keepNames } from './part-plans.tsx'
import { UnderWayCard } from './under-way-card.tsx'

const { title } = routes.repayment.cashier

/** The payment method: card, payment app or messaging app. */
export default function CashierScreen() {
  const { aim, requestNo } = usePaymentDraft()
  if (aim && requestNo !== undefined) return <Cashier aim={aim} requestNo={requestNo} />
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="还没有选择账单"
        action={
          <ButtonLink href={links.payInstalments()} kind="quiet" fit>
            选择账单
          </ButtonLink>
        }
      >
        请先选择要还的账单，再付款
      </Empty>
    </Screen>
  )
}

function Cashier({ aim, requestNo }: { aim: RepaymentAim; requestNo: string }) {
  const client = useQueryClient()
  const quote = useQuery({ ...quoteQuery(aim), refetchInterval: pollOrder })
  const [chosen, setChosen] = useEntryState<string | undefined>('method', undefined)
  const methods = quote.data ? methodsOf(quote.data) : []
  const method = choosePayMethod(methods, chosen)
  const order = quote.data?.order

  async function confirm() {
    if (!quote.data || !method) return
    // A newer quote that is not rendered yet: only the shown amount may be paid.
    if (client.getQueryData(quoteQuery(aim).queryKey) !== quote.data) return
    try {
      await pay({ aim, requestNo, quote: quote.data, method })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message)
      // A refused order is placed again; without an answer the order stays the same.
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      renewPayment()
      await quote.refetch()
    }
  }

  return (
    <Screen
      title={title}
      onBack={back}
      footer={
        !order && (
          <Button
            onPress={confirm}
            busy={quote.isFetching}
            {...(!method && { unavailable: { reason: '请先选择付款方式', field: '付款方式' } })}
          >
            确认还款 {quote.data && displayYuan(quote.data.amount)} 元
          </Button>
        )
      }
    >
      <QueryState query={quote} skeleton={<SkeletonCards count={2} />}>
        {(data) => (
          <div className="stack stack-3">
            {data.order && (
              <UnderWayCard order={data.order} onGivenUp={() => void renewPayment()} />
            )}
            <Amount quote={data} aim={aim} />
            {!data.order && (
              <Card title="付款方式">
                <PayMethodList methods={methods} value={method?.id} onChange={setChosen} />
                <WithoutCode cardId={method?.cardId} />
                <ButtonLink kind="text" href={`#${addressOf(routes.cards.bindCard)}`}>
                  添加储蓄卡
                </ButtonLink>
              </Card>
            )}
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

/** While an order is under way, the quote says when it has ended. */
function pollOrder({ state }: { state: State<RepaymentQuote> }): number | false {
  return state.data?.order?.state === 'processing' ? pollDelayMs(state.dataUpdateCount) : false
}

/** Whether the chosen card pays without an SMS code, and the page where that is agreed. */
function WithoutCode({ cardId }: { cardId: string | undefined }) {
  const agreement = useQuery(debitAgreementQuery(cardId))
  if (cardId === undefined || !agreement.data) return null
  if (agreement.data.isSigned) {
    return (
      <p className="small ink-2">
        该卡已开通免验证码还款，确认后直接扣款。<a href={links.myCards}>管理</a>
      </p>
    )
  }
  return (
    <ButtonLink kind="text" href={signingLink(cardId)}>
      开通免验证码还款
    </ButtonLink>
  )
}

function Amount({ quote, aim }: { quote: RepaymentQuote; aim: RepaymentAim }) {
  return (
    <Card title="本次还款">
      <Num value={yuan(quote.amount)} yuan size="xl" />
      <Parts parts={quote.parts} total={{ label: '合计', amount: quote.amount }} />
      {aim.kind === 'earlyPart' && aim.keep && (
        <p className="small ink-2">剩余部分：{keepNames[aim.keep]}</p>
      )}
      <p className="caption ink-3">金额以今天（{quote.validOn}）为准，实际扣款与此金额一致</p>
    </Card>
  )
}

/**
 * Places the order for the quoted amount and opens the SMS code, the app's page or the result. A
 * repeated tap without an answer is the same order.
 */
async function pay(paying: {
  readonly aim: RepaymentAim
  readonly requestNo: string
  readonly quote: RepaymentQuote
  readonly method: PayMethod
}): Promise<void> {
  const { aim, requestNo, quote, method } = paying
  const { payBy, cardId } = method
  const placed = await repayment.place(
    { requestNo, aim, quoteId: quote.quoteId, payBy, cardId },
    { quiet: true },
  )
  return continuePayment(placed, method)
}
