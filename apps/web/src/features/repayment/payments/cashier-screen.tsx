import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codes } from '@qingzhou/contract/codes'
import type { RepaymentAim } from '@qingzhou/contract/features/repayment'
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
import { continuePayment } from '#shared/payments/payment-order.ts'
import { methodsOf, type PayMethod, PayMethodList } from '#shared/payments/pay-methods.tsx'
import { quoteQuery, type RepaymentQuote } from '#shared/payments/payment-quote.tsx'
import { QueryState } from '#shared/pages/query-state.tsx'
import { renewPayment, usePaymentDraft } from './payment-draft.ts'
import { repayment } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'
import { keepNames } from './part-plans.tsx'

const { title } = routes.repayment.cashier

/** The payment method: card, payment app or messaging app. */
export default function CashierScreen() {
  const { aim, repaySeqNo } = usePaymentDraft()
  if (aim && repaySeqNo !== undefined) return <Cashier aim={aim} repaySeqNo={repaySeqNo} />
  return (
    <Screen title={title} onBack={back}>
      <Empty
        title="还没有选要还的账单"
        action={
          <ButtonLink href={links.payInstalments()} kind="quiet" fit>
            去选账单
          </ButtonLink>
        }
      >
        先选要还哪几期，再来付款
      </Empty>
    </Screen>
  )
}

function Cashier({ aim, repaySeqNo }: { aim: RepaymentAim; repaySeqNo: string }) {
  const client = useQueryClient()
  const quote = useQuery(quoteQuery(aim))
  const [chosen, setChosen] = useState<string>()
  const methods = quote.data ? methodsOf(quote.data) : []
  const method = methods.find(({ id }) => id === chosen) ?? methods[0]

  async function confirm() {
    if (!quote.data || !method) return
    // A newer quote that is not rendered yet: only the shown amount may be paid.
    if (client.getQueryData(quoteQuery(aim).queryKey) !== quote.data) return
    try {
      await pay({ aim, repaySeqNo, quote: quote.data, method })
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
        <Button
          onPress={confirm}
          busy={quote.isFetching}
          {...(!method && { unavailable: '请先选择付款方式' })}
        >
          确认还款 {quote.data && displayYuan(quote.data.amount)} 元
        </Button>
      }
    >
      <QueryState query={quote} skeleton={<SkeletonCards count={2} />}>
        {(data) => (
          <div className="stack stack-3">
            <Amount quote={data} aim={aim} />
            <Card title="付款方式">
              <PayMethodList methods={methods} value={method?.id} onChange={setChosen} />
              <ButtonLink kind="text" href={`#${addressOf(routes.cards.bindCard)}`}>
                添加储蓄卡
              </ButtonLink>
            </Card>
          </div>
        )}
      </QueryState>
    </Screen>
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
      <p className="caption ink-3">金额以今天（{quote.validOn}）为准，扣多少就是多少</p>
    </Card>
  )
}

/**
 * Places the order for the quoted amount and opens the SMS code, the app's page or the result. A
 * repeated tap without an answer is the same order.
 */
async function pay(paying: {
  readonly aim: RepaymentAim
  readonly repaySeqNo: string
  readonly quote: RepaymentQuote
  readonly method: PayMethod
}): Promise<void> {
  const { aim, repaySeqNo, quote, method } = paying
  const { payBy, cardId } = method
  const placed = await repayment.place(
    { repaySeqNo, aim, quoteId: quote.quoteId, payBy, cardId },
    { quiet: true },
  )
  return continuePayment(placed, method)
}
