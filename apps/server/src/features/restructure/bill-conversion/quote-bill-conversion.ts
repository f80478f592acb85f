import type { SecondQuote } from '@qingzhou/contract/features/restructure'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { quoteSecond as quote } from '@qingzhou/domain/restructure/bill-conversion'
import { digestOf } from '#platform/canonical-json.ts'
import type { LoanRecord } from '#lending/index.ts'
import { quoteViewOf, costSheetView } from '#features/loans/index.ts'
import { orRefuse } from '#platform/refused.ts'

/** Quotes the conversion of a loan's next bill, by the same domain function that books it. */
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
    ...quoteViewOf(drawn),
    costSheet: costSheetView(drawn, { isShared: false }),
    validOn: today,
  }
  return { ...quoted, quoteId: digestOf(quoted).toString('base64url') }
}
