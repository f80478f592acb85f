import type { repaymentShapes } from '@qingzhou/contract/features/repayment/repayment'
import type { Input, Output } from '@qingzhou/contract/wire/shape'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readCards } from '#features/cards/index.ts'
import { BY_TRANSFER, findOffer } from '@qingzhou/lending/index'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { findOrder } from './orders/order-store.ts'
import { requestNoOf } from './orders/payment-number.ts'
import {
  findAllocations,
  findPayment,
  findRefundByPayment,
  listPayments,
  type PaidKind,
} from './payment-store.ts'

type Deps = Pick<Services, 'database' | 'vault' | 'now'>

type Answers = { [C in keyof typeof repaymentShapes]: Output<(typeof repaymentShapes)[C]> }
type HistoryInputs = { [C in keyof typeof repaymentShapes]: Input<(typeof repaymentShapes)[C]> }

const PAGE = 10

const kindsOf: Record<HistoryInputs['paymentHistory']['filter'], readonly PaidKind[]> = {
  all: ['due', 'early-full', 'early-part', 'waiver', 'conversion'],
  due: ['due'],
  early: ['early-full', 'early-part'],
  other: ['waiver', 'conversion'],
}

const kindNames = {
  due: 'due',
  'early-full': 'earlyFull',
  'early-part': 'earlyPart',
  waiver: 'waiver',
  conversion: 'conversion',
} as const satisfies Record<PaidKind, Answers['payment']['payment']['kind']>

/** The payments of a customer, the newest first. */
export async function paymentHistory(
  services: Deps,
  customer: CustomerNo,
  { filter, loanNo, pageNo }: HistoryInputs['paymentHistory'],
): Promise<Answers['paymentHistory']> {
  const from = (pageNo - 1) * PAGE
  const [found, cards] = await Promise.all([
    listPayments(services.database, customer, {
      kinds: kindsOf[filter],
      loanNo,
      from,
      count: PAGE + 1,
    }),
    readCards(services.database, services, customer),
  ])
  const shown = found.slice(0, PAGE).map((payment) => shownPayment(payment, cards))
  return { payments: shown, hasMore: found.length > PAGE }
}

/** One payment with its allocation to the fen. */
export async function paymentDetail(
  services: Deps,
  customer: CustomerNo,
  { paymentNo }: HistoryInputs['payment'],
): Promise<Answers['payment']> {
  const { database } = services
  const key = { customer, paymentNo }
  const [payment, allocations, refund, cards] = await Promise.all([
    findPayment(database, key),
    findAllocations(database, key),
    findRefundByPayment(database, key),
    readCards(database, services, customer),
  ])
  if (!payment) throw new Refused({ kind: 'payment-unknown' })
  return {
    payment: shownPayment(payment, cards),
    allocations,
    waived: payment.kind === 'waiver' ? await findWaivedBy(services, key) : undefined,
    refundNo: refund?.refundNo,
  }
}

async function findWaivedBy(
  { database }: Pick<Services, 'database'>,
  { customer, paymentNo }: { readonly customer: CustomerNo; readonly paymentNo: string },
): Promise<Answers['payment']['waived']> {
  const order = await findOrder(database, { customer, requestNo: requestNoOf(paymentNo) })
  if (order?.aim.kind !== 'waiver') return undefined
  const offer = await findOffer(database, { customer, offerNo: order.aim.offerNo })
  return offer?.taken && { ...offer.taken.waived }
}

type Card = { readonly cardId: string; readonly bankName: string; readonly lastFour: string }

function shownPayment(
  payment: NonNullable<Awaited<ReturnType<typeof findPayment>>>,
  cards: readonly Card[],
): Answers['payment']['payment'] {
  const { cardId, kind, loanNos, wasBookedWrongly, ...rest } = payment
  const card = cards.find((one) => one.cardId === cardId)
  return {
    ...rest,
    kind: kindNames[kind],
    loanNos: [...loanNos],
    bankName: card?.bankName,
    lastFour: card?.lastFour,
    ...(wasBookedWrongly && { wasBookedWrongly }),
    ...(cardId === BY_TRANSFER && { isTransfer: true }),
    app: cardId === 'wallet' || cardId === 'messenger' ? cardId : undefined,
  }
}
