import { isDeepStrictEqual } from 'node:util'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { openLimit as openedLimit } from '@qingzhou/domain/credit/limit'
import { accrualEntries } from '@qingzhou/domain/ledger/entries'
import { fen } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import type { Outcome } from '@qingzhou/domain/refusal'
import { valueOf } from '@qingzhou/domain/specimen'
import type { Act, Deps } from '#act.ts'
import { insertCoupon } from '#draws/coupon-store.ts'
import { ledgerInserts, readBusinessDate } from '#ledger/index.ts'
import { openLimit } from '#limits/open-limit.ts'
import { readLoans, updateLoan } from '#loans/loan-store.ts'
import { lockLoan } from '#loans/loan-store.ts'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { writeAndCommit } from '@qingzhou/platform/database/pipeline/statement'
import { Refused } from '@qingzhou/platform/refused'
import type { Books } from './books.ts'
import { customerWithLimit, firstDay, catchRefusal } from './books.ts'
import { benefit } from './draw-orders.ts'
import type { Model } from './model.ts'
import type { Choice, Order } from './order.ts'
import { orderOf } from './orders.ts'

export type Command =
  | { readonly type: 'order'; readonly choice: Choice }
  | { readonly type: 'days'; readonly days: number; readonly areBooked: boolean }
  | { readonly type: 'together'; readonly choices: readonly Choice[] }
  | { readonly type: 'again'; readonly which: number }

type Step = { readonly act: Act; readonly order: Order }
type ToldStep = Step & { readonly outcome: Outcome<object> }

/** The history of one customer: every command is executed on the database and on the model. */
export type History = {
  readonly books: Books
  readonly customer: CustomerNo
  readonly model: Model
  /** Successful requests, to be repeated later. */
  readonly done: readonly (Step & { readonly answer: object })[]
}

const amount = fen(30_000_00n)
const couponNo = 'welcome'

export async function beginHistory(books: Books): Promise<History> {
  await books.moveTo(firstDay)
  const customer = await customerWithLimit(books, amount)
  await insertCoupon(books.deps.database, {
    customer,
    couponNo,
    coupon: {
      benefit,
      amountMin: fen(0n),
      months: [...product.terms],
      validFrom: firstDay,
      validUntil: addDays(firstDay, 3650),
      state: { kind: 'free' },
    },
  })
  const limit = valueOf(openedLimit(amount, firstDay))
  const money = { clearing: 0n, refundsPayable: 0n }
  const none = { loans: [], draws: [], offers: [], convertedNos: [] }
  const model = { today: firstDay, limit, ...none, freeCoupons: [couponNo], ...money }
  return { books, customer, model, done: [] }
}

/** The history after a command. Throws if database and model disagree. */
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

/** Concurrent orders must end as if executed one by one, in some order. */
async function takeOrders(history: History, choices: readonly Choice[]): Promise<History> {
  const { books, customer, model } = history
  const orders = choices.flatMap((choice) => orderOf(choice, model) ?? [])
  const told = await Promise.all(
    orders.map(async (order): Promise<ToldStep> => {
      const act = books.actOf(customer)
      return { order, act, outcome: await outcomeOf(order.ask(books.deps, act)) }
    }),
  )
  const loans = await readLoans(books.deps.database, customer)
  const models = permutations(told).map((serial) => followSerial(model, serial))
  const after = models.find((one) => !('difference' in one) && isDeepStrictEqual(one.loans, loans))
  if (!after || 'difference' in after) {
    const differences = models.map((one) => ('difference' in one ? one.difference : { loans, one }))
    throw new Error('database and model disagree', { cause: differences })
  }
  const succeeded = told.flatMap(({ outcome, ...request }) =>
    outcome.ok ? [{ ...request, answer: outcome.value }] : [],
  )
  return { ...history, model: after, done: [...history.done, ...succeeded] }
}

/**
 * The model after the orders in this order, or the first difference from the database's answers.
 */
function followSerial(model: Model, serial: readonly ToldStep[]): Model | { difference: unknown } {
  let current = model
  for (const { act, order, outcome } of serial) {
    const answer = outcome.ok ? outcome.value : {}
    const expected = order.expected(current, { requestNo: act.requestNo, answer })
    if (!expected.ok || !outcome.ok) {
      if (!isDeepStrictEqual(expected, outcome)) return { difference: { expected, outcome } }
      continue
    }
    const isSame = isDeepStrictEqual({ ...outcome.value, ...expected.value.answer }, outcome.value)
    if (!isSame) return { difference: { expected: expected.value.answer, outcome } }
    current = expected.value.model
  }
  return current
}

async function outcomeOf(act: Promise<object>): Promise<Outcome<object>> {
  try {
    return { ok: true, value: await act }
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal }
    throw error
  }
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]]
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  )
}

async function takeDays(
  history: History,
  { days, areBooked }: { readonly days: number; readonly areBooked: boolean },
): Promise<History> {
  const { books, customer, model } = history
  const today = addDays(model.today, days)
  await books.moveTo(today)
  if (!areBooked) return { ...history, model: { ...model, today } }

  for (const { loanNo } of model.loans) await bookDays(books.deps, { customer, loanNo })
  const loans = model.loans.map((record) => ({ ...record, bookedUntil: today }))
  return { ...history, model: { ...model, today, loans } }
}

/**
 * A repeated request number gets the first answer again, whatever happened since. With another
 * request it is refused.
 */
async function takeAgain(history: History, which: number): Promise<History> {
  const { books, done } = history
  const one = done[which % Math.max(1, done.length)]
  if (!one) return history

  const again = await one.order.ask(books.deps, one.act)
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

/** Books the days of one loan as the end of day does, by the domain's rule. */
export async function bookDays(
  { database }: Deps,
  { customer, loanNo }: { readonly customer: CustomerNo; readonly loanNo: string },
): Promise<void> {
  await database.inTransaction(async (tx) => {
    const [before, to] = await Promise.all([
      lockLoan(tx, { customer, loanNo }),
      readBusinessDate(tx),
    ])
    const { loan, bookedUntil: from } = before
    if (from >= to) return

    const entries = accrualEntries(loan, { from, to })
    await writeAndCommit(tx, [
      updateLoan({ customer, record: { ...before, bookedUntil: to } }),
      ...ledgerInserts({
        customer,
        transactionNo: `day-${to}`,
        businessDate: to,
        postings: [{ loanNo, event: 'accrual', entries }],
      }),
    ])
  })
}
