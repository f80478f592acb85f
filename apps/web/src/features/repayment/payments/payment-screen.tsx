import { useQuery } from '@tanstack/react-query'
import { displayYuan, yuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, Pairs, Screen } from '@qingzhou/ui/layout'
import { Num } from '@qingzhou/ui/money'
import { SkeletonCards } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { QueryState } from '#shared/pages/query-state.tsx'
import { MissingSubject } from '#shared/pages/missing-subject.tsx'
import { Parts } from '#shared/lending/bill-parts.tsx'
import { kindNames, payerOf } from './payment-labels.ts'
import { paymentQuery } from '#features/repayment/queries.ts'
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
            <Card title={kindNames[payment.kind]}>
              <Num value={yuan(payment.amount)} yuan size="xl" />
              <Pairs
                pairs={[
                  { label: '入账日期', value: payment.paidOn },
                  { label: '付款方式', value: payerOf(payment) },
                  { label: '还款编号', value: payment.paymentNo },
                ]}
              />
            </Card>
            {allocations.map(({ loanNo, n, parts }) => (
              <Card key={`${loanNo}.${n}`} title={`第 ${n} 期`}>
                <Parts parts={parts} total={{ label: '本期已还' }} />
              </Card>
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
