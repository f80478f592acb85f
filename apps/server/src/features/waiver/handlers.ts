import type { Handlers } from '@qingzhou/contract/shapes'
import type { Callers, SignedInCaller } from '@qingzhou/platform/caller'
import type { Services } from '#services.ts'
import { localDate, addDays } from '@qingzhou/domain/calendar/local-date'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { customerNo } from '@qingzhou/platform/ids'
import type { CustomerNo } from '@qingzhou/platform/ids'
import {
  lapseOffers,
  findOffer,
  payWithWaiver,
  quoteWaiver,
  readOffers,
} from '@qingzhou/lending/index'
import type { OfferRecord } from '@qingzhou/lending/index'
import type { TaskHandlers } from '@qingzhou/platform/tasks/task-kinds'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { waiverShapes, WaiverOffer } from '@qingzhou/contract/features/repayment/waiver'
import { ZERO } from '@qingzhou/domain/money/money'
import { Refused } from '@qingzhou/platform/refused'
import { addParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import {
  findOrdersOfOffers,
  placeOrder,
  readBills,
  listPayingCards,
  summaryOf,
} from '#features/repayment/index.ts'
import { readCards } from '#features/cards/index.ts'
import { announceOffer } from './create-offers.ts'

/** How long a closed offer is still listed. */
const DAYS_LISTED = 90

/** No card pays where nothing is to pay. */
const NO_CARD = 'none'

export function waiverHandlers(
  services: Pick<Services, 'database' | 'vault' | 'now'>,
): Handlers<Callers>['waiver'] {
  return {
    offer: (_, caller) => waiverOffers(services, caller.session.customer),
    pay: (input, caller) => payWaiver(services, caller, input),
  }
}

export function waiverTasks(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
): TaskHandlers<'announce-offer' | 'lapse-offers'> {
  return {
    'announce-offer': ({ customer, offerNo }) =>
      announceOffer(services, { customer: customerNo(customer), offerNo }),
    'lapse-offers': ({ date }) => lapseOffers(services.database, localDate(date)),
  }
}

type Paying = Input<(typeof waiverShapes)['pay']>

type PlaceAnswer = Output<(typeof waiverShapes)['pay']>

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

type Offers = Output<(typeof waiverShapes)['offer']>

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
