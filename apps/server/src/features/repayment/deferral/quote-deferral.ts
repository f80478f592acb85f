import { digestOf } from '#platform/canonical-json.ts'
import type { DelayQuote } from '@qingzhou/contract/features/delays'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { openParts, sumOfParts } from '@qingzhou/domain/loans/loan'
import { subtract } from '@qingzhou/domain/money/money'
import { deferralOptions } from '@qingzhou/domain/repayment/deferral'
import { instalmentsOf } from '#features/repayment/loan-view.ts'
import type { CustomerNo } from '#platform/customer-no.ts'
import { deferralOf, type LoanRecord } from '#lending/index.ts'
import { orRefuse, Refused } from '#platform/refused.ts'

/** Quotes a deferral by the same function that books it. */
export function quoteDeferral(
  kept: LoanRecord,
  asked: { readonly customer: CustomerNo; readonly days: number; readonly today: LocalDate },
): DelayQuote {
  const { loan, loanNo } = kept
  const { customer, days, today } = asked
  const { current } = deferralOptions(loan, today)
  const delayed = orRefuse(deferralOf(kept, { days, today }))
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
  return {
    ...quote,
    before: instalmentsOf(kept, today),
    after: instalmentsOf({ ...kept, loan: delayed }, today),
    quoteId: digestOf({ customer, ...quote }).toString('base64url'),
  }
}
