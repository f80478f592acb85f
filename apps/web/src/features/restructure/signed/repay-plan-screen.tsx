import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { BillInstalment } from '@qingzhou/contract/features/repayment/bills'
import { codes } from '@qingzhou/contract/codes'
import type { PlanDetail } from '@qingzhou/contract/features/restructure'
import { displayYuan, type Money } from '@qingzhou/domain/money/money'
import { Button, ButtonLink, type Unavailable } from '@qingzhou/ui/inputs'
import { Card, Screen } from '@qingzhou/ui/layout'
import { Empty, SkeletonCards } from '@qingzhou/ui/feedback'
import { SettledDrawing } from '@qingzhou/ui/graphics'
import { routes } from '#app/routes.ts'
import { ApiError } from '#platform/api/api-error.ts'
import { addressOf, back, numberInLink } from '#platform/navigation/navigation.ts'
import { continuePayment, placeOrder } from '#shared/payments/payment-order.ts'
import {
  InstalmentPicks,
  NothingToPay,
  payableOf,
  type InstalmentPick,
  usePicks,
} from '#shared/payments/instalment-picks.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import {
  choosePayMethod,
  methodsOf,
  type PayMethod,
  PayMethodList,
} from '#shared/payments/pay-methods.tsx'
import {
  PaymentQuoteCard,
  quoteQuery,
  type RepaymentQuote,
} from '#shared/payments/payment-quote.tsx'
import { FormError } from '#shared/forms/form-error.tsx'
import { clearRequestNo } from '#shared/payments/request-no.ts'
import { planKindNames } from './plan-headline.tsx'
import { restructure, signedPlanQuery } from '#features/restructure/queries.ts'
import { links } from '#features/restructure/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const { title } = routes.restructure.repayPlan

/** The instalments of a signed plan, oldest first: selection, total and payment. */
export default function RepayPlanScreen() {
  const loanNo = numberInLink('loanNo')
  return loanNo === undefined ? (
    <MissingSubject title={title} what="这份分期" />
  ) : (
    <Repay loanNo={loanNo} />
  )
}

function Repay({ loanNo }: { loanNo: string }) {
  const detail = useQuery(signedPlanQuery(loanNo))
  if (detail.data && payableToday(detail.data).length > 0) return <RepayForm detail={detail.data} />
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={detail} skeleton={<SkeletonCards count={2} />}>
        {(found) => <Nothing next={openOf(found)[0]} />}
      </QueryState>
    </Screen>
  )
}

function Nothing({ next }: { next: BillInstalment | undefined }) {
  if (next) return <NothingToPay next={next} payEarly={links.payEarly(next.loanNo)} />
  return (
    <Empty
      title="这份分期已经还清"
      drawing={<SettledDrawing />}
      action={
        <ButtonLink href={links.signedPlans} kind="quiet" fit>
          查看已签方案
        </ButtonLink>
      }
    />
  )
}

function RepayForm({ detail }: { detail: PlanDetail }) {
  const { plan, today } = detail
  const payable = payableToday(detail)
  const { picks, isPicked, toggle } = usePicks(payable)
  const aim = picks.length > 0 ? { kind: 'due' as const, picks: [...picks] } : undefined
  const quote = useQuery({ ...quoteQuery(aim), retry: false })
  const [chosen, setChosen] = useEntryState<string | undefined>('method', undefined)
  const methods = quote.data ? methodsOf(quote.data) : []
  const method = choosePayMethod(methods, chosen)
  const { repay, problem } = useRepayPlan()

  async function confirm() {
    const through = picks.at(-1)?.n
    if (!quote.data || !method || through === undefined) return
    await repay({ loanNo: plan.loanNo, through, amount: quote.data.amount, method })
  }

  return (
    <Screen
      title={title}
      onBack={back}
      footer={
        <Button onPress={confirm} busy={quote.isFetching} {...unavailable(picks, quote, method)}>
          确认还款 {quote.data && displayYuan(quote.data.amount)} 元
        </Button>
      }
    >
      <InstalmentPicks
        title={planKindNames[plan.kind]}
        instalments={payable}
        today={today}
        picks={{ isPicked, toggle }}
      />
      <p className="caption ink-3">请从最早一期还起；选后面的期数会自动勾选前面各期</p>
      {aim && <PaymentQuoteCard query={quote} />}
      {quote.data && (
        <Card title="付款方式">
          <PayMethodList methods={methods} value={method?.id} onChange={setChosen} />
          <ButtonLink kind="text" href={`#${addressOf(routes.cards.bindCard)}`}>
            添加储蓄卡
          </ButtonLink>
        </Card>
      )}
      <FormError of={problem} />
    </Screen>
  )
}

function payableToday(detail: PlanDetail) {
  const { plan, today } = detail
  const payable = payableOf(openOf(detail), plan.next?.n)
  return payable.filter(({ payableFrom }) => payableFrom <= today)
}

function openOf({ instalments }: PlanDetail) {
  return instalments.filter(({ state }) => state !== 'settled')
}

function unavailable(
  picks: readonly InstalmentPick[],
  { data, error }: UseQueryResult<RepaymentQuote>,
  method: PayMethod | undefined,
): { unavailable?: Unavailable } {
  if (picks.length === 0) return { unavailable: { reason: '请选择要还的分期', field: '分期' } }
  if (error) return { unavailable: '暂不能还这一期' }
  if (!data) return { unavailable: '正在计算应还金额' }
  return method ? {} : { unavailable: { reason: '请先选择付款方式', field: '付款方式' } }
}

const REQUEST = 'plan-order'

type Repayment = {
  readonly loanNo: string
  readonly through: number
  /** Exactly the shown amount. */
  readonly amount: Money
  readonly method: PayMethod
}

/**
 * Pays the selected instalments: places the order and opens the SMS code, the app or the result.
 */
function useRepayPlan() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()

  async function repay(repayment: Repayment): Promise<void> {
    setProblem(undefined)
    try {
      await continuePayment(await placeRepayment(repayment), repayment.method)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setProblem(error.message)
      // Without an answer the order stays the same; a refused one gets a new number.
      if (error.code !== codes.accountState && error.code !== codes.invalidField) return
      clearRequestNo(REQUEST)
      await client.invalidateQueries({ queryKey: ['restructure', 'signed'] })
      await client.invalidateQueries({ queryKey: ['repayment', 'quote'] })
    }
  }

  return { repay, problem }
}

async function placeRepayment({ loanNo, through, amount, method }: Repayment) {
  const { payBy, cardId } = method
  const what = [loanNo, through, amount, method.id].join('/')
  return placeOrder({ request: REQUEST, what }, (requestNo) =>
    restructure.repay({ requestNo, loanNo, through, amount, payBy, cardId }, { quiet: true }),
  )
}
