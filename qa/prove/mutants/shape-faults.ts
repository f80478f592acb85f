import type { Mutant } from './list.ts'

const DOMAIN = 'packages/domain/src'

/**
 * Mutants of the shape of a plan, of allocation, dates and quotas: the laws and the reference must detect
 * them without the tests of the rules.
 */
const faults: readonly Omit<Mutant, 'isForLaws'>[] = [
  {
    file: `${DOMAIN}/loans/loan.ts`,
    name: 'interest is paid before penalty',
    from: "partNames = ['fee', 'penalty', 'interest', 'principal'] as const",
    to: "partNames = ['fee', 'interest', 'penalty', 'principal'] as const",
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'a shortened plan keeps the amount of the running bill',
    from: '    instalment: loan.level ?? bills[0] ?? ZERO,',
    to: '    instalment: bills[0] ?? ZERO,',
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'the level instalment stays that of the signing',
    from: '  const planned = { ...loan, instalments: kept, ...(level && { level }) }',
    to: '  const planned = { ...loan, instalments: kept }',
  },
  {
    file: `${DOMAIN}/coupons/coupon.ts`,
    name: 'a sum off pays principal only',
    from: "  const interest = lesser(coupon.amount, left('interest'))",
    to: '  const interest = ZERO',
  },
  {
    file: `${DOMAIN}/coupons/coupon.ts`,
    name: 'a sum off pays interest only',
    from: "  const principal = lesser(subtract(coupon.amount, interest), left('principal'))",
    to: '  const principal = ZERO',
  },
  {
    file: `${DOMAIN}/coupons/closing-discount.ts`,
    name: 'the agreed first due date is a month after the start',
    from: '  return history.firstDue ?? addMonths(start, 1)',
    to: '  return addMonths(start, history.firstDue ? 1 : 1)',
  },
  {
    file: `${DOMAIN}/restructure/consolidation-plan.ts`,
    name: 'a new plan has the full rate of the old loans',
    from: 'product.personalisedPlan.ratePercent) / 100n',
    to: '100n) / 100n',
  },
  {
    file: `${DOMAIN}/restructure/consolidation-plan.ts`,
    name: 'the rate of a new plan is not rounded down',
    from: '  return share - (share % RATE_STEP_PPM)',
    to: '  return share',
  },
  {
    file: `${DOMAIN}/repayment/deferral.ts`,
    name: 'the deferral quota is that of a month',
    from: 'loan.deferrals.filter((date) => addMonths(date, 12) > today)',
    to: 'loan.deferrals.filter((date) => addMonths(date, 1) > today)',
  },
  {
    file: `${DOMAIN}/repayment/deferral.ts`,
    name: 'a deferral moves past the next instalment',
    from: 'daysBetween({ from: current.dueDate, to: next.dueDate }) - 1)',
    to: 'daysBetween({ from: current.dueDate, to: next.dueDate }) + 30)',
  },
  {
    file: `${DOMAIN}/calendar/local-date.ts`,
    name: 'due dates drift after a short month',
    from: 'dates.push(monthsAfter(parts, first + index))',
    to: 'dates.push(monthsAfter(partsOf(dates.at(-1) ?? date), index === 0 ? first : 1))',
  },
  {
    file: `${DOMAIN}/loans/level-payment.ts`,
    name: 'the level instalment leaves out accrued interest',
    from: 'plus(one, first)), debt.owed)',
    to: 'plus(one, first)), zero)',
  },
]

export const shapeFaults: readonly Mutant[] = faults.map((fault) => ({ ...fault, isForLaws: true }))
