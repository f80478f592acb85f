import type { AmountToWaive } from '#requests.ts'
import { isSettled } from '@qingzhou/domain/loans/loan'
import type { Money } from '@qingzhou/domain/money/money'
import { waiveAmount as waive } from '@qingzhou/domain/waiver/waive-amount'
import { type Act, type Deps, perform } from '#act.ts'
import { dayFor, applyStep, writesFor } from '#change.ts'
import { refundsOf } from '#changes/change-terms.ts'
import { lockLoan } from '#loans/loan-store.ts'
import { orRefuse } from '@qingzhou/platform/refused'

/** Waives an amount of one charge of the bills of a loan that are due. [W5] */
export async function waiveAmount(
  deps: Deps,
  act: Act,
  request: AmountToWaive,
): Promise<{ readonly loanNo: string; readonly overpaid: Money; readonly isSettled: boolean }> {
  const { loanNo, part, waived } = request
  return perform(deps, act, {
    name: 'waive-amount',
    body: request,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (before, books) => {
      const today = dayFor([before], books.today)
      const { loan, overpaid } = orRefuse(waive(before.loan, { part, waived, today }))
      const after = applyStep(before, { loan, today })
      const change = { event: 'waiver', before, after, overpaid } as const
      const { writes, use } = writesFor([change], { act, today, now: deps.now() })
      return {
        answer: { loanNo, overpaid, isSettled: isSettled(loan) },
        writes: [...writes, ...refundsOf(act, { overpaid, record: before, today })],
        use,
      }
    },
  })
}
