import { useInfiniteQuery } from '@tanstack/react-query'
import { displayYuan } from '@qingzhou/domain/money/money'
import { Card, List, ListRow, Screen, TabPanel, Tabs } from '@qingzhou/ui/layout'
import { Empty } from '@qingzhou/ui/feedback'
import { routes } from '#app/routes.ts'
import { back, numberInLink } from '#platform/navigation/navigation.ts'
import { Paged } from '#shared/pages/paged.tsx'
import { kindNames, payerOf, reversalOf } from './payment-labels.ts'
import {
  type PaymentFilter,
  paymentHistoryQuery,
  type PaymentOfList,
} from '#features/repayment/queries.ts'
import { links } from '#features/repayment/links.ts'
import { useEntryState } from '#shared/forms/entry-state.ts'

const TABS = 'payment-history'

const filters: readonly { value: PaymentFilter; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'due', label: '按期还款' },
  { value: 'early', label: '提前还款' },
  { value: 'other', label: '其他' },
]

/** All payments, newest first. */
export default function PaymentHistoryScreen() {
  const [filter, setFilter] = useEntryState<PaymentFilter>('filter', 'all')
  const history = useInfiniteQuery(paymentHistoryQuery(filter, numberInLink('loanNo')))
  return (
    <Screen
      title={routes.repayment.paymentHistory.title}
      onBack={back}
      top={<Tabs id={TABS} label="筛选" tabs={filters} value={filter} onChange={setFilter} />}
    >
      <TabPanel tabs={TABS} value={filter}>
        <Paged
          query={history}
          itemsOf={({ payments }) => payments}
          empty={<Empty title="还没有还款记录">第一次还款后，会列在这里</Empty>}
        >
          {(payments) => <PaymentRows payments={payments} />}
        </Paged>
      </TabPanel>
    </Screen>
  )
}

function PaymentRows({ payments }: { payments: readonly PaymentOfList[] }) {
  return (
    <Card flush>
      <List label="还款">
        {payments.map((payment) => (
          <ListRow
            key={payment.paymentNo}
            label={
              payment.reversedOn
                ? `${kindNames[payment.kind]}（${reversalOf(payment)}）`
                : kindNames[payment.kind]
            }
            note={payerOf(payment)}
            value={
              <span className="stack tabular">
                <strong>{displayYuan(payment.amount)}</strong>
                <span className="caption ink-3">{payment.paidOn}</span>
              </span>
            }
            href={links.payment(payment.paymentNo)}
          />
        ))}
      </List>
    </Card>
  )
}
