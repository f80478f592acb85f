import { addDays, addMonths, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { mallProductNo, product } from '@qingzhou/domain/product'
import type { DrawRequest } from '#requests.ts'
import * as lending from '#index.ts'
import {
  bookDays,
  anyDraw,
  cardId,
  customerWithLimit,
  customerWithLoan,
  firstDay,
  giveCoupon,
  type Books,
} from './books.ts'
import { noTransfers, type Build } from './catalogue.ts'

const later = addDays(firstDay, 7)
const couponNo = 'the-coupon'

/** The states of limits, draws, refunds and transfers, each built by acts of the product. */
export const movementStates: Readonly<Record<string, Build>> = {
  'no limit': async (books) => ({ customer: books.newCustomer(), today: firstDay }),
  'an unused limit': async (books) => ({
    customer: await customerWithLimit(books),
    today: firstDay,
  }),
  'a limit in use': async (books) => {
    const { customer } = await customerWithLoan(books)
    return { customer, today: firstDay }
  },
  'a limit that is used up': async (books) => {
    const { customer } = await customerWithLoan(books, { limit: fen(12_000_00n) })
    return { customer, today: firstDay }
  },
  'a limit frozen by a plan': async (books) => {
    const made = await customerWithLoan(books)
    const today = addDays(addMonths(firstDay, 1), 40)
    await books.moveTo(today)
    await bookDays(books.deps, made)
    const plan = { loanNos: [made.loanNo], months: 12, cardId }
    await lending.consolidateLoans(books.deps, books.actOf(made.customer), plan)
    return { customer: made.customer, today }
  },
  'an expired limit': async (books) => {
    const customer = await customerWithLimit(books)
    const today = addDays(addMonths(firstDay, product.limit.months), 1)
    await books.moveTo(today)
    return { customer, today }
  },
  'an expired limit in use': async (books) => {
    const { customer } = await customerWithLoan(books)
    const today = addDays(addMonths(firstDay, product.limit.months), 1)
    await books.moveTo(today)
    return { customer, today }
  },
  'a cancelled limit': async (books) => {
    const customer = await customerWithLimit(books)
    await lending.cancelLimit(books.deps, books.actOf(customer))
    return { customer, today: firstDay }
  },
  'a reserved draw': (books) => reserveSubject(books, firstDay),
  'a draw reserved a week ago': (books) => reserveSubject(books, later),
  'a draw reserved with a coupon': (books) => reserveSubject(books, firstDay, { couponNo }),
  'a booked draw': (books) => endSubject(books, 'booked'),
  'a booked draw with a coupon': (books) => endSubject(books, 'booked', { couponNo }),
  'a released draw': (books) => endSubject(books, 'released'),
  'a released draw with a coupon': (books) => endSubject(books, 'released', { couponNo }),
  'a refund that is owed': (books) => refundSubject(books, []),
  'a refund that was sent': (books) => refundSubject(books, ['sent']),
  'a refund that failed': (books) => refundSubject(books, ['sent', 'failed']),
  'a refund that arrived': (books) => refundSubject(books, ['sent', 'returned']),
  'transfers that were confirmed': async (books) => {
    const made = await refundSubject(books, ['sent'])
    const { transfers } = made
    for (const kind of ['disbursement', 'collection', 'refund'] as const) {
      const transferNo = transfers[kind]
      await lending.confirmTransfer(books.deps, books.actOf(made.customer), { kind, transferNo })
    }
    return made
  },
  'a payment that was reversed': async (books) => {
    const made = await refundSubject(books, [])
    const { disbursement: loanNo, collection: paymentNo } = made.transfers
    const reversal = { loanNo, paymentNo, reason: 'bounced' } as const
    await lending.reversePayment(books.deps, books.actOf(made.customer), reversal)
    return made
  },
  'returned goods': (books) => returnSubject(books),
  'returned goods, repaid': async (books) => {
    const made = await returnSubject(books)
    const request = { kind: 'return', transferNo: made.transfers.return } as const
    await lending.confirmTransfer(books.deps, books.actOf(made.customer), request)
    return made
  },
}

async function reserveSubject(books: Books, today: LocalDate, changes: Partial<DrawRequest> = {}) {
  const customer = await customerWithLimit(books)
  const benefit = { kind: 'sum-off-first-instalment', amount: fen(50_00n) } as const
  await giveCoupon(books, { customer, couponNo, benefit })
  const draw = { ...anyDraw, ...changes }
  const { drawNo, loanNo } = await lending.reserveDraw(books.deps, books.actOf(customer), draw)
  await books.moveTo(today)
  const transfers = { ...noTransfers, disbursement: loanNo }
  return { customer, today, draw, drawNo, transfers }
}

async function endSubject(
  books: Books,
  end: 'booked' | 'released',
  changes: Partial<DrawRequest> = {},
) {
  const made = await reserveSubject(books, firstDay, changes)
  const { drawNo } = made
  const act = books.actOf(made.customer)
  if (end === 'booked') await lending.bookDraw(books.deps, act, { drawNo })
  else await lending.releaseDraw(books.deps, act, { drawNo })
  return made
}

/** A loan that was paid off with too much, and what became of the refund. */
async function refundSubject(books: Books, events: readonly ('sent' | 'returned' | 'failed')[]) {
  const { customer, loanNo } = await customerWithLoan(books)
  const payment = books.actOf(customer)
  const amount = fen(12_000_05n)
  await lending.repayInFull(books.deps, payment, { loanNo, amount, cardId })
  const refundNo = payment.requestNo
  for (const event of events) {
    await lending.advanceRefund(books.deps, books.actOf(customer), { refundNo, event })
  }
  const ofPayment = { collection: refundNo, refund: refundNo, reversal: refundNo }
  const transfers = { disbursement: loanNo, return: loanNo, ...ofPayment }
  return { customer, today: firstDay, refundNo, transfers }
}

async function returnSubject(books: Books) {
  const goods = { product: mallProductNo, purpose: 'shopping' } as const
  const { customer, loanNo } = await customerWithLoan(books, goods)
  await lending.reverseLoan(books.deps, books.actOf(customer), { loanNo })
  const transfers = { ...noTransfers, disbursement: loanNo, return: loanNo }
  return { customer, today: firstDay, transfers }
}
