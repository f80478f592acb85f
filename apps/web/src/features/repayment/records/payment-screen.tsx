import { useQuery } from '@tanstack/react-query'
import type { BillParts } from '@qingzhou/contract/features/repayment/bills'
import { add, displayYuan, sum, yuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, Pairs, Screen, Table } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { Banner, Chip, SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { kindNames, payerOf, reversalOf } from './payment-labels.ts'
import { type PaymentDetail, paymentQuery } from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'

const { title } = routes.repayment.payment

/** One payment and its allocation. */
export default function PaymentScreen() {
  const paymentNo = numberInLink('paymentNo')
  if (paymentNo === undefined) return <MissingSubject title={title} what="这笔还款" />
  return <Payment paymentNo={paymentNo} />
}

function Payment({ paymentNo }: { paymentNo: string }) {
  const query = useQuery(paymentQuery(paymentNo))
  return (
    <Screen title={title} onBack={back}>
      <QueryState query={query} skeleton={<SkeletonCards count={2} />}>
        {({ payment, allocations, waived, refundNo }) => (
          <div className="stack stack-3">
            <Summary payment={payment} />
            {payment.loanNos.map((loanNo) => (
              <Allocations
                key={loanNo}
                loanNo={payment.loanNos.length > 1 ? loanNo : undefined}
                allocations={allocations.filter((one) => one.loanNo === loanNo)}
              />
            ))}
            {waived && (
              <Card title="减免金额" note="这部分无需再还">
                <Parts parts={waived} total={{ label: '减免合计' }} />
              </Card>
            )}
            {refundNo !== undefined && (
              <Card flush>
                <List label="退款">
                  <ListRow
                    label="多还的部分"
                    note="原路退回"
                    value={<span className="is-incoming">+{displayYuan(payment.overpaid)}</span>}
                    href={links.refund(refundNo)}
                  />
                </List>
              </Card>
            )}
          </div>
        )}
      </QueryState>
    </Screen>
  )
}

/** The amount, how it was paid, and why it no longer counts. */
function Summary({ payment }: Pick<PaymentDetail, 'payment'>) {
  return (
    <>
      <Card
        title={kindNames[payment.kind]}
        trailing={payment.reversedOn && <Chip tone="overdue">{reversalOf(payment)}</Chip>}
      >
        <Num value={yuan(payment.amount)} yuan size="xl" />
        <Pairs
          pairs={[
            { label: '入账日期', value: payment.paidOn },
            { label: '付款方式', value: payerOf(payment) },
            ...(payment.reversedOn
              ? [
                  {
                    label: payment.wasBookedWrongly ? '更正日期' : '撤销日期',
                    value: payment.reversedOn,
                  },
                ]
              : []),
            { label: '还款编号', value: payment.paymentNo },
          ]}
        />
      </Card>
      {payment.reversedOn && (
        <Banner tone="overdue">
          {payment.wasBookedWrongly
            ? '这笔还款此前误记到这笔借款，现已更正，相应账单恢复为待还。下面是更正前的入账明细。'
            : '银行或支付应用已退回这笔款项，还款已撤销，相应账单恢复为待还。下面是撤销前的入账明细。'}
        </Banner>
      )}
    </>
  )
}

type Allocation = PaymentDetail['allocations'][number]

interface AllocationsProps {
  /** Named if the payment was for several loans. */
  loanNo: string | undefined
  allocations: readonly Allocation[]
}

/** What was paid on a loan: the sum, and the instalments if there are several. */
function Allocations({ loanNo, allocations }: AllocationsProps) {
  const [first] = allocations
  if (!first) return null
  const total = allocations.map(({ parts }) => parts).reduce(addParts)
  const isOne = allocations.length === 1
  return (
    <Card
      title={isOne ? `第 ${first.n} 期` : `还了 ${allocations.length} 期`}
      note={loanNo && `借据 ${loanNo}`}
    >
      <Parts parts={total} total={{ label: isOne ? '本期已还' : '已还合计' }} />
      {!isOne && (
        <Table
          caption="每期已还"
          columns={[
            { label: '期数' },
            { label: '已还', align: 'end' },
            { label: '本金', align: 'end' },
            { label: '利息', align: 'end' },
          ]}
          rows={allocations.map(({ n, parts }) => ({
            key: String(n),
            cells: [
              `第 ${n} 期`,
              <PaidAmount key="paid" parts={parts} />,
              displayYuan(parts.principal),
              displayYuan(parts.interest),
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** What has no column is named below the amount, so that every row adds up. */
function PaidAmount({ parts }: { parts: BillParts }) {
  const { penalty, fee } = parts
  return (
    <span className="stack tabular">
      <span>{displayYuan(sum(Object.values(parts)))}</span>
      {penalty > 0n && <span className="caption ink-3">含罚息 {displayYuan(penalty)}</span>}
      {fee > 0n && <span className="caption ink-3">含费用 {displayYuan(fee)}</span>}
    </span>
  )
}

function addParts(left: BillParts, right: BillParts): BillParts {
  return {
    principal: add(left.principal, right.principal),
    interest: add(left.interest, right.interest),
    penalty: add(left.penalty, right.penalty),
    fee: add(left.fee, right.fee),
  }
}
