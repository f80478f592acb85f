import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { returnableUntil } from '@qingzhou/domain/mall/purchase'
import { sum } from '@qingzhou/domain/money/money'
import { findLoanApplication } from '#features/loans/index.ts'
import {
  askOrPlace,
  nextPollAt,
  type OrderCalls,
  type OrderServices,
} from '#features/order-watch/index.ts'
import { loansBeingPaid, recordRefundDue } from '#features/repayment/index.ts'
import {
  confirmTransfer,
  findDraw,
  lockCustomerBooks,
  lockLoanRow,
  reverseLoan,
} from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { inside, type Transaction } from '@qingzhou/platform/database/database'
import { recordMovedTransfer } from '@qingzhou/providers/records/bank-order-store'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { readWireOrder } from '@qingzhou/providers/records/wire-order-store'
import type { PurchaseAnswer } from '@qingzhou/providers/mall/port'
import { ProviderFault, faultIn } from '@qingzhou/platform/provider-fault'
import type { MallOrder } from './mall-order-store.ts'
import {
  findDelivery,
  findMallOrder,
  findOrderOfDraw,
  lockMallOrder,
  markTold,
  savePurchase,
} from './mall-order-store.ts'
import { returnedMessage, settleDeclinedReturn, settleState } from './settle-state.ts'

type Deps = Pick<Services, 'tasks' | 'now'>
type FollowedPurchase = Pick<MallOrder, 'customer' | 'drawNo' | 'changedAt'>

export async function enqueuePurchaseCheck(
  tx: Transaction,
  { tasks }: Deps,
  { customer, drawNo }: Omit<FollowedPurchase, 'changedAt'>,
): Promise<void> {
  const payload = { customer, drawNo }
  await tasks.add(tx, { kind: 'follow-purchase', payload, key: drawNo })
}

/** The mall sends callbacks; it is also polled, less often the longer nothing changes. */
async function retryPurchaseLater(
  tx: Transaction,
  { tasks, now }: Deps,
  { customer, drawNo, changedAt }: FollowedPurchase,
): Promise<void> {
  const payload = { customer, drawNo }
  const runAt = nextPollAt('mall-order', changedAt, now())
  await tasks.add(tx, { kind: 'follow-purchase', payload, key: drawNo, runAt })
}

/**
 * Advances a purchase by one step: orders it once it is paid for, or asks for its state. It can be
 * killed at any point and run again: the order number is fixed, and once the order may have been
 * sent, the mall is asked before it is sent again.
 */
export async function advancePurchase(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'log' | 'today' | 'businessDate'
  >,
  key: { readonly customer: CustomerNo; readonly drawNo: string },
): Promise<void> {
  const { database } = services
  const order = await findOrderOfDraw(database, key)
  if (!order || order.purchase.state === 'returned') return
  const application = await findLoanApplication(database, key)
  if (application?.state !== 'paid') return

  try {
    await carryOn(services, order)
  } catch (cause) {
    report(services, order, cause)
  }
  const now = await findMallOrder(database, order)
  if (now && (await needsFollowUp(services, now))) {
    await database.inTransaction((tx) => retryPurchaseLater(tx, services, now))
  }
}

/**
 * If the mall does not answer, the task is retried. A refusal by our own books means that the loan
 * was restructured and cannot be reversed: the money is with the bank, and staff decide.
 */
function report({ log }: Pick<Services, 'log'>, { orderNo }: MallOrder, cause: unknown): void {
  if (cause instanceof Refused) {
    log.error('mall.return-not-booked', { orderNo, kind: cause.refusal.kind })
  } else {
    log.warn('mall.order-unknown', { reason: faultIn(cause) })
  }
}

async function carryOn(services: OrderServices, order: MallOrder): Promise<void> {
  const answer = await (order.purchase.state === 'begun'
    ? askOrPlace(services, purchases, order)
    : services.providers.mall.orderState(order.orderNo))
  if (!answer) return
  const { purchase } = order
  const isBack = answer.state === 'returning' || answer.state === 'returned'
  if (purchase.state === 'returning' && purchase.isAskedBack && !isBack) {
    return requestReturn(services, order)
  }
  await settle(services, order, answer)
}

const purchases: OrderCalls<MallOrder, PurchaseAnswer> = {
  noAnswer: 'mall.order-unknown',
  isSent: ({ toldAt }) => toldAt !== undefined,
  ask: (services, { orderNo }) => services.providers.mall.orderState(orderNo),
  place: placePurchase,
}

async function placePurchase(
  services: Pick<Services, 'database' | 'vault' | 'now' | 'providers'>,
  order: MallOrder,
): Promise<PurchaseAnswer> {
  const { customer, orderNo, offerNo, price, drawNo } = order
  const draw = await findDraw(services.database, { customer, drawNo })
  if (!draw) return { state: 'unknown' }
  await markTold(services.database, order, services.now())
  const delivery = await findDelivery(services.database, services, order)
  const { wireNo: paymentNo } = await readWireOrder(services.database, draw.loanNo)
  return services.providers.mall.order({ orderNo, offerNo, price, paymentNo, delivery })
}

/**
 * Requests the return. The call is idempotent, so it is repeated if the mall may not have received
 * it.
 */
async function requestReturn(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers'>,
  order: MallOrder,
): Promise<void> {
  const said = await services.providers.mall.giveBack(order.orderNo)
  if (said.isTaken) return
  const { answer } = said
  if (answer.state === 'unknown' || answer.state === 'returned') return
  await settleDeclinedReturn(services, order, answer)
}

async function settle(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>,
  order: MallOrder,
  answer: PurchaseAnswer,
): Promise<void> {
  if (answer.state === 'unknown') return
  if (answer.state === 'returned') return settleReturn(services, order, answer)
  await settleState(services, order, answer)
}

/** Until the purchase is returned, or can no longer be returned. */
async function needsFollowUp(
  { businessDate }: Pick<Services, 'businessDate'>,
  { purchase }: MallOrder,
) {
  if (purchase.state === 'returned') return false
  const until = returnableUntil(purchase)
  return until === undefined || (await businessDate()) <= until
}

type ReturnedPurchase = Extract<PurchaseAnswer, { state: 'returned' }>

/**
 * The mall reports that it has refunded the price. The bank is asked to confirm; then the loan is
 * reversed, payments are refunded, and the order ends, in one transaction and once.
 */
export async function settleReturn(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'today'>,
  order: MallOrder,
  returned: ReturnedPurchase,
): Promise<void> {
  const { customer, orderNo, drawNo, price: amount } = order
  const { returnNo, returnedAt = order.begunAt } = returned
  // Another number could refer to a transfer of the same amount for another order.
  if (returnNo !== `${orderNo}return` && returnNo !== `${orderNo}-return`) {
    throw new ProviderFault('mall', 'paid back under a number of something else')
  }
  await settleState(services, order, { ...returned, state: 'returning' })
  const draw = await findDraw(services.database, { customer, drawNo })
  if (!draw) return
  // The mall's own transfer at the bank, so number and time are the mall's.
  const theirs = { wireNo: returnNo, orderedAt: returnedAt, amount }
  const returnOf = await readWireOrder(services.database, draw.loanNo)
  const money = await services.providers.bank.transferState({ ...theirs, returnOf })
  if (money.state !== 'done') return
  const movedOn = money.on ?? services.today()
  await services.database.inTransaction((tx) =>
    takeBack(tx, services, { order, returned, movedOn }),
  )
}

async function takeBack(
  tx: Transaction,
  services: Pick<Services, 'vault' | 'tasks' | 'now'>,
  back: {
    readonly order: MallOrder
    readonly returned: ReturnedPurchase
    readonly movedOn: LocalDate
  },
): Promise<void> {
  const { customer, orderNo, drawNo, price } = back.order
  const order = await lockMallOrder(tx, back.order)
  const draw = await findDraw(tx, { customer, drawNo })
  if (!order || order.purchase.state === 'returned' || !draw) return
  const { loanNo } = draw
  await lockCustomerBooks(tx, customer)
  await lockLoanRow(tx, { customer, loanNo })
  // A payment in progress is booked first; it is then refunded with the rest.
  if ((await loansBeingPaid(tx, customer)).has(loanNo)) return

  const deps = { database: inside(tx), now: services.now }
  const act = (what: string) => ({ customer, requestNo: `${orderNo}-${what}`, actor: 'system' })
  const { refunds } = await reverseLoan(deps, act('reverse'), { loanNo })
  await confirmTransfer(deps, act('return'), { kind: 'return', transferNo: loanNo })
  const { returnNo, reason } = back.returned
  const { movedOn } = back
  const moved = { provider: 'bank', kind: 'return', amount: price, movedOn } as const
  await recordMovedTransfer(tx, customer, { orderNo: returnNo, ...moved })
  for (const { refundNo } of refunds) await recordRefundDue(tx, services, { customer, refundNo })

  const purchase = { ...order.purchase, state: 'returned' } as const
  await savePurchase(tx, order, { purchase, reason, changedAt: services.now() })
  const refunded = sum(refunds.map(({ amount }) => amount))
  const sms = returnedMessage(order, { refunded, reason })
  const messageNo = `${orderNo}-returned`
  await enqueueSms(tx, services, { customer, messageNo, sms })
}
