import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { defaultPlan as broken } from '@qingzhou/domain/restructure/broken-plan'
import { orRefuse, Refused } from '#platform/refused.ts'
import { perform, type Act, type Deps } from '#lending/act.ts'
import { dayFor, writesFor, stepped } from '#lending/change.ts'
import { lockLoan } from '#lending/loans/lock-loan.ts'

export type Broken = {
  readonly loanNo: string
  readonly brokenOn: LocalDate
  /** What is due by then: all of it. */
  readonly due: Money
}

/** Ends a personalised plan that was not kept: what is left of it falls due. */
export async function defaultPlan(
  deps: Deps,
  act: Act,
  request: { readonly loanNo: string },
): Promise<Broken> {
  const { loanNo } = request
  return perform(deps, act, {
    name: 'break-plan',
    body: request,
    load: (tx) => lockLoan(tx, { customer: act.customer, loanNo }),
    decide: (before, books) => {
      const { origin, brokenOn } = before
      if (origin !== 'personalised-plan') throw new Refused({ kind: 'plan-unknown' })
      const today = dayFor([before], books.today)
      if (brokenOn !== undefined) {
        return { answer: { loanNo, brokenOn, due: dueOn(today, before.loan) }, writes: [] }
      }
      const loan = orRefuse(broken(before.loan, today))
      const after = { ...stepped(before, { loan, today }), brokenOn: today }
      const now = deps.now()
      const { writes, use } = writesFor([{ event: 'break', before, after }], { act, today, now })
      return { answer: { loanNo, brokenOn: today, due: dueOn(today, loan) }, writes, use }
    },
  })
}
