import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { daysBetween } from '@qingzhou/domain/calendar/local-date'
import { isOpen } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { ZERO } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { isDebited } from '#features/blocks/index.ts'
import type { Card } from '#features/cards/index.ts'
import { lockUsableAgreement, readCards, usableAgreement } from '#features/cards/index.ts'
import { remainingCardLimit } from '#features/repayment/orders/card-limits.ts'
import { startOrder } from '#features/repayment/orders/start-order.ts'
import type { Order } from '#features/repayment/orders/order-store.ts'
import { listOrdersByPrefix } from '#features/repayment/orders/order-store.ts'
import { insertOrder } from '#features/repayment/orders/order-write-store.ts'
import type { LoanRecord } from '@qingzhou/lending/index'
import { readLoans } from '@qingzhou/lending/index'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Transaction } from '@qingzhou/platform/database/database'
import { digestOf } from '@qingzhou/platform/canonical-json'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import { Refused } from '@qingzhou/platform/refused'
import type { Services } from '#services.ts'
import { automaticNo, roundPrefix, enqueueDebit, type LoanDebit } from './enqueue-debit.ts'
import { isLastRound, startOfRound } from './debit-day.ts'
import { failedDebitSms, hasFailedBy, type FailedDebit } from './failed-debit-sms.ts'

const toldOnDaysLate: readonly number[] = product.automaticDebit.toldOnDaysLate

type FailedRound = Omit<FailedDebit, 'date' | 'isLast'> & {
  /** 0 if an instalment falls due today. */
  readonly daysLate: number
}

/**
 * Ends a round in which all cards were declined, and the payment app too. On the due date an SMS is
 * sent after the first and the last round; an overdue loan is tried once a day, with an SMS only on
 * certain days.
 */
async function endRound(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'today'>,
  debit: LoanDebit,
  failed: FailedRound,
): Promise<void> {
  const { customer, round, date } = debit
  const { daysLate } = failed
  const isLast = daysLate > 0 || isLastRound(round)
  const isTold = daysLate > 0 ? toldOnDaysLate.includes(daysLate) : round === 1 || isLast
  await services.database.inTransaction(async (tx) => {
    if (isTold) {
      await enqueueSms(tx, services, {
        customer,
        messageNo: `${roundPrefix(debit)}failed`,
        sms: failedDebitSms({ ...failed, date, isLast }),
      })
    }
    if (isLast) return
    const next = { ...debit, round: round + 1 }
    await enqueueDebit(tx, services, next, startOfRound(services, next))
  })
}

/**
 * Debits the due amount of a loan from the card it was disbursed to, then from the customer's other
 * cards in turn, then by the agreement with the payment app. A repeated run, or a concurrent
 * payment by the borrower, causes no double debit.
 */
export async function debitLoan(
  services: Pick<
    Services,
    'database' | 'vault' | 'tasks' | 'now' | 'providers' | 'isRecovering' | 'today' | 'businessDate'
  >,
  debit: LoanDebit,
): Promise<void> {
  const { customer, loanNo, date } = debit
  // It may be paid by an order that is not booked yet. The next day covers it.
  if (services.isRecovering) return
  // A later business date has its own run, which covers everything still due.
  if ((await services.businessDate()) !== date) return
  if (!(await isDebited(services.database, customer))) return
  const loans = await readLoans(services.database, customer)
  const record = loans.find((loan) => loan.loanNo === loanNo)
  const amount = record ? dueOn(date, record.loan) : ZERO
  if (!record || amount === ZERO) return

  const beginning = roundPrefix(debit)
  const orders = await listOrdersByPrefix(services.database, { customer, beginning })
  // The order in progress enqueues this task again when it ends.
  if (orders.some(({ state }) => state === 'processing')) return
  const cards = inTurn(await readCards(services.database, services, customer), record)
  const untried = cards.filter(({ cardId }) => !hasFailed(orders, cardId))
  const part =
    (await nextPart(services, debit, { amount, cards: untried })) ??
    (await partByAgreement(services, debit, { amount, orders }))
  if (!part) {
    const daysLate = lateSince(record, date)
    return endRound(services, debit, { amount, orders, cards, daysLate, loan: record.loan })
  }
  await order(services, debit, { record, ...part, turn: orders.length + 1 })
}

/**
 * The first card that can pay within its bank's limits, and as much of the amount as it can. The
 * rest is debited after it, from the same card or the next.
 */
async function nextPart(
  { database }: Pick<Services, 'database'>,
  { customer, date }: LoanDebit,
  { amount, cards }: { readonly amount: Money; readonly cards: readonly Card[] },
): Promise<Part | undefined> {
  for (const card of cards) {
    const left = await remainingCardLimit(database, date, { customer, card })
    const part = least(amount, least(card.singleLimit, left))
    if (part > ZERO) return { by: { payBy: 'card', cardId: card.cardId }, amount: part }
  }
  return undefined
}

/** What no card can pay is debited by the payment app, once in its period and up to what was agreed. */
async function partByAgreement(
  services: Pick<Services, 'database' | 'providers'>,
  { customer, date }: LoanDebit,
  { amount, orders }: { readonly amount: Money; readonly orders: readonly Order[] },
): Promise<Part | undefined> {
  if (orders.some((order) => hasFailedBy(order))) return undefined
  const agreement = await usableAgreement(services, { customer, date })
  if (!agreement) return undefined
  const { agreementNo, amountMax } = agreement
  return {
    by: { payBy: 'wallet', cardId: undefined, agreementNo },
    amount: least(amount, amountMax),
  }
}

function least(one: Money, other: Money): Money {
  return one < other ? one : other
}

function inTurn(cards: readonly Card[], { cardId }: LoanRecord): readonly Card[] {
  const own = cards.filter((card) => card.cardId === cardId)
  return [...own, ...cards.filter((card) => card.cardId !== cardId)]
}

/** A closed order never reached the bank, and a card that paid a part can pay the next. */
function hasFailed(orders: readonly Order[], cardId: string): boolean {
  return orders.some((order) => order.cardId === cardId && order.state === 'failed')
}

type Part = {
  /** The card, or the agreement with the payment app. */
  readonly by:
    | { readonly payBy: 'card'; readonly cardId: string }
    | {
        readonly payBy: 'wallet'
        readonly cardId: undefined
        readonly agreementNo: string
      }
  readonly amount: Money
}

type Turn = Part & { readonly record: LoanRecord; readonly turn: number }

async function order(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  debit: LoanDebit,
  turn: Turn,
): Promise<void> {
  const { now } = services
  try {
    await services.database.inTransaction(async (tx) => {
      const record = orderOf(debit, turn, now())
      if (!(await isStillUsable(tx, debit, turn))) {
        // It was ended, or debited for another loan, in between.
        await enqueueDebit(tx, services, debit, now())
        return
      }
      if (!(await insertOrder(tx, record))) return
      // The loan was paid in between: start again with what is still due.
      if (!(await startOrder(tx, services, record))) await enqueueDebit(tx, services, debit, now())
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // The borrower's own payment is in progress, and may leave nothing to debit or use up the card's
    // day limit.
    const later = minutesAfter(now(), product.automaticDebit.waitMinutes)
    await services.database.inTransaction((tx) => enqueueDebit(tx, services, debit, later))
  }
}

async function isStillUsable(
  tx: Transaction,
  { customer, date }: LoanDebit,
  { by }: Turn,
): Promise<boolean> {
  if (by.payBy === 'card') return true
  const { agreementNo } = by
  return (await lockUsableAgreement(tx, { customer, date, agreementNo })) !== undefined
}

function orderOf(debit: LoanDebit, { record, by, amount, turn }: Turn, placedAt: Date) {
  const { customer, date, loanNo } = debit
  const requestNo = automaticNo(debit, turn)
  const through = lastDue(record, date)
  return {
    customer,
    requestNo,
    orderNo: requestNo,
    fingerprint: digestOf({ requestNo }),
    aim: { kind: 'due', bills: [{ loanNo, through }] },
    actor: 'system',
    ...by,
    amount,
    quotedOn: date,
    quoteId: undefined,
    placedAt,
    lines: [{ loanNo, through, amount }],
  } as const
}

/** Days overdue; 0 while an instalment falls due today, even if others are overdue. */
function lateSince({ loan }: LoanRecord, date: LocalDate): number {
  const due = loan.instalments.filter((row) => row.dueDate <= date && isOpen(row))
  const [oldest] = due
  const isDueToday = due.at(-1)?.dueDate === date
  return !oldest || isDueToday ? 0 : daysBetween({ from: oldest.dueDate, to: date })
}

function lastDue({ loan }: LoanRecord, date: LocalDate): number {
  return loan.instalments.findLast(({ dueDate }) => dueDate <= date)?.n ?? 0
}
