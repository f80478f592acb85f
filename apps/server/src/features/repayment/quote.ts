import type { OrderUnderWay } from '@qingzhou/contract/features/payment-orders'
import type { RepaymentAim, repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { readCards, type Card } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { canReopen } from './orders/app-order.ts'
import { payingCardsOf } from './orders/card-limits.ts'
import { findOrderUnderWay, type Order } from './orders/order-store.ts'
import { needsCode } from './orders/place-repayment.ts'
import { quoteRepayment } from './orders/quote-repayment.ts'
import { readBills } from './read-bills.ts'

/** Quotes a repayment today; an order takes exactly this amount. */
export async function quote(
  services: Services,
  caller: SignedInCaller,
  { aim }: { readonly aim: RepaymentAim },
): Promise<Output<(typeof repaymentShapes)['quote']>> {
  const { customer } = caller.session
  const { database } = services
  const bills = await readBills(services, customer)
  const quoted = quoteRepayment(bills, aim)
  const cards = await readCards(database, services, customer)
  const { quoteId, orderLines } = quoted
  const loanNos = orderLines.map(({ loanNo }) => loanNo)
  const order = await findOrderUnderWay(database, { customer, loanNos, quoteId })
  return {
    amount: quoted.amount,
    parts: { ...quoted.parts },
    lines: quoted.lines.map((line) => ({ ...line, parts: { ...line.parts } })),
    saving: quoted.saving,
    before: quoted.before && [...quoted.before],
    after: quoted.after && [...quoted.after],
    validOn: quoted.validOn,
    quoteId,
    cards: await payingCardsOf(database, bills.today, { customer, cards }),
    payMethods: ['card', 'wallet', 'messenger'],
    order: order && (await underWay(services, order, cards)),
  }
}

/** The order that a payment of the same loans would meet, and what the borrower can do about it. */
async function underWay(
  services: Services,
  order: Order,
  cards: readonly Card[],
): Promise<OrderUnderWay> {
  const { requestNo, amount, payBy, actor, cardId } = order
  const card = cards.find((one) => one.cardId === cardId)
  const isConfirming = order.state === 'confirming'
  const isInApp = payBy !== 'card'
  return {
    repaySeqNo: requestNo,
    state: isConfirming ? 'confirming' : 'processing',
    amount,
    payBy,
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    needsCode: await needsCode(services, order),
    isAutomatic: actor === 'system',
    canGoOn: isConfirming || (isInApp && canReopen(services, order)),
    canGiveUp: isConfirming || isInApp,
  }
}
