import type { SecondQuote } from '@qingzhou/contract/restructure'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { quoteSecond as quote } from '@qingzhou/domain/restructure/second-instalment'
import { digestOf } from '#platform/canonical-json.ts'
import type { LoanRecord } from '#lending/index.ts'
import { quotedOf, shownSheet } from '#features/loans/index.ts'
import { orRefuse } from '#platform/refused.ts'

/** What spreading the next bill of a loan would book today. */
export function quoteSecond(
  kept: LoanRecord,
  { months, today }: { readonly months: number; readonly today: LocalDate },
): SecondQuote {
  const { bill, plan, newLoan, cost } = orRefuse(quote(kept, { months, today }))
  const drawn = { plan, loan: newLoan, cost }
  const quoted = {
    loanNo: kept.loanNo,
    n: bill.n,
    dueDate: bill.dueDate,
    amount: newLoan.amount,
    months,
    ...quotedOf(drawn),
    costSheet: shownSheet(drawn, { isShared: false }),
    validOn: today,
  }
  return { ...quoted, quoteId: digestOf(quoted).toString('base64url') }
}
