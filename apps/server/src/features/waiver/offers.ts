import type { Output } from '@qingzhou/contract/wire/shape'
import type { WaiverOffer, waiverShapes } from '@qingzhou/contract/features/repayment/waiver'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readCards } from '#features/cards/index.ts'
import { readOffers, type OfferRecord, quoteWaiver } from '@qingzhou/lending/index'
import {
  findOrdersOfOffers,
  listPayingCards,
  readBills,
  summaryOf,
} from '#features/repayment/index.ts'
import type { Services } from '#services.ts'

type Offers = Output<(typeof waiverShapes)['offer']>

/** How long a closed offer is still listed. */
const DAYS_LISTED = 90

/** The waiver offers of a customer as of today. */
export async function waiverOffers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
  customer: CustomerNo,
): Promise<Offers> {
  const { database } = services
  const [bills, offers, orders, cards] = await Promise.all([
    readBills(services, customer),
    readOffers(database, customer),
    findOrdersOfOffers(database, customer),
    readCards(database, services, customer),
  ])
  const shown = offers
    .filter(({ offer }) => addDays(offer.lastDay, DAYS_LISTED) >= bills.today)
    .flatMap((record) => shownOffer(record, { bills, requestNo: orders.get(record.offerNo) }))
  return {
    today: bills.today,
    // Payable offers first, then the newest.
    offers: shown.toSorted((left, right) => orderOf(left) - orderOf(right)),
    cards: await listPayingCards(database, bills.today, { customer, cards }),
    payMethods: ['messenger', 'wallet', 'card'],
  }
}

function shownOffer(
  record: OfferRecord,
  now: {
    readonly bills: Awaited<ReturnType<typeof readBills>>
    readonly requestNo: string | undefined
  },
): WaiverOffer[] {
  const { bills, requestNo } = now
  const { offerNo, offer, taken } = record
  const loan = bills.loans.find(({ loanNo }) => loanNo === record.loanNo)
  if (!loan) return []
  const quote = quoteWaiver(record, bills)
  const state = stateOf(record, { today: bills.today, requestNo })
  const { due, given, daysOverdue } = taken
    ? {
        due: addParts(taken.paid, taken.waived),
        given: taken.waived,
        daysOverdue: taken.daysOverdue,
      }
    : quote
  const dueTotal = sumOfParts(due)
  // The debt was paid otherwise: there is nothing left to waive.
  if (dueTotal === 0n) return []
  const waivedTotal = sumOfParts(given)
  return [
    {
      offerNo,
      state,
      loan: summaryOf(loan, bills.today),
      daysOverdue,
      due: { ...due },
      waived: { ...given },
      dueTotal,
      waivedTotal,
      payable: taken ? sumOfParts(taken.paid) : quote.toPay,
      validUntil: offer.lastDay,
      requestNo,
    },
  ]
}

function stateOf(
  { state, offer }: OfferRecord,
  { today, requestNo }: { readonly today: LocalDate; readonly requestNo: string | undefined },
): WaiverOffer['state'] {
  if (state === 'accepted') return 'paid'
  if (requestNo !== undefined) return 'paying'
  return today > offer.lastDay ? 'lapsed' : 'open'
}

function orderOf({ state }: WaiverOffer): number {
  return ['paying', 'open', 'paid', 'lapsed'].indexOf(state)
}
