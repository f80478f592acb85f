import { daysBetween, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { isOpen } from '@qingzhou/domain/loans/loan'
import { ZERO, type Money } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { minutesAfter } from '#platform/clock.ts'
import { fingerprintOf } from '#platform/fingerprint.ts'
import { readCards, type Card } from '#features/cards/index.ts'
import { readLoans, type LoanRecord } from '#lending/index.ts'
import { letRun } from '#features/repayment/orders/let-run.ts'
import { ordersBeginning, type Order } from '#features/repayment/orders/order-store.ts'
import { insertOrder } from '#features/repayment/orders/order-writes.ts'
import { Refused } from '#platform/refused.ts'
import type { Services } from '#platform/services.ts'
import { automaticNo, beginningOf } from './automatic-no.ts'
import { debitAt, type LoanDebit } from './debit-later.ts'
import { endRound } from './end-round.ts'

/**
 * Debits what is due of a loan: from the card it was paid out to, then from the customer's others, one
 * after the other. Run again, or beside the borrower's own payment, it debits nothing twice.
 */
export async function debitLoan(services: Services, debit: LoanDebit): Promise<void> {
  const { customer, loanNo, date } = debit
  // Books that have moved on have a run of their own, which comes by whatever is still due.
  if ((await services.businessDate()) !== date) return
  const loans = await readLoans(services.database, customer)
  const kept = loans.find((loan) => loan.loanNo === loanNo)
  const amount = kept ? dueOn(date, kept.loan) : ZERO
  if (!kept || amount === ZERO) return

  const beginning = beginningOf(debit)
  const orders = await ordersBeginning(services.database, { customer, beginning })
  // The end of an order that is under way queues this again.
  if (orders.some(({ state }) => state === 'processing')) return
  const cards = inTurn(await readCards(services.database, services, customer), kept)
  const card = cards.find(({ cardId }) => !hasTried(orders, cardId))
  if (!card) {
    const daysLate = lateSince(kept, date)
    return endRound(services, debit, { amount, orders, cards, daysLate })
  }
  await order(services, debit, { kept, card, amount, turn: orders.length + 1 })
}

function inTurn(cards: readonly Card[], { cardId }: LoanRecord): readonly Card[] {
  const own = cards.filter((card) => card.cardId === cardId)
  return [...own, ...cards.filter((card) => card.cardId !== cardId)]
}

/** An order that was closed never reached the bank. */
function hasTried(orders: readonly Order[], cardId: string): boolean {
  return orders.some((order) => order.cardId === cardId && order.state !== 'closed')
}

type Turn = {
  readonly kept: LoanRecord
  readonly card: Card
  readonly amount: Money
  readonly turn: number
}

async function order(services: Services, debit: LoanDebit, turn: Turn): Promise<void> {
  const { now } = services
  try {
    await services.database.inTransaction(async (tx) => {
      const kept = orderOf(debit, turn, now())
      if (!(await insertOrder(tx, kept))) return
      // Somebody paid meanwhile: what is still due, if anything, is asked for anew.
      if (!(await letRun(tx, services, kept))) await debitAt(tx, services, debit, now())
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // A payment of the borrower's own is on its way, and may leave nothing to debit.
    const later = minutesAfter(now(), product.automaticDebit.waitMinutes)
    await services.database.inTransaction((tx) => debitAt(tx, services, debit, later))
  }
}

function orderOf(debit: LoanDebit, { kept, card, amount, turn }: Turn, placedAt: Date) {
  const { customer, date, loanNo } = debit
  const repaySeqNo = automaticNo(debit, turn)
  return {
    customer,
    repaySeqNo,
    orderNo: repaySeqNo,
    fingerprint: fingerprintOf({ repaySeqNo }),
    kind: 'due',
    actor: 'system',
    payBy: 'card',
    cardId: card.cardId,
    amount,
    quotedOn: date,
    quoteId: undefined,
    offerNo: undefined,
    keep: undefined,
    placedAt,
    lines: [{ loanNo, through: lastDue(kept, date), amount }],
  } as const
}

/** Nothing while an instalment falls due this very day, however late others are. */
function lateSince({ loan }: LoanRecord, date: LocalDate): number {
  const due = loan.instalments.filter((row) => row.dueDate <= date && isOpen(row))
  const [oldest] = due
  const isDueToday = due.at(-1)?.dueDate === date
  return !oldest || isDueToday ? 0 : daysBetween({ from: oldest.dueDate, to: date })
}

function lastDue({ loan }: LoanRecord, date: LocalDate): number {
  return loan.instalments.findLast(({ dueDate }) => dueDate <= date)?.n ?? 0
}
