import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { sum } from '@qingzhou/domain/money/money'
import type { Transaction } from '#platform/database/database.ts'
import { inside } from '#platform/database/inside.ts'
import {
  confirmTransfer,
  findDraw,
  lockCustomerBooks,
  lockLoanRow,
  reverseLoan,
} from '#lending/index.ts'
import { loansBeingPaid, refundOwed } from '#features/repayment/index.ts'
import { noteMoved } from '#platform/moved-transfers.ts'
import { enqueueSms } from '#platform/outbox/index.ts'
import type { PurchaseAnswer } from '#providers/mall/port.ts'
import { ProviderFault } from '#providers/provider-fault.ts'
import type { Services } from '#platform/services.ts'
import { lockMallOrder, savePurchase, type MallOrder } from './mall-order-store.ts'
import { returnedMessage } from './messages.ts'
import { settleState } from './settle-state.ts'

type Returned = Extract<PurchaseAnswer, { state: 'returned' }>

/**
 * The mall says that it has paid everything back. The bank is asked whether that is so; then the loan is
 * reversed, what was paid is refunded, and the order ends: all of it together, and once.
 */
export async function settleReturn(
  services: Services,
  order: MallOrder,
  returned: Returned,
): Promise<void> {
  const { returnNo: orderNo } = returned
  // Another number may name money of the same amount that went elsewhere, or was taken for another order.
  if (orderNo !== `${order.orderNo}-return`) {
    throw new ProviderFault('mall', 'paid back under a number of something else')
  }
  await settleState(services, order, { ...returned, state: 'returning' })
  const money = await services.providers.bank.transferState({ orderNo, amount: order.price })
  if (money.state !== 'done') return
  const movedOn = money.on ?? services.today()
  await services.database.inTransaction((tx) =>
    takeBack(tx, services, { order, returned, movedOn }),
  )
}

async function takeBack(
  tx: Transaction,
  services: Services,
  back: { readonly order: MallOrder; readonly returned: Returned; readonly movedOn: LocalDate },
): Promise<void> {
  const { customer, orderNo, loanSeqNo, price } = back.order
  const order = await lockMallOrder(tx, back.order)
  const draw = await findDraw(tx, { customer, drawNo: loanSeqNo })
  if (!order || order.purchase.state === 'returned' || !draw) return
  const { loanNo } = draw
  await lockCustomerBooks(tx, customer)
  await lockLoanRow(tx, { customer, loanNo })
  // A payment that is on its way comes in first; what it paid is then refunded with the rest.
  if ((await loansBeingPaid(tx, customer)).has(loanNo)) return

  const deps = { database: inside(tx), now: services.now }
  const act = (what: string) => ({ customer, requestNo: `${orderNo}-${what}`, actor: 'system' })
  const { refunds } = await reverseLoan(deps, act('reverse'), { loanNo })
  await confirmTransfer(deps, act('return'), { kind: 'return', transferNo: loanNo })
  const { returnNo, reason } = back.returned
  const { movedOn } = back
  const moved = { provider: 'bank', kind: 'return', amount: price, movedOn } as const
  await noteMoved(tx, customer, { orderNo: returnNo, ...moved })
  for (const { refundNo } of refunds) await refundOwed(tx, services, { customer, refundNo })

  const purchase = { ...order.purchase, state: 'returned' } as const
  await savePurchase(tx, order, { purchase, reason, changedAt: services.now() })
  const refunded = sum(refunds.map(({ amount }) => amount))
  const text = returnedMessage(order, { refunded, reason })
  const messageNo = `${orderNo}-returned`
  await enqueueSms(tx, services, { customer, kind: 'purchase-returned', messageNo, text })
}
