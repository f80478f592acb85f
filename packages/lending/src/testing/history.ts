import { isDeepStrictEqual } from 'node:util'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { methods } from '@qingzhou/domain/loans/amortise'
import { add, fen, ZERO, type Money } from '@qingzhou/domain/money/money'
import { defaultProductNo, mallProductNo, product, productNos } from '@qingzhou/domain/product'
import type { Outcome } from '@qingzhou/domain/refusal'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { billThrough, dueOn } from '@qingzhou/domain/repayment/repay'
import { waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { Act } from '#act.ts'
import { readActs } from '#books-store.ts'
import { readOffers } from '#changes/offer-store.ts'
import { readCoupons } from '#draws/coupon-store.ts'
import { findDraws } from '#draws/draw-store.ts'
import { findLimit } from '#limits/limit-store.ts'
import { openLimit } from '#limits/open-limit.ts'
import { readLoans } from '#loans/loan-store.ts'
import { replayActs } from '#replay-acts.ts'
import type { DrawRequest } from '#requests.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { Refused } from '@qingzhou/platform/refused'
import type { Books } from './books.ts'
import {
  bookDays,
  catchRefusal,
  couponBenefit,
  customerWithLimit,
  firstDay,
  giveCoupon,
} from './books.ts'
import { requestOf, type Operation, type Request } from './catalogue.ts'
import { loanOperations } from './loan-operations.ts'
import { movementOperations } from './movement-operations.ts'
import { expectedOutcome, type State } from './rules.ts'

/** A random order, independent of the state of the books. */
export type Choice = {
  readonly name: string
  /** The index of the loan. */
  readonly which: number
  /** The amount relative to what is allowed: below, at or above it. */
  readonly share: 'none' | 'part' | 'whole' | 'more'
  readonly size: number
}

export type Command =
  | { readonly type: 'order'; readonly choice: Choice }
  | { readonly type: 'days'; readonly days: number; readonly areBooked: boolean }
  | { readonly type: 'together'; readonly choices: readonly Choice[] }
  | { readonly type: 'again'; readonly which: number }

type Order = { readonly operation: Operation; readonly act: Act; readonly request: Request }

/** The history of one customer. */
export type History = {
  readonly books: Books
  readonly customer: CustomerNo
  readonly today: LocalDate
  /** Successful requests, to be repeated later. */
  readonly done: readonly (Order & { readonly answer: object })[]
}

const amount = fen(30_000_00n)

export async function beginHistory(books: Books): Promise<History> {
  await books.moveTo(firstDay)
  const customer = await customerWithLimit(books, amount)
  await giveCoupon(books, { customer, couponNo: 'welcome', benefit: couponBenefit })
  return { books, customer, today: firstDay, done: [] }
}

/** The history after a command. Throws if the books do not follow the domain's rules. */
export async function take(history: History, command: Command): Promise<History> {
  switch (command.type) {
    case 'order':
      return takeOrders(history, [command.choice])
    case 'together':
      return takeOrders(history, command.choices)
    case 'days':
      return takeDays(history, command)
    default:
      return takeAgain(history, command.which)
  }
}

export async function readState({ books, customer, today }: History): Promise<State & Coupons> {
  const { database } = books.deps
  const acts = await readActs(database, customer)
  const numbers = acts.map(({ requestNo }) => requestNo)
  const limit = await findLimit(database, customer)
  if (!limit) throw new Error(`customer ${customer}: no limit`)
  const coupons = await readCoupons(database, customer)
  return {
    today,
    limit,
    acts,
    loans: await readLoans(database, customer),
    draws: await findDraws(database, { customer, numbers }),
    offers: await readOffers(database, customer),
    freeCoupons: coupons
      .filter(({ coupon }) => coupon.state.kind === 'free')
      .map(({ couponNo }) => couponNo),
  }
}

type Coupons = { readonly freeCoupons: readonly string[] }

/** Concurrent orders must be answered as in a state before, between or after them. */
async function takeOrders(history: History, choices: readonly Choice[]): Promise<History> {
  const { books, customer } = history
  const before = await readState(history)
  const orders = choices.map((choice): Order => {
    const operation = operationOf(choice)
    const request = requestFor(choice, { before, operation, customer })
    return { operation, act: books.actOf(customer), request }
  })
  const told = await Promise.all(
    orders.map(async ({ operation, act, request }) =>
      outcomeOf(operation.ask(books.deps, act, request)),
    ),
  )
  const states = choices.length === 1 ? [before] : statesUntil(before, await readState(history))
  const done = orders.flatMap((order, index) => {
    const outcome = told[index]
    const expected = states.map((one) => expectedOutcome(order.operation.name, one, order.request))
    if (!outcome || !expected.some((one) => agrees(one, outcome))) {
      throw new Error('books and rules disagree', { cause: { order, outcome, expected } })
    }
    return outcome.ok ? [{ ...order, answer: outcome.value }] : []
  })
  return { ...history, done: [...history.done, ...done] }
}

function agrees(expected: Outcome<object>, outcome: Outcome<object>): boolean {
  if (!expected.ok || !outcome.ok) return isDeepStrictEqual(expected, outcome)
  return isDeepStrictEqual({ ...outcome.value, ...expected.value }, outcome.value)
}

/** The states that concurrent orders can have found: the loans after each of the recorded acts. */
function statesUntil(before: State, after: State): State[] {
  const between = after.acts.slice(before.acts.length).flatMap((_, index) => {
    const acts = after.acts.slice(0, before.acts.length + index)
    const replayed = replayActs(acts, after.loans)
    const loans = after.loans.flatMap((record) => {
      const one = replayed.get(record.loanNo)
      return one?.kind === 'loan' ? [{ ...record, loan: one.loan }] : []
    })
    return [before, after].map((one) => ({ ...one, acts, loans }))
  })
  return [before, ...between, after]
}

async function outcomeOf(act: Promise<object>): Promise<Outcome<object>> {
  try {
    return { ok: true, value: await act }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  }
}

function operationOf({ name }: Choice): Operation {
  const operation = [...loanOperations, ...movementOperations].find((one) => one.name === name)
  if (!operation) throw new Error(`unknown operation: ${name}`)
  return operation
}

type Asking = {
  readonly before: State & Coupons
  readonly operation: Operation
  readonly customer: CustomerNo
}

const pick = <T>(some: readonly T[], index: number) => some[index % Math.max(1, some.length)]

/** The request of a choice. A loan, a draw or an offer is unknown where there is none. */
function requestFor(choice: Choice, asking: Asking): Request {
  const { name, which, share, size } = choice
  const { loans, draws, offers, today } = asking.before
  // A random loan is rarely a plan, and rarely has an offer.
  const plan = pick(
    loans.filter(({ origin }) => origin === 'consolidation-plan'),
    size,
  )
  const offer = name === 'payWithWaiver' ? pick(offers, which) : undefined
  const chosen = (name === 'defaultPlan' && plan) || pick(loans, which)
  const loanNo = offer?.loanNo ?? chosen?.loanNo
  const joined = loans.filter((_, index) => (size >> index) % 2 === 1 || index === which)
  const drawNo = pick(draws, which)?.drawNo
  const known = {
    ...(loanNo !== undefined && { loanNo }),
    ...(drawNo !== undefined && { drawNo }),
    ...(offer && { offerNo: offer.offerNo }),
  }
  return {
    ...requestOf({ customer: asking.customer, today, ...known }, ZERO),
    ...termsOf(choice, today),
    loanNos: joined.map((one) => one.loanNo),
    amount: amountOf(choice, { ...asking, loanNo }),
    draw: drawFor(choice, asking.before),
    on: size % 3 === 0 ? today : addDays(today, 1 - (size % 5)),
    event: share === 'none' ? 'called-off' : 'asked',
  }
}

function termsOf({ name, which, size }: Choice, today: LocalDate) {
  return {
    through: throughOf(size),
    days: size % (name === 'deferInstalment' ? 40 : 100),
    months: name === 'convertLoanBill' ? ([3, 6, 12, 4][size % 4] ?? 3) : 4 + (size % 60),
    annualRatePpm: BigInt(100_000 - (size % 11) * 9_000),
    lastDay: addDays(today, size % 20),
    penaltySharePpm: BigInt((size % 11) * 100_000),
    interestSharePpm: BigInt((which % 11) * 100_000),
    keep: size % 2 === 0 ? ('term' as const) : ('instalment' as const),
  }
}

const throughOf = (size: number) => 1 + (size % 24)

function amountOf(choice: Choice, asking: Asking & { readonly loanNo: string | undefined }): Money {
  const { share, size } = choice
  const whole = wholeAmount(choice, asking)
  if (share === 'none') return fen(BigInt(-(size % 2)))
  if (share === 'part') return fen((whole * BigInt((size % 9) + 1)) / 10n)
  return share === 'whole' ? whole : add(whole, fen(BigInt(size + 1)))
}

/** The most that an operation takes. */
function wholeAmount(
  { name, which, size }: Choice,
  { before, operation, loanNo }: Asking & { readonly loanNo: string | undefined },
): Money {
  const { loans, offers, today } = before
  const loan = loans.find((one) => one.loanNo === loanNo)?.loan
  if (!loan) return ZERO
  const amounts = { due: dueOn(today, loan), payoff: payoffOn(today, loan) }
  if (name === 'repayThrough') {
    const bill = billThrough(loan, { through: throughOf(size), today })
    return bill.ok ? bill.value : ZERO
  }
  if (name === 'repayInPart') return amounts.payoff
  const offer = name === 'payWithWaiver' ? offers[which % offers.length]?.offer : undefined
  if (offer) return waiverTermsOn(today, { loan, offer }).toPay
  return operation.amount?.(amounts) ?? ZERO
}

function drawFor({ which, share, size }: Choice, { freeCoupons }: Coupons): DrawRequest {
  const couponNo = share === 'more' ? freeCoupons[0] : undefined
  const productNo = productNos[which % productNos.length] ?? defaultProductNo
  const isOfMall = productNo === mallProductNo
  const method = methods[size % methods.length] ?? 'equal-principal'
  return {
    amount: fen(BigInt(5 + (size % 60)) * 100_00n),
    months: product.terms[which % product.terms.length] ?? 3,
    method: isOfMall ? 'equal-instalments' : method,
    purpose: isOfMall ? 'shopping' : 'travel',
    product: productNo,
    cardId: 'card-1',
    ...(couponNo && { couponNo }),
  }
}

async function takeDays(
  history: History,
  { days, areBooked }: { readonly days: number; readonly areBooked: boolean },
): Promise<History> {
  const { books, customer } = history
  const today = addDays(history.today, days)
  await books.moveTo(today)
  const loans = areBooked ? await readLoans(books.deps.database, customer) : []
  for (const { loanNo } of loans) await bookDays(books.deps, { customer, loanNo })
  return { ...history, today }
}

/**
 * A repeated request number gets the first answer again, whatever happened since. With another
 * request it is refused.
 */
async function takeAgain(history: History, which: number): Promise<History> {
  const { books, done } = history
  const one = done[which % Math.max(1, done.length)]
  if (!one) return history

  const again = await one.operation.ask(books.deps, one.act, one.request)
  if (!isDeepStrictEqual(again, one.answer)) {
    throw new Error('a repeated request number got another answer', { cause: { again, ...one } })
  }
  const other = openLimit(books.deps, one.act, { amount, grade: 'A', lender: 'bank' })
  const refusal = await catchRefusal(other)
  if (refusal?.kind !== 'number-taken') {
    throw new Error('one request number was accepted for two requests', { cause: refusal })
  }
  return history
}
