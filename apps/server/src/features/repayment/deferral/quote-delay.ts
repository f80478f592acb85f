import { digestOf } from '#platform/canonical-json.ts'
import type { DelayQuote } from '@qingzhou/contract/delays'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { openParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import { deferInstalment, delayRoom } from '@qingzhou/domain/repayment/delay'
import type { CustomerNo } from '#platform/customer-no.ts'
import type { LoanRecord } from '#lending/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'

/** What a delay would change: the very step that will be booked, looked at before it is. */
export function quoteDelay(
  { loan, loanNo }: LoanRecord,
  asked: { readonly customer: CustomerNo; readonly days: number; readonly today: LocalDate },
): DelayQuote {
  const { customer, days, today } = asked
  const { current } = delayRoom(loan, today)
  const delayed = orRefuse(deferInstalment(loan, { days, today }))
  const moved = delayed.instalments.find(({ n }) => n === current?.n)
  if (!current || !moved) throw new Refused({ kind: 'nothing-to-delay' })

  const amount = sumOfParts(openParts(current))
  const newAmount = sumOfParts(openParts(moved))
  const quote = {
    loanNo,
    n: current.n,
    days,
    dueDate: current.dueDate,
    newDueDate: moved.dueDate,
    amount,
    newAmount,
    cost: subtract(newAmount, amount),
    validOn: today,
  }
  return { ...quote, quoteId: digestOf({ customer, ...quote }).toString('base64url') }
}
