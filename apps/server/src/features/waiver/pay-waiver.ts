import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { waiverShapes } from '@qingzhou/contract/features/repayment/waiver'
import type { SignedInCaller } from '@qingzhou/platform/caller'
import { ZERO } from '@qingzhou/domain/money/money'
import { findOffer, payWithWaiver, quoteWaiver } from '@qingzhou/lending/index'
import { findOrdersOfOffers, placeOrder, readBills } from '#features/repayment/index.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'

type Paying = Input<(typeof waiverShapes)['pay']>
type PlaceAnswer = Output<(typeof waiverShapes)['pay']>

/** No card pays where nothing is to pay. */
const NO_CARD = 'none'

/** An open offer that leaves nothing to pay: it is taken up by confirming it. */
async function findCovered(
  services: Pick<Services, 'database'>,
  { customer, offerNo }: { readonly customer: CustomerNo; readonly offerNo: string },
): Promise<{ readonly loanNo: string; readonly offerNo: string } | undefined> {
  const record = await findOffer(services.database, { customer, offerNo })
  if (!record || record.state === 'accepted') return undefined
  const bills = await readBills(services, customer)
  const { toPay, waived } = quoteWaiver(record, bills)
  const isCovered = bills.today <= record.offer.lastDay && toPay === 0n && waived > 0n
  return isCovered ? { loanNo: record.loanNo, offerNo } : undefined
}

/**
 * Places the order for an offer: exactly today's amount, all or nothing. It is then an ordinary
 * order. The day of the order counts, however long the payment takes.
 */
export async function payWaiver(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  caller: SignedInCaller,
  placing: Paying,
): Promise<PlaceAnswer> {
  const { customer } = caller.session
  const { offerNo, requestNo } = placing
  const covered = await findCovered(services, { customer, offerNo })
  if (covered) {
    const act = { customer, requestNo, actor: 'customer' }
    await payWithWaiver(services, act, { ...covered, amount: ZERO, cardId: NO_CARD })
    return { requestNo, state: 'paid', needsCode: false }
  }
  return placeOrder(services, caller, {
    placing,
    quote: async () => {
      const record = await findOffer(services.database, { customer, offerNo })
      if (!record) throw new Refused({ kind: 'offer-unknown' })
      if (record.state === 'accepted') throw new Refused({ kind: 'offer-taken' })
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
      const aim = { kind: 'waiver', offerNo } as const
      return { aim, amount, quotedOn: bills.today, quoteId, lines }
    },
  })
}
