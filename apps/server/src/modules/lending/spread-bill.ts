import { quoteSecond } from '@qingzhou/domain/restructure/second-instalment'
import { orRefuse } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { dayFor } from './change.ts'
import { converted, type Converted } from './convert.ts'
import { lockLoan } from './lock-loan.ts'

/** Spreads the next bill of a loan over some months of its own: exactly what its trial says. */
export async function spreadBill(
  means: Means,
  act: Act,
  request: { readonly loanNo: string; readonly months: number },
): Promise<Converted> {
  const { loanNo, months } = request
  return perform(means, act, {
    name: 'spread-bill',
    body: request,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (kept, books) => {
      const today = dayFor([kept], books.today)
      const restructured = orRefuse(quoteSecond(kept, { months, today }))
      const now = means.now()
      const { cardId } = kept
      const origin = 'second-instalment'
      return converted({ act, old: [kept], restructured, origin, cardId, today, now })
    },
  })
}
