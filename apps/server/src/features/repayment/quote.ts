import type { RepaymentAim, repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { readCards } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { payingCardsOf } from './orders/card-limits.ts'
import { findOrderUnderWay } from './orders/order-store.ts'
import { orderUnderWay } from './orders/order-under-way.ts'
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
    order: order && (await orderUnderWay(services, order, cards)),
  }
}
