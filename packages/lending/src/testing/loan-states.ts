import { addDays, localDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { mallProductNo } from '@qingzhou/domain/product'
import type { CustomerNo } from '@qingzhou/platform/ids'
import * as lending from '#index.ts'
import type { LoanRecord } from '#loans/loan-rows.ts'
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
import { drawLoan as draw } from './draw-loan.ts'
import { offerNo, paymentNo, type Subject } from './catalogue.ts'

const firstDue = localDate('2026-02-15')

type LoanSubject = Subject & { readonly loanNo: string }

type BuiltSubject = LoanSubject & { readonly books: Books }

/** The states of a loan, each built by use cases. */
export const loanStates: Readonly<Record<string, (books: Books) => Promise<LoanSubject>>> = {
  'drawn today': (books) => drawLoan(books, firstDay),
  running: (books) => drawLoan(books, addDays(firstDay, 10)),
  'on its due date': (books) => drawLoan(books, firstDue),
  'on its due date with a coupon': async (books) => {
    await books.moveTo(firstDay)
    const customer = await customerWithLimit(books)
    const benefit = { kind: 'sum-off-first-instalment', amount: fen(170_00n) } as const
    await giveCoupon(books, { customer, couponNo: 'the-coupon', benefit })
    const request = { ...anyDraw, couponNo: 'the-coupon' }
    const { loanNo } = await draw(books.deps, books.actOf(customer), request)
    await goTo(books, { customer, loanNo }, firstDue)
    return { customer, loanNo, today: firstDue }
  },
  'late within grace': (books) => drawLoan(books, addDays(firstDue, 2)),
  'late by 40 days': (books) => drawLoan(books, addDays(firstDue, 40)),
  'late by 100 days': (books) => drawLoan(books, addDays(firstDue, 100)),
  'late with an offer': (books) => offerOnLoan(books, addDays(firstDue, 40)),
  'late with a lapsed offer': (books) => offerOnLoan(books, addDays(firstDue, 55)),
  'paid ahead': (books) =>
    changeLoan(books, addDays(firstDay, 10), async (subject) => {
      const payment = { ...paymentOf(subject, fen(1_200_00n)), through: 1 }
      await lending.repayThrough(books.deps, payingAct(subject), payment)
    }),
  'with a reversed payment': (books) =>
    changeLoan(books, addDays(firstDue, 2), async (subject) => {
      const { loanNo } = subject
      const payment = paymentOf(subject, fen(1_240_00n))
      await lending.receivePayment(books.deps, payingAct(subject), payment)
      const reversal = { loanNo, paymentNo, reason: 'bounced' } as const
      await lending.reversePayment(books.deps, actOf(subject), reversal)
    }),
  deferred: (books) =>
    changeLoan(books, firstDue, async (subject) => {
      const { loanNo } = subject
      await lending.deferInstalment(books.deps, actOf(subject), { loanNo, days: 20 })
    }),
  'in relief': (books) =>
    changeLoan(books, addDays(firstDue, 40), async (subject) => {
      const { loanNo } = subject
      await lending.grantForbearanceOnLoan(books.deps, actOf(subject), { loanNo, days: 90 })
    }),
  'with a converted bill': (books) =>
    changeLoan(books, addDays(firstDay, 10), async (subject) => {
      const { loanNo } = subject
      await lending.convertLoanBill(books.deps, actOf(subject), { loanNo, months: 6 })
    }),
  settled: (books) =>
    changeLoan(books, addDays(firstDue, 10), async (subject) => {
      const { loan } = await loanOf(subject)
      const amount = payoffOn(subject.today, loan)
      await lending.repayInFull(books.deps, payingAct(subject), paymentOf(subject, amount))
    }),
  'joined into a plan': (books) => changeLoan(books, addDays(firstDue, 40), join),
  'a plan': (books) => plan(books),
  'a broken plan': async (books) => {
    const made = await plan(books)
    const day = addDays(made.today, 80)
    await goTo(books, made, day)
    const subject = { ...made, books, today: day }
    await lending.defaultPlan(books.deps, actOf(subject), { loanNo: made.loanNo })
    return { ...made, today: day }
  },
  'goods on their way back': (books) =>
    purchase(books, async (subject) => {
      const { loanNo } = subject
      await lending.recordReturn(books.deps, actOf(subject), { loanNo, event: 'asked' })
    }),
  'goods given back': (books) =>
    purchase(books, async (subject) => {
      await lending.reverseLoan(books.deps, actOf(subject), { loanNo: subject.loanNo })
    }),
}

async function drawLoan(books: Books, today: LocalDate) {
  await books.moveTo(firstDay)
  const made = await customerWithLoan(books)
  await goTo(books, made, today)
  return { ...made, today }
}

/** A waiver offer made 40 days after the due date, valid for ten days. */
async function offerOnLoan(books: Books, today: LocalDate) {
  const made = await drawLoan(books, addDays(firstDue, 40))
  const terms = { penaltySharePpm: 1_000_000n, interestSharePpm: 0n }
  const lastDay = addDays(made.today, 10)
  const act = books.actOf(made.customer, offerNo)
  await lending.offerWaiver(books.deps, act, { ...terms, loanNo: made.loanNo, lastDay })
  await goTo(books, made, today)
  return { ...made, today }
}

async function goTo(
  books: Books,
  loan: { customer: CustomerNo; loanNo: string },
  day: LocalDate,
): Promise<void> {
  await books.moveTo(day)
  await bookDays(books.deps, loan)
}

async function changeLoan(
  books: Books,
  today: LocalDate,
  change: (subject: BuiltSubject) => Promise<unknown>,
) {
  const made = await drawLoan(books, today)
  await change({ ...made, books })
  return made
}

async function purchase(books: Books, change: (subject: BuiltSubject) => Promise<unknown>) {
  await books.moveTo(firstDay)
  const made = await customerWithLoan(books, { product: mallProductNo, purpose: 'shopping' })
  const today = addDays(firstDay, 10)
  await goTo(books, made, today)
  const subject = { ...made, books, today }
  await change(subject)
  return { ...made, today }
}

async function join(subject: BuiltSubject): Promise<string> {
  const request = { loanNos: [subject.loanNo], months: 12, cardId }
  const { loanNo } = await lending.consolidateLoans(subject.books.deps, actOf(subject), request)
  return loanNo
}

async function plan(books: Books) {
  const made = await drawLoan(books, addDays(firstDue, 40))
  const loanNo = await join({ ...made, books })
  return { ...made, loanNo }
}

function actOf({ books, customer }: BuiltSubject) {
  return books.actOf(customer)
}

function payingAct({ books, customer }: BuiltSubject) {
  return books.actOf(customer, paymentNo)
}

function paymentOf({ loanNo }: BuiltSubject, amount: ReturnType<typeof fen>) {
  return { loanNo, amount, cardId }
}

async function loanOf({ books, customer, loanNo }: BuiltSubject): Promise<LoanRecord> {
  const loans = await lending.readLoans(books.deps.database, customer)
  const stored = loans.find((one) => one.loanNo === loanNo)
  if (!stored) throw new Error(`loan ${loanNo} not found`)
  return stored
}
