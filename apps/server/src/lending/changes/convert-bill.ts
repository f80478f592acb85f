import { quoteSecond } from '@qingzhou/domain/restructure/second-instalment'
import { orRefuse } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { dayFor } from '#lending/change.ts'
import { converted, type Converted } from './convert.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'

/** Spreads the next bill of a loan over some months of its own: exactly what its trial says. */
export async function convertLoanBill(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string; readonly months: number },
): Promise<Converted> {
  const { loanNo, months } = request
  return perform(deps, act, {
    name: 'spread-bill',
    body: request,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (kept, books) => {
      const today = dayFor([kept], books.today)
      const restructured = orRefuse(quoteSecond(kept, { months, today }))
      const now = deps.now()
      const { cardId } = kept
      const origin = 'second-instalment'
      return converted({ act, old: [kept], restructured, origin, cardId, today, now })
    },
  })
}
