import { addDays, addMonths, localDate, type LocalDate } from '#calendar/local-date.ts'
import type { Money } from '#money/money.ts'
import { product } from '#product.ts'

const { amountMax, daysAhead, lastDayOfMonth, lateDayOfMonth } = product.walletDebit

/** What a borrower agrees to with the payment app: one debit a month, up to an amount. */
export type DebitRule = {
  /** The day of the first debit; the later ones are whole months after it. */
  readonly firstOn: LocalDate
  readonly amountMax: Money
}

/**
 * The rule for a borrower whose next instalment is due on a day. [R13]
 *
 * The app takes no day after the 28th, and lets a debit run some days ahead of its day: due dates at
 * the end of a month lie ahead of a day in the next one.
 */
export function debitRule(nextDueDate: LocalDate): DebitRule {
  const day = Number(nextDueDate.slice(8))
  if (day <= lastDayOfMonth) return { firstOn: nextDueDate, amountMax }
  const nextMonth = addMonths(localDate(`${nextDueDate.slice(0, 7)}-01`), 1)
  return { firstOn: addDays(nextMonth, lateDayOfMonth - 1), amountMax }
}

/** The first day of the period of a date; undefined before the first period. [R14] */
export function periodStart(firstOn: LocalDate, date: LocalDate): LocalDate | undefined {
  let start: LocalDate | undefined
  for (let months = 0; ; months += 1) {
    const next = addDays(addMonths(firstOn, months), -daysAhead)
    if (next > date) return start
    start = next
  }
}
