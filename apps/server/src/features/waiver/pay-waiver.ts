import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { waiverShapes } from '@qingzhou/contract/features/repayment/waiver'
import type { SignedInCaller } from '#platform/caller.ts'
import { findOffer } from '#lending/index.ts'
import {
  findOrdersOfOffers,
  placeOrder,
  quoteWaiver,
  readBills,
} from '#features/repayment/index.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'

type Paying = Input<(typeof waiverShapes)['pay']>
type Placed = Output<(typeof waiverShapes)['pay']>

/**
 * Places the order for an offer: exactly today's amount, all or nothing. It is then an ordinary
 * order. The day of the order counts, however long the payment takes.
 */
export async function payWaiver(
  services: Services,
  caller: SignedInCaller,
  placing: Paying,
): Promise<Placed> {
  const { customer } = caller.session
  const { offerNo } = placing
  return placeOrder(services, caller, {
    placing,
    quote: async () => {
      const record = await findOffer(services.database, { customer, offerNo })
      if (!record) throw new Refused({ kind: 'offer-unknown' })
      if (record.state === 'taken') throw new Refused({ kind: 'offer-taken' })
      const orders = await findOrdersOfOffers(services.database, customer)
      if (orders.has(offerNo)) throw new Refused({ kind: 'payment-running' })

      const bills = await readBills(services, customer)
      const { lastDay } = record.offer
      if (bills.today > lastDay) throw new Refused({ kind: 'offer-lapsed', since: lastDay })
      const { toPay: amount, quoteId } = quoteWaiver(record, bills)
      if (amount === 0n) throw new Refused({ kind: 'nothing-due' })
      if (placing.payable !== undefined && placing.payable !== amount) {
        throw new Refused({ kind: 'repayment-quote-outdated' })
      }
      const lines = [{ loanNo: record.loanNo, through: undefined, amount }]
      return { kind: 'waiver', amount, quotedOn: bills.today, quoteId, offerNo, lines }
    },
  })
}
