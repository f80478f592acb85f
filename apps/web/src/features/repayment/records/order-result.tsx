import { useEffect } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { PlanOutline } from '@qingzhou/contract/features/repayment/bills'
import { displayYuan, yuan, ZERO } from '@qingzhou/domain/money/money'
import { ButtonLink } from '@qingzhou/ui/inputs'
import { RefusedDrawing, SettledDrawing, WaitingDrawing } from '@qingzhou/ui/graphics'
import { Num } from '@qingzhou/ui/money'
import { Result, SkeletonCards, SkeletonLines } from '@qingzhou/ui/feedback'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { routes } from '#app/routes.ts'
import { go } from '#platform/navigation/navigation.ts'
import { ServiceContact } from '#shared/pages/service/customer-service.tsx'
import { explanationOf, OrderActions, payerOf, titleOf } from '#shared/payments/order-actions.tsx'
import { resultQuery, type RepaymentResult } from '#shared/payments/payment-order.ts'
import { termText } from '#shared/lending/term-text.ts'
import { formatDay } from '#shared/pages/figures.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { overviewQuery } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'
import { renewPayment } from '../payments/payment-draft.ts'

const { title } = routes.repayment.paymentResult

/** The result of an order, polled until it is final; the page may be left. */
export function OrderResult({ requestNo }: { requestNo: string }) {
  const client = useQueryClient()
  const result = useQuery(resultQuery(requestNo))
  const state = result.data?.state
  useEffect(() => {
    // The debt has changed: invalidate it.
    if (state !== undefined && state !== 'processing') {
      void client.invalidateQueries({ queryKey: ['repayment'], refetchType: 'none' })
    }
  }, [client, state])

  return (
    <Screen title={title} onBack={async () => go(routes.repayment.repayHome, { replace: true })}>
      <QueryState query={result} skeleton={<SkeletonCards count={2} />}>
        {(order) => <Outcome order={order} />}
      </QueryState>
    </Screen>
  )
}

function Outcome({ order }: { order: RepaymentResult }) {
  switch (order.state) {
    case 'paid':
    case 'partly':
      return <Paid order={order} />
    case 'failed':
    case 'closed':
      return <Failed order={order} />
    case 'confirming':
      return <Unconfirmed order={order} />
    default:
      return <Processing order={order} />
  }
}

/** An order in an app waits for the borrower, who may pay or give it up; one at the bank cannot. */
function Processing({ order }: { order: RepaymentResult }) {
  const { underWay } = order
  const isInApp = underWay !== undefined && underWay.payBy !== 'card'
  return (
    <Result
      drawing={<WaitingDrawing />}
      title={isInApp ? titleOf(underWay) : '还款处理中'}
      sentence={`${displayYuan(order.amount)} 元 · ${payerOf(order)}`}
      alive={isInApp ? '正在等待支付应用的结果' : '正在等待银行处理，通常 1 分钟内完成'}
      actions={
        <>
          {isInApp && (
            <OrderActions order={underWay} onGivenUp={async () => chooseAnotherWay(order)} />
          )}
          <ButtonLink kind={isInApp ? 'text' : 'quiet'} href={links.home}>
            返回还款首页
          </ButtonLink>
        </>
      }
    >
      <p className="small ink-2 centre">
        {isInApp ? explanationOf(underWay) : '可以离开此页，有结果会短信通知您，不会重复扣款'}
      </p>
    </Result>
  )
}

/** The cashier with the same bills, if they are known on this phone. */
async function chooseAnotherWay({ kind }: RepaymentResult): Promise<void> {
  if (kind === 'waiver') return go(routes.waiver.payWaiver, { replace: true })
  const query = renewPayment()
  return query
    ? go(routes.repayment.cashier, { query, replace: true })
    : go(routes.repayment.payInstalments, { replace: true })
}

function Paid({ order }: { order: RepaymentResult }) {
  const isLoanSettled = order.settledLoanNos.length > 0
  const done = order.kind === 'waiver' ? links.waiver : links.home
  return (
    <Result
      drawing={<SettledDrawing />}
      title={paidTitle(order)}
      sentence={<Num value={yuan(order.amount)} yuan size="lg" />}
      actions={
        <>
          {isLoanSettled && (
            <ButtonLink href={links.settlementCertificate}>开具结清证明</ButtonLink>
          )}
          <ButtonLink kind={isLoanSettled ? 'quiet' : 'primary'} href={done}>
            完成
          </ButtonLink>
          {order.refundNo !== undefined && (
            <ButtonLink kind="quiet" href={links.refund(order.refundNo)}>
              查看退款
            </ButtonLink>
          )}
        </>
      }
    >
      <p className="small ink-2 centre">
        {payerOf(order)}
        {order.payBy === 'wallet' && '付款'}，已入账
      </p>
      {order.overpaid > 0n && (
        <p className="small ink-2 centre">
          其中 {displayYuan(order.overpaid)} 元为多还款项，将原路退回
        </p>
      )}
      {order.outline && <NewPlan outline={order.outline} />}
      <Standing order={order} />
    </Result>
  )
}

/** The plan of a loan after an early repayment in part. */
function NewPlan({ outline }: { outline: PlanOutline }) {
  const { count, next, endsOn } = outline
  return (
    <Card title="这笔借款的新计划">
      <Pairs
        pairs={[
          { label: '期限', value: termText(outline) },
          { label: '剩余', value: `${count} 期，${endsOn} 还清` },
          {
            label: `下期 ${formatDay(next.dueDate)}`,
            value: `${displayYuan(next.amount)} 元`,
          },
        ]}
      />
    </Card>
  )
}

/** What is left to pay on all loans, when the next payment is due, and the record of this one. */
function Standing({ order: { paymentNo } }: { order: RepaymentResult }) {
  const overview = useQuery(overviewQuery)
  return (
    <Card flush>
      <QueryState query={overview} skeleton={<SkeletonLines count={2} />}>
        {(left) => (
          <List label="还款后">
            <ListRow label="剩余待还本金" value={`${displayYuan(left.principalLeft)} 元`} />
            {left.overdue > 0n && (
              <ListRow
                label="仍有逾期"
                value={<span className="is-overdue">{displayYuan(left.overdue)} 元</span>}
                href={links.payInstalments()}
              />
            )}
            {left.nextDueDate && (
              <ListRow
                label="下一还款日"
                note={formatDay(left.nextDueDate)}
                value={`${displayYuan(left.nextAmount ?? ZERO)} 元`}
                href={links.allDue}
              />
            )}
            <ListRow
              label="还款记录"
              note={paymentNo === undefined ? '分别记入各笔借款' : '本次还款的明细'}
              href={paymentNo === undefined ? links.paymentHistory() : links.payment(paymentNo)}
            />
          </List>
        )}
      </QueryState>
    </Card>
  )
}

/** Money that arrived too late for its purpose is not shown as success. */
function paidTitle({ amount, overpaid, settledLoanNos }: RepaymentResult): string {
  if (overpaid === amount) return '这笔还款无需入账，将原路退回'
  return settledLoanNos.length > 0 ? '还款成功，借款已结清' : '还款成功'
}

function Failed({ order }: { order: RepaymentResult }) {
  return (
    <Result
      drawing={<RefusedDrawing />}
      title={failureOf(order)}
      sentence={order.reason ?? '银行未受理本次扣款'}
      actions={
        <>
          <ButtonLink href={again(order)}>重新还款</ButtonLink>
          <ServiceContact>需要帮助？</ServiceContact>
        </>
      }
    >
      <p className="small ink-2 centre">
        {order.payBy === 'card' ? '没有扣款，请换一张卡，或联系发卡银行' : '没有扣款，可以重新还款'}
      </p>
    </Result>
  )
}

/** A payment that the borrower left or cancelled is no failed debit. */
function failureOf({ state, payBy }: RepaymentResult): string {
  return state === 'failed' && payBy === 'card' ? '扣款失败' : '还款未完成'
}

function Unconfirmed({ order }: { order: RepaymentResult }) {
  return (
    <Result
      drawing={<WaitingDrawing />}
      title="还没有付款"
      sentence={`${displayYuan(order.amount)} 元，确认后才会扣款`}
      actions={<ButtonLink href={again(order)}>重新选择付款方式</ButtonLink>}
    />
  )
}

/** The page to pay the same again. */
function again({ kind }: RepaymentResult): string {
  return kind === 'waiver' ? links.waiver : links.payInstalments()
}
