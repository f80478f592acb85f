import type { Mutant } from './list.ts'

const DOMAIN = 'packages/domain/src'

/** Mutants of daily charges and coupon discounts. */
export const chargeFaults: readonly Mutant[] = [
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'earned interest of a delay is not capped',
    from: 'return add(own, lesser(delayed, deferralInterest))',
    to: 'return add(own, deferralInterest)',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'accrual is doubled',
    from: 'return times(base, minus(elapsed(to), elapsed(from)))',
    to: 'return times(base, minus(plus(elapsed(to), elapsed(to)), plus(elapsed(from), elapsed(from))))',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'accrual before the last change is lost',
    from: 'const before = isBroken ? ratio(loan.accrual.microfen, MICROFEN_PER_FEN) : zero',
    to: 'const before = zero',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'accrual starts at the period after a change',
    from: 'const since = isBroken ? loan.accrual.since : period.from',
    to: 'const since = period.from',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'interest runs on principal that was paid',
    from: '          subtract(due.principal, paid.principal),\n          period.from',
    to: '          due.principal,\n          period.from',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'interest runs on principal due before the period',
    from: '.filter(({ period }) => period.from >= from)',
    to: '.filter(({ period }) => period.to >= from)',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'a converted bill bears no interest until its due date',
    from: 'period.from === from ? convertedPrincipal : ZERO',
    to: 'ZERO',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'delay interest starts a day late',
    from: 'const days = daysBetween({ from: penaltySince, to: end })',
    to: 'const days = daysBetween({ from: penaltySince, to: end }) - 1',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'delay interest is over 365 days',
    from: 'PARTS_PER_MILLION * 360n)',
    to: 'PARTS_PER_MILLION * 365n)',
  },
  {
    file: `${DOMAIN}/loans/accrual.ts`,
    name: 'interest in the period ignores the day',
    from: '  if (today <= period.from) return ZERO\n',
    to: '  if (today <= period.from) return own\n',
  },
  {
    file: `${DOMAIN}/calendar/period.ts`,
    name: 'ACT/360 counts 365 days',
    from: 'return ratio(BigInt(daysBetween(period)), 360n)',
    to: 'return ratio(BigInt(daysBetween(period)), 365n)',
  },
  {
    file: `${DOMAIN}/calendar/period.ts`,
    name: 'leap years are forgotten',
    from: '    if (!isLeapYear(year)) continue',
    to: '    if (isLeapYear(year)) continue',
  },
  {
    file: `${DOMAIN}/calendar/period.ts`,
    name: 'a month of 30 days is not limited',
    from: 'ratio(BigInt(Math.min(elapsed, period.days360)), 360n)',
    to: 'ratio(BigInt(elapsed), 360n)',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'penalty is lost at each payment',
    from: 'penaltyUnits: instalment.penaltyUnits + runningUnits(instalment, day),',
    to: 'penaltyUnits: 0n,',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'grace is a day longer',
    from: '<= graceDays) return 0n',
    to: '<= graceDays + 1) return 0n',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'penalty runs from the end of the grace',
    from: '  const days = BigInt(daysBetween({ from, to: today }))',
    to: '  const days = BigInt(daysBetween({ from, to: today }) - graceDays)',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'penalty runs on principal that was paid',
    from: 'return openParts(instalment).principal * lateRateOf(loan) * days',
    to: 'return instalment.due.principal * lateRateOf(loan) * days',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'penalty is over 365 days',
    from: 'PARTS_PER_MILLION * 100n * 360n',
    to: 'PARTS_PER_MILLION * 100n * 365n',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'interest of a delay is lost when penalty starts',
    from: '  const delayed = withDeferralUntil(day.today, { instalment, loan: day.loan })',
    to: '  const delayed = instalment',
  },
  {
    file: `${DOMAIN}/loans/history.ts`,
    name: 'the late rate is not limited by the cap',
    from: '  return ratePpmMax * 100n\n',
    to: '  return rate\n',
  },
  {
    file: `${DOMAIN}/loans/history.ts`,
    name: 'a retroactive cut starts a day late',
    from: '    if (stretch.to <= lastOldDay ||',
    to: '    if (stretch.from <= lastOldDay ||',
  },
  {
    file: `${DOMAIN}/loans/history.ts`,
    name: 'a retroactive cut forgets the days inside a stretch',
    from: '      { ...stretch, from: lastOldDay, annualRatePpm },',
    to: '      { ...stretch, from: lastOldDay },',
  },
  {
    file: `${DOMAIN}/loans/coupon.ts`,
    name: 'a share off is a share of the planned interest',
    from: '    return { ...kept, interest: greater(shareOff(interest, { loan, coupon }), least) }',
    to: '    return kept',
  },
  {
    file: `${DOMAIN}/loans/coupon.ts`,
    name: 'a sum off pays cash on the first day',
    from: '  if (today < addMonths(loan.start, 1)) return',
    to: '  if (today < loan.start) return',
  },
  {
    file: `${DOMAIN}/loans/coupon.ts`,
    name: 'a coupon is not recomputed',
    from: '    if (!isOpen(row) && row.n < plannedFrom) return row\n',
    to: '    if (row.waived.interest > 0n) return row\n',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'days of a review cost ZERO at all',
    from: '  const deferralMicrofen = instalment.deferralMicrofen + microfenOf(interestOf(review, loan))',
    to: '  const deferralMicrofen = instalment.deferralMicrofen',
  },
  {
    file: `${DOMAIN}/repayment/penalty.ts`,
    name: 'days of a review cost penalty',
    from: '      ? withPenalty(instalment, { loan, today: penaltyUntil })',
    to: '      ? withPenalty(instalment, { loan, today })',
  },
  {
    file: `${DOMAIN}/ledger/position.ts`,
    name: 'a fee is charged before its period',
    from: '    fee: day.today > period.from ? due.fee : add(paid.fee, waived.fee),',
    to: '    fee: due.fee,',
  },
  {
    file: `${DOMAIN}/loans/coupon.ts`,
    name: 'free days are one too many',
    from: '      const free = freeInterest(row, { loan, until: addDays(loan.start, coupon.days) })',
    to: '      const free = freeInterest(row, { loan, until: addDays(loan.start, coupon.days + 1) })',
  },
  {
    file: `${DOMAIN}/ledger/position.ts`,
    name: 'running penalty is not booked',
    from: '    penalty: add(due.penalty, runningPenalty(instalment, day)),',
    to: '    penalty: due.penalty,',
  },
  {
    file: `${DOMAIN}/ledger/entries.ts`,
    name: 'refunds are not booked',
    from: "    ...moved(overpaid, { debit: money, credit: 'refunds-payable' }),",
    to: "    ...moved(ZERO, { debit: money, credit: 'refunds-payable' }),",
  },
  {
    file: `${DOMAIN}/money/money.ts`,
    name: 'a half is rounded down',
    from: "rounding === 'half-up') return quotient + 1n",
    to: "rounding === 'half-even') return quotient + 1n",
  },
]
