import type { Mutant } from './list.ts'

const DOMAIN = 'packages/domain/src'

/** Mutants of loan operations. */
export const operationFaults: readonly Mutant[] = [
  {
    file: `${DOMAIN}/acts/past.ts`,
    name: 'a retroactive cut returns nothing',
    from: 'return { loan, credit: add(state.credit, overpaid) }',
    to: 'return { loan, credit: state.credit }',
  },
  {
    file: `${DOMAIN}/acts/past.ts`,
    name: 'a retroactive cut starts with the acts of its first day',
    from: 'dayOf(one) > lastOldDay)',
    to: 'dayOf(one) > cut.from)',
  },
  {
    file: `${DOMAIN}/acts/past.ts`,
    name: 'a retroactive cut sends the same money back twice',
    from: '    state = { loan, credit: subtract(credit, one.sentBack) }',
    to: '    state = { loan, credit }',
  },
  {
    file: `${DOMAIN}/rate-cuts/rate-cut.ts`,
    name: 'a cut keeps the old rate',
    from: '  const lower = { ...accrued, annualRatePpm }',
    to: '  const lower = { ...accrued, annualRatePpm: accrued.annualRatePpm + 0n * annualRatePpm }',
  },
  {
    file: `${DOMAIN}/repayment/excess.ts`,
    name: 'interest paid ahead is kept when the plan changes',
    from: '    return charged === row ? row : applyDiscount(charged, withSumOffPaid(today, loan))',
    to: '    return charged === row ? row : applyDiscount(row, withSumOffPaid(today, loan))',
  },
  {
    file: `${DOMAIN}/repayment/closing.ts`,
    name: 'interest paid ahead is kept on settlement',
    from: '  const final = subtract(due.interest, prepaidInterest)',
    to: '  const final = due.interest',
  },
  {
    file: `${DOMAIN}/repayment/closing.ts`,
    name: 'unearned interest is kept on settlement',
    from: '  const interest = interestBy(instalment, day)\n',
    to: '  const interest = due.interest\n',
  },
  {
    file: `${DOMAIN}/repayment/closing.ts`,
    name: 'what was paid too much is lost',
    from: '    credit = add(credit, total)',
    to: '    credit = ZERO',
  },
  {
    file: `${DOMAIN}/repayment/allocation.ts`,
    name: 'all of a payment goes to principal first',
    from: 'principalFirstAfterDays ? partNames.toReversed() : partNames',
    to: 'principalFirstAfterDays ? partNames : partNames.toReversed()',
  },
  {
    file: `${DOMAIN}/repayment/allocation.ts`,
    name: 'accruals are not written down before a payment',
    from: '  const loan = accrueUntil(today, bare)',
    to: '  const loan = bare',
  },
  {
    file: `${DOMAIN}/repayment/allocation.ts`,
    name: 'principal paid ahead is not marked',
    from: '  const paid = withPrepaid(settledLoan, { today, allocations })',
    to: '  const paid = settledLoan',
  },
  {
    file: `${DOMAIN}/repayment/early-repayment.ts`,
    name: 'early repayment forgets the interest so far',
    from: '  const charged = sum(charges.flatMap(({ fee, interest }) => [fee, interest]))',
    to: '  const charged = sum(charges.flatMap(({ fee }) => [fee]))',
  },
  {
    file: `${DOMAIN}/repayment/early-repayment.ts`,
    name: 'early repayment forgets the accrual',
    from: '  const loan = accrueUntil(today, bare)',
    to: '  const loan = bare',
  },
  {
    file: `${DOMAIN}/repayment/forbearance.ts`,
    name: 'relief does not lengthen the period',
    from: 'isCurrent ? period.days360 + daysBetween({ from: period.to, to }) : period.days360',
    to: 'period.days360',
  },
  {
    file: `${DOMAIN}/repayment/forbearance.ts`,
    name: 'relief drops what a coupon covers',
    from: 'bearingPrincipal(row, later))',
    to: 'bearingPrincipal(row, later) - row.waived.principal)',
  },
  {
    file: `${DOMAIN}/repayment/forbearance.ts`,
    name: 'relief lets due days drift',
    from: '  const to = addMonths(anchor.dueDate, n - anchor.n)',
    to: '  const to = addDays(anchor.dueDate, 30 * (n - anchor.n))',
  },
  {
    file: `${DOMAIN}/coupons/coupon.ts`,
    name: 'a sum off pays more than is left of its bill',
    from: "  const principal = lesser(subtract(coupon.amount, interest), left('principal'))",
    to: '  const principal = subtract(coupon.amount, interest)',
  },
  {
    file: `${DOMAIN}/loans/amortise.ts`,
    name: 'kept instalments are larger than the level instalment',
    from: '        const bill = lesser(shape.instalment, shape.bills[index] ?? shape.instalment)',
    to: '        const bill = shape.bills[index] ?? shape.instalment',
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'a shortened loan grows long again',
    from: 'n >= current && n <= Math.max(current, last))',
    to: 'n >= current)',
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'a shortened loan charges fees after its end',
    from: '? withoutFee(planned) : planned',
    to: '? planned : planned',
  },
  {
    file: `${DOMAIN}/restructure/consolidation-plan.ts`,
    name: 'penalty bears interest in a new plan',
    from: '  const amount = subtract(sumOfParts(parts), parts.penalty)',
    to: '  const amount = sumOfParts(parts)',
  },
  {
    file: `${DOMAIN}/restructure/consolidation-plan.ts`,
    name: 'a new plan loses the penalty',
    from: '  const newLoan = withPenaltyTakenOver(bare, parts.penalty)',
    to: '  const newLoan = withPenaltyTakenOver(bare, ZERO)',
  },
  {
    file: `${DOMAIN}/mall/reversal.ts`,
    name: 'goods that went back keep what was paid',
    from: '    paidBack: sum(loan.instalments.map(({ paid }) => sumOfParts(paid))),',
    to: '    paidBack: sum(loan.instalments.map(({ paid }) => paid.principal)),',
  },
  {
    file: `${DOMAIN}/repayment/closing.ts`,
    name: 'a begun period is charged in full on settlement',
    from: '  if (today >= dueDate) return final',
    to: '  if (today >= period.from) return final',
  },
  {
    file: `${DOMAIN}/repayment/closing.ts`,
    name: 'a fee whose period has not begun is kept on settlement',
    from: '  const fee = day.today > period.from ? due.fee : add(paid.fee, waived.fee)',
    to: '  const fee = due.fee',
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'a new plan forgets what accrued',
    from: '  const interest = exactAccrual(loan, { period: first.period, today: on })',
    to: '  const interest = exactAccrual(loan, { period: first.period, today: first.period.from })',
  },
  {
    file: `${DOMAIN}/loans/replan.ts`,
    name: 'a new plan charges the whole period again',
    from: '    elapsedFraction(period, { on, ...loan.conventions }),',
    to: '    elapsedFraction(period, { on: period.from, ...loan.conventions }),',
  },
  {
    file: `${DOMAIN}/restructure/bill-conversion.ts`,
    name: 'a converted bill owes interest of days to come',
    from: 'sum([row.convertedPrincipal, principal, byCoupon])',
    to: 'sum([row.convertedPrincipal, byCoupon])',
  },
  {
    file: `${DOMAIN}/restructure/bill-conversion.ts`,
    name: 'a bill converted again forgets the principal of the first conversion',
    from: 'sum([row.convertedPrincipal, principal, byCoupon])',
    to: 'sum([principal, byCoupon])',
  },
  {
    file: `${DOMAIN}/acts/past.ts`,
    name: 'a repeated forbearance keeps the penalties of its request',
    from: 'applyAct(loan, { ...act, asked: forbearanceRequestOn(act.asked.on, then) })',
    to: 'applyAct(loan, act)',
  },
  {
    file: `${DOMAIN}/restructure/plan-default.ts`,
    name: 'a broken plan keeps interest of days to come',
    from: '.map((row) => closeInstalment(row, { loan, today }))',
    to: '.map((row) => row)',
  },
]
