import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '#platform/clock.ts'
import type { Services } from '#platform/services.ts'
import { debitAt } from './debit-later.ts'
import type { Place } from './due-loan-store.ts'
import { dueLoans } from './due-loan-store.ts'

type Deps = Pick<Services, 'now' | 'today'>

const { hours } = product.automaticDebit

/**
 * When a round begins: at its hour in Shanghai, or at once when that is over. Books that a test clock
 * has moved ahead of the calendar begin at once, and keep the hours between the rounds.
 */
export function timeOfRound(
  { now, today }: Deps,
  { date, round }: { readonly date: LocalDate; readonly round: number },
): Date {
  const hour = hours[round - 1] ?? 0
  if (date > today()) {
    const before = hours[round - 2] ?? hour
    return minutesAfter(now(), (hour - before) * 60)
  }
  const planned = momentOf(date, hour)
  return planned > now() ? planned : now()
}

export function isLastRound(round: number): boolean {
  return round >= hours.length
}

function momentOf(date: LocalDate, hour: number): Date {
  return new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+08:00`)
}

/** A slice's tasks are queued in a moment, and no borrower waits for it. */
const LOANS_PER_SLICE = 500

/**
 * Queues the debits of a day, slice by slice: every loan with something due by then. The books have
 * reached the day before this is queued, so amounts are those of the day.
 */
export async function debitDay(
  services: Services,
  { date, after }: { readonly date: LocalDate; readonly after: Place },
): Promise<void> {
  // Books that have moved on have a run of their own, which comes by whatever is still due.
  const isOver = (await services.businessDate()) !== date
  await services.database.inTransaction(async (tx) => {
    const runAt = timeOfRound(services, { date, round: 1 })
    const due = isOver ? [] : await dueLoans(tx, { date, after, count: LOANS_PER_SLICE })
    // Sent together, they share their way to the database.
    await Promise.all(due.map((loan) => debitAt(tx, services, { ...loan, date, round: 1 }, runAt)))
    const last = due.at(-1)
    if (last) {
      const payload = { date, afterCustomer: last.customer, afterLoan: last.loanNo }
      await services.tasks.add(tx, { kind: 'debit-day', payload, key: date })
      return
    }
    // After the last slice: the day before has ended, and its transfers can be compared.
    const ended = addDays(date, -1)
    await services.tasks.add(tx, { kind: 'reconcile-day', payload: { date: ended }, key: ended })
  })
}
