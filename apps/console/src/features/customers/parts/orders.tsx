import type { ShownOrder } from '@qingzhou/contract/features/console/customers'
import { useQuery } from '@tanstack/react-query'
import { customerMessages } from '#shared/catalogue/customers.ts'
import { partMessages } from '#shared/catalogue/customer-parts.ts'
import { useMessages } from '#platform/catalogue.ts'
import { amountText, momentText } from '#platform/figures.ts'
import { Card, PlainTable, StateText } from '#shared/parts/card.tsx'
import { Part } from '#shared/parts/states.tsx'
import { customerQueries } from '../calls.ts'
import { useWords } from '#shared/catalogue/words.ts'
import { useActorName } from './event-text.ts'

const WAITING = new Set(['confirming', 'processing', 'verifying', 'owed', 'sent'])

/** Orders with what the provider was sent and what it answered. */
export function Orders({ customer }: { readonly customer: string }) {
  const messages = useMessages(partMessages)
  const names = useMessages(customerMessages)
  const query = useQuery(customerQueries.orders(customer))
  return (
    <Card title={messages.orders} aside={names.unitYuan}>
      <Part query={query}>
        {({ orders }) => (
          <PlainTable
            label={messages.orders}
            rows={orders}
            noOf={({ kind, orderNo }) => `${kind} ${orderNo}`}
            empty={messages.noOrders}
            columns={[
              {
                head: names.order,
                renderCell: ({ orderNo }) => <span className="id">{orderNo}</span>,
              },
              { head: messages.kind, renderCell: ({ kind }) => messages[kind] },
              {
                head: names.amount,
                align: 'right',
                renderCell: ({ amount }) => amountText(amount),
              },
              { head: names.time, align: 'gap', renderCell: ({ at }) => momentText(at) },
              { head: messages.placedBy, renderCell: (order) => <PlacedBy order={order} /> },
              { head: messages.providerNo, renderCell: (order) => <Trace order={order} /> },
              { head: names.state, renderCell: (order) => <OrderState order={order} /> },
            ]}
          />
        )}
      </Part>
    </Card>
  )
}

function Trace({ order: { trace } }: { readonly order: ShownOrder }) {
  if (!trace) return '—'
  return (
    <>
      <span className="id">{trace.wireNo}</span>
      {trace.reference && <span className="cap c3"> {trace.reference}</span>}
    </>
  )
}

/** The system places a repayment on its due day. */
function PlacedBy({ order }: { readonly order: ShownOrder }) {
  const messages = useMessages(partMessages)
  const actorName = useActorName()
  const isDebit = order.kind === 'repayment' && order.who === 'system'
  return isDebit ? messages.dueDebit : actorName(order)
}

function OrderState({ order: { state, reason } }: { readonly order: ShownOrder }) {
  const words = useWords()
  const tone = state === 'failed' ? 'fail' : WAITING.has(state) ? 'wait' : 'done'
  return (
    <StateText tone={tone}>
      {words(state)}
      {reason && ` · ${reason}`}
    </StateText>
  )
}
