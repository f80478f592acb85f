import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { Money } from '@qingzhou/domain/money/money'
import { dueOn } from '@qingzhou/domain/repayment/repay'
import { breakPlan as broken } from '@qingzhou/domain/restructure/broken-plan'
import { orRefuse, Refused } from '#refused.ts'
import { perform, type Act, type Means } from './act.ts'
import { dayFor, effectsOf, stepped } from './change.ts'
import { lockLoan } from './lock-loan.ts'

export type Broken = {
  readonly loanNo: string
  readonly brokenOn: LocalDate
  /** What is due by then: all of it. */
  readonly due: Money
}

/** Ends a personalised plan that was not kept: what is left of it falls due. */
export async function breakPlan(
  means: Means,
  act: Act,
  request: { readonly loanNo: string },
): Promise<Broken> {
  const { loanNo } = request
  return perform(means, act, {
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
      const now = means.now()
      const { writes, use } = effectsOf([{ event: 'break', before, after }], { act, today, now })
      return { answer: { loanNo, brokenOn: today, due: dueOn(today, loan) }, writes, use }
    },
  })
}
