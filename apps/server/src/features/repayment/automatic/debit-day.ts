import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { product } from '@qingzhou/domain/product'
import { minutesAfter } from '@qingzhou/platform/clock'
import type { Services } from '#services.ts'
import { enqueueDebit } from './enqueue-debit.ts'
import type { Place } from './due-loan-store.ts'
import { dueLoans } from './due-loan-store.ts'

type Deps = Pick<Services, 'now' | 'today'>

const { hours } = product.automaticDebit

/**
 * When a round starts: at its hour in Shanghai, or now if that has passed. If a test clock has
 * moved the business date ahead of the calendar, the first round starts now and the intervals
 * between rounds are kept.
 */
export function startOfRound(
  { now, today }: Deps,
  { date, round }: { readonly date: LocalDate; readonly round: number },
): Date {
  const hour = hours[round - 1] ?? 0
  if (date > today()) {
    const before = hours[round - 2] ?? hour
    return minutesAfter(now(), (hour - before) * 60)
  }
  return startAt({ now, today }, { date, hour })
}

/** An hour of a business date in Shanghai, or now if it has passed or the calendar is behind. */
function startAt(
  { now, today }: Deps,
  { date, hour }: { readonly date: LocalDate; readonly hour: number },
): Date {
  const planned = new Date(`${date}T${String(hour).padStart(2, '0')}:00:00+08:00`)
  return date <= today() && planned > now() ? planned : now()
}

export function isLastRound(round: number): boolean {
  return round >= hours.length
}

/** Tasks per transaction; short enough not to block borrowers. */
const LOANS_PER_SLICE = 500

/**
 * Enqueues the debits of a day in slices: every loan with an amount due. Runs after the business
 * date has reached the day, so the amounts are those of the day.
 */
export async function debitDay(
  services: Pick<Services, 'database' | 'tasks' | 'now' | 'today' | 'businessDate'>,
  { date, after }: { readonly date: LocalDate; readonly after: Place },
): Promise<void> {
  // A later business date has its own run, which covers everything still due.
  const isOver = (await services.businessDate()) !== date
  await services.database.inTransaction(async (tx) => {
    const runAt = startOfRound(services, { date, round: 1 })
    const due = isOver ? [] : await dueLoans(tx, { date, after, count: LOANS_PER_SLICE })
    // Issued together to save round trips.
    await Promise.all(
      due.map((loan) => enqueueDebit(tx, services, { ...loan, date, round: 1 }, runAt)),
    )
    const last = due.at(-1)
    if (last) {
      const payload = { date, afterCustomer: last.customer, afterLoan: last.loanNo }
      await services.tasks.add(tx, { kind: 'debit-day', payload, key: date })
      return
    }
    if (!isOver) {
      const runAt = startAt(services, { date, hour: product.dueReminder.hour })
      await services.tasks.add(tx, { kind: 'remind-day', payload: { date }, key: date, runAt })
    }
    // After the last slice the previous day has ended, so its transfers can be reconciled.
    const ended = addDays(date, -1)
    await services.tasks.add(tx, { kind: 'reconcile-day', payload: { date: ended }, key: ended })
  })
}
