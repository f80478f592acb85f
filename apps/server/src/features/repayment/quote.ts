import type { RepaymentAim, repaymentShapes } from '@qingzhou/contract/features/repayment'
import type { Output } from '@qingzhou/contract/wire/shape'
import type { SignedInCaller } from '#platform/caller.ts'
import { readCards } from '#features/cards/index.ts'
import type { Services } from '#platform/services.ts'
import { quoteRepayment } from './orders/quote-repayment.ts'
import { readBills } from './read-bills.ts'

/** Quotes a repayment today; an order takes exactly this amount. */
export async function quote(
  services: Services,
  caller: SignedInCaller,
  { aim }: { readonly aim: RepaymentAim },
): Promise<Output<(typeof repaymentShapes)['quote']>> {
  const { customer } = caller.session
  const bills = await readBills(services, customer)
  const quoted = quoteRepayment(bills, aim)
  const cards = await readCards(services.database, services, customer)
  return {
    amount: quoted.amount,
    parts: { ...quoted.parts },
    lines: quoted.lines.map((line) => ({ ...line, parts: { ...line.parts } })),
    saving: quoted.saving,
    before: quoted.before && [...quoted.before],
    after: quoted.after && [...quoted.after],
    validOn: quoted.validOn,
    quoteId: quoted.quoteId,
    cards: cards.map(({ cardId, bankCode, bankName, lastFour, singleLimit, dayLimit }) => ({
      cardId,
      bankCode,
      bankName,
      lastFour,
      singleLimit,
      dayLimit,
    })),
    payMethods: ['card', 'wallet', 'messenger'],
  }
}
