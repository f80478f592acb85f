import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, sum } from '@qingzhou/domain/money/money'
import { product } from '@qingzhou/domain/product'
import { instalmentsOf } from '#features/repayment/read-bills.ts'
import { isLastinglyRefused, readCards, type Card } from '#features/cards/index.ts'
import { readLoans } from '@qingzhou/lending/index'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { enqueueSms } from '@qingzhou/platform/outbox/enqueue-sms'
import type { Services } from '#services.ts'
import { smsOf, type Sms } from '@qingzhou/platform/sms/sms-templates'
import { refusalOf } from './failed-debit-sms.ts'
import { customersDueOn } from './due-loan-store.ts'

const CUSTOMERS_PER_SLICE = 200
const { daysBefore } = product.dueReminder

/**
 * Reminds the customers of the instalments that are due some days after a business date, in slices.
 * Each reminder has a number of its own, so a repeated run sends none twice. A run that comes late
 * still sends what is not due yet.
 */
export async function remindDay(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now' | 'businessDate'>,
  { date, after }: { readonly date: LocalDate; readonly after: string },
): Promise<void> {
  const { database, now } = services
  const today = await services.businessDate()
  const dates = daysBefore.map((days) => addDays(date, days)).filter((dueDate) => dueDate > today)
  if (dates.length === 0) return undefined
  const due = await customersDueOn(database, { dates, after, count: CUSTOMERS_PER_SLICE })
  for (const customer of due) await remind(services, { customer, dates, today, date })
  const last = due.at(-1)
  if (last === undefined || due.length < CUSTOMERS_PER_SLICE) return undefined
  return again(services, { date, after: last, runAt: now() })
}

async function again(
  { database, tasks }: Pick<Services, 'database' | 'tasks'>,
  next: { readonly date: LocalDate; readonly after: string; readonly runAt: Date },
): Promise<void> {
  const { date, after, runAt } = next
  const payload = { date, afterCustomer: after }
  await database.inTransaction((tx) =>
    tasks.add(tx, { kind: 'remind-day', payload, key: date, runAt }),
  )
}

/** One SMS per due date, with the sum that the bills of that date show. */
async function remind(
  services: Pick<Services, 'database' | 'vault' | 'tasks' | 'now'>,
  {
    customer,
    dates,
    today,
    date,
  }: {
    readonly customer: CustomerNo
    readonly dates: readonly LocalDate[]
    readonly today: LocalDate
    /** The business date of the run. */
    readonly date: LocalDate
  },
): Promise<void> {
  await services.database.inTransaction(async (tx) => {
    const loans = await readLoans(tx, customer)
    const cards = await readCards(tx, services, customer)
    const bills = loans.flatMap((record) => instalmentsOf(record, today))
    for (const dueDate of dates) {
      const amount = sum(
        bills.filter((bill) => bill.dueDate === dueDate).map((bill) => bill.amount),
      )
      if (amount === 0n) continue
      await enqueueSms(tx, services, {
        customer,
        messageNo: `due-${dueDate}-${date}`,
        sms: reminderOf({ amount: displayYuan(amount), dueDate }, cards),
      })
    }
  })
}

/** A card that its bank no longer debits needs another one, not a balance. */
export function reminderOf(
  due: { readonly amount: string; readonly dueDate: LocalDate },
  cards: readonly Card[],
): Sms {
  const [first] = cards
  const isRefused = cards.every((card) => isLastinglyRefused(card))
  return first && isRefused
    ? smsOf('due-reminder/card-refused', { ...due, ...refusalOf(first) })
    : smsOf('due-reminder', due)
}
