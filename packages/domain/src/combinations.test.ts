import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { positionOf } from '#ledger/position.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { sumOfParts, type Loan } from '#loans/loan.ts'
import type { Terms } from '#loans/terms.ts'
import { fen, ZERO, sum, yuan } from '#money/money.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { closeLoan } from '#repayment/closing.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { payoffOn, repayInFull, repayInPart } from '#repayment/early-repayment.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { billThrough, repayThrough, dueOn, receivePayment } from '#repayment/repay.ts'
import { defaultPlan } from '#restructure/plan-default.ts'
import { quoteBillConversion } from '#restructure/bill-conversion.ts'
import { specimenLoan, specimenOldLoan, specimenRules, valueOf } from '#specimen.ts'

const day = localDate
function interestFirst(changes: Partial<Terms> = {}): Loan {
  return specimenLoan({
    amount: fen(50_000_00n),
    annualRatePpm: 234_000n,
    months: 3,
    method: 'interest-first',
    ...changes,
  })
}

const payDue = (loan: Loan, today: LocalDate): Loan =>
  valueOf(receivePayment(loan, { amount: dueOn(today, loan), today })).loan

function payAhead(loan: Loan, today: LocalDate, through: number): Loan {
  const amount = valueOf(billThrough(loan, { through, today }))
  return valueOf(repayThrough(loan, { amount, today, through })).loan
}

const cut = (loan: Loan, annualRatePpm: bigint, from: LocalDate, today: LocalDate) =>
  valueOf(cutRate(loan, { annualRatePpm, from, today }))

const payoff = (loan: Loan, today: LocalDate): string => yuan(payoffOn(today, loan))
const chargedInterest = (loan: Loan, n: number): string =>
  yuan(fen(loan.instalments[n - 1]?.due.interest ?? -1n))

describe('operations in combination', () => {
  it('[T1, L17] a rate cut during a deferral lowers the interest of the remaining days', () => {
    const lastDue = day('2026-04-15')
    const paid = [day('2026-02-15'), day('2026-03-15')].reduce(payDue, interestFirst())
    const deferred = valueOf(deferInstalment(paid, { days: 30, today: lastDue }))
    expect(payoff(deferred, lastDue)).toBe('50975.00')
    const { loan } = cut(deferred, 72_000n, addDays(lastDue, 1), lastDue)
    expect(payoff(loan, lastDue)).toBe('50975.00')
    expect(chargedInterest(loan, 3)).toBe('1275.00')
    expect(payoff(loan, day('2026-05-15'))).toBe('51275.00')
  })

  it('[T1] a rate cut during a forbearance lowers the interest of the remaining days', () => {
    const lastDue = day('2026-04-15')
    const paid = [day('2026-02-15'), day('2026-03-15')].reduce(payDue, interestFirst())
    const forborne = valueOf(grantForbearance(paid, { days: 90, today: lastDue })).loan
    const { loan } = cut(forborne, 72_000n, addDays(lastDue, 1), lastDue)
    expect(payoff(loan, lastDue)).toBe('50975.00')
    expect(chargedInterest(loan, 3)).toBe('1875.00')
    expect(payoff(loan, day('2026-07-14'))).toBe('51875.00')
  })

  it('[D2, K5] a forbearance keeps the principal discount of a coupon', () => {
    const bare = specimenLoan({ amount: fen(500_00n), annualRatePpm: 234_000n, months: 3 })
    const loan = withCoupon(bare, { kind: 'sum-off-first-instalment', amount: fen(170_00n) })
    const today = day('2026-02-15')
    expect(payoff(loan, today)).toBe('339.75')
    expect(payoff(valueOf(grantForbearance(loan, { days: 30, today })).loan, today)).toBe('339.75')
    const before = day('2026-02-10')
    const early = valueOf(grantForbearance(loan, { days: 30, today: before })).loan
    expect(payoff(early, before)).toBe(payoff(loan, before))
    expect(yuan(sum(early.instalments.map(({ waived }) => sumOfParts(waived))))).toBe('170.00')
  })

  it.each(['equal-instalments', 'equal-principal', 'interest-first'] as const)(
    '[N3] a converted bill of %s earns its interest day by day',
    (method) => {
      const loan = specimenLoan({ method })
      const { newLoan, settled } = valueOf(
        quoteBillConversion(specimenOldLoan({ loan }), {
          months: 6,
          today: day('2026-01-16'),
          rules: specimenRules,
        }),
      )
      const old = settled[0]?.loan ?? loan
      const total = (today: LocalDate) =>
        yuan(sum([payoffOn(today, old), payoffOn(today, newLoan)]))
      expect(total(day('2026-01-16'))).toBe('12004.00')
      expect(total(day('2026-01-17'))).toBe('12008.00')
      expect(total(day('2026-02-15'))).toBe('12120.00')
    },
  )

  it('[R8] settlement refunds prepaid interest that was not earned', () => {
    const ahead = payAhead(interestFirst(), day('2026-01-16'), 1)
    const today = day('2026-01-17')
    // 975.00 was prepaid; two days at 32.50 were earned.
    expect(payoff(ahead, today)).toBe('49090.00')
    const { loan, overpaid } = valueOf(
      repayInFull(ahead, { amount: payoffOn(today, ahead), today }),
    )
    expect(overpaid).toBe(0n)
    expect(yuan(sum(loan.instalments.map(({ paid }) => sumOfParts(paid))))).toBe('50065.00')
  })

  it('[R3] penalty paid in 120 payments equals the penalty of its days, rounded once', () => {
    const terms = { amount: fen(500_00n), annualRatePpm: 96_000n, months: 3 }
    const loan = specimenLoan(terms)
    const first = day('2026-02-15')
    const inOne = valueOf(
      receivePayment(loan, { amount: fen(1n), today: addDays(first, 120) }),
    ).loan
    let inMany = loan
    for (let late = 1; late <= 120; late += 1) {
      const today = addDays(first, late)
      if (late <= 3) continue
      inMany = valueOf(receivePayment(inMany, { amount: fen(1n), today })).loan
    }
    expect(penaltyOf(inMany) - penaltyOf(inOne)).toBe(0n)
  })

  it('[K5] an amount-off coupon pays no cash when the loan is settled on its first day', () => {
    const bare = specimenLoan({ amount: fen(500_00n), annualRatePpm: 234_000n, months: 3 })
    const loan = withCoupon(bare, { kind: 'sum-off-first-instalment', amount: fen(50_00n) })
    expect(payoff(loan, day('2026-01-15'))).toBe('500.00')
    expect(payoff(loan, day('2026-01-25'))).toBe('500.00')
    expect(payoff(loan, day('2026-02-15'))).toBe('459.75')
  })

  it('[K4] a percentage coupon stays a percentage of the interest charged', () => {
    const bare = interestFirst({ method: 'equal-instalments', months: 12 })
    const loan = withCoupon(bare, { kind: 'interest-share-off', sharePpm: 500_000n })
    const today = day('2026-01-25')
    const lower = cut(loan, 120_000n, addDays(today, 1), today).loan
    const part = valueOf(repayInPart(loan, { amount: fen(20_000_00n), today })).loan
    for (const { due, paid, waived } of [...lower.instalments, ...part.instalments]) {
      const half = fen((due.interest + 1n) / 2n)
      expect(waived.interest).toBeLessThanOrEqual(half)
      if (paid.interest === 0n) expect(waived.interest).toBe(half)
    }
    const earned = 32_50n * 10n
    expect(payoffOn(today, loan)).toBe(fen(50_000_00n + earned / 2n))
  })

  it('[K4] a percentage coupon keeps its percentage when a rate cut lowers the interest below the discount already given', () => {
    const coupon = { kind: 'interest-share-off', sharePpm: 745_000n } as const
    const bare = specimenLoan({
      amount: fen(500_00n),
      annualRatePpm: 72_000n,
      months: 3,
      method: 'interest-first',
      start: day('2023-01-01'),
    })
    const today = day('2023-02-06')
    const { loan } = cut(withCoupon(bare, coupon), 50_000n, addDays(today, 1), today)
    // 5 days of 1.00 at the old rate and 25 at the new one: 2.24, of which 1.67 is discounted.
    expect(chargedInterest(loan, 2)).toBe('2.24')
    expect(loan.instalments.map(({ waived }) => yuan(waived.interest))).toEqual([
      '2.24',
      '1.67',
      '1.55',
    ])
    expect(payoffOn(day('2023-03-01'), loan)).toBeGreaterThan(payoffOn(day('2023-02-28'), loan))
  })

  it('[K4] a 100 % coupon follows a rate cut in interest-only instalments', () => {
    const coupon = { kind: 'interest-share-off', sharePpm: 1_000_000n } as const
    const today = day('2026-01-15')
    const { loan } = cut(withCoupon(interestFirst(), coupon), 117_000n, addDays(today, 1), today)
    expect([1, 2, 3].map((n) => chargedInterest(loan, n))).toEqual(['487.50', '487.50', '487.50'])
    expect(payoff(loan, day('2026-02-15'))).toBe('50000.00')
  })

  it('[K4] a percentage coupon applies to earned interest, not to prepaid interest', () => {
    const coupon = { kind: 'interest-share-off', sharePpm: 800_000n } as const
    const bare = interestFirst({ method: 'equal-principal', months: 5, amount: fen(50_000_00n) })
    const ahead = payAhead(withCoupon(bare, coupon), day('2026-01-16'), 1)
    // One day on 50,000 and 29 on 40,000 are 786.50 of 975.00; a fifth of the unearned interest is
    // taken back.
    const [first] = closeLoan(day('2026-02-15'), ahead).instalments
    expect(yuan(first?.due.interest ?? ZERO)).toBe('786.50')
    expect(yuan(first?.waived.interest ?? ZERO)).toBe('629.20')
    expect(yuan(first?.paid.interest ?? ZERO)).toBe('195.00')
  })

  it('[K3] interest-free days keep their discount at the old rate when the rate is cut later', () => {
    const coupon = { kind: 'interest-free-days', days: 12 } as const
    const loan = withCoupon(interestFirst({ months: 1 }), coupon)
    const deferred = valueOf(deferInstalment(loan, { days: 20, today: day('2026-01-25') }))
    const today = day('2026-02-20')
    const lower = cut(deferred, 72_000n, addDays(today, 1), today).loan
    expect(lower.instalments.map(({ waived }) => yuan(waived.interest))).toEqual(['390.00'])
    expect(payoff(lower, today)).toBe(payoff(deferred, today))
  })

  it('[K3] a forbearance keeps the interest-free days on the principal they were granted for', () => {
    const coupon = { kind: 'interest-free-days', days: 17 } as const
    const loan = withCoupon(interestFirst({ months: 1 }), coupon)
    const half = valueOf(
      receivePayment(loan, { amount: fen(25_000_00n), today: day('2026-02-15') }),
    ).loan
    const today = day('2026-03-10')
    const forborne = valueOf(grantForbearance(half, { days: 60, today })).loan
    expect(forborne.instalments.map(({ waived }) => yuan(waived.interest))).toEqual(['552.50'])
    expect(payoff(forborne, today)).toBe(payoff(half, today))
  })

  it('[R15] a forbearance gives prepaid interest back', () => {
    const bare = interestFirst({ months: 1 })
    const today = day('2026-01-16')
    const amount = fen(25_975_00n)
    const paid = valueOf(repayThrough(bare, { amount, today, through: 1 })).loan
    const { loan: forborne, overpaid } = valueOf(
      grantForbearance(paid, { days: 30, today: day('2026-01-20') }),
    )
    for (const later of [day('2026-01-20'), day('2026-02-10')]) {
      expect(payoffOn(later, forborne) - overpaid).toBe(payoffOn(later, paid))
    }
  })

  it('[N4] a plan default after a bill conversion and a rate cut offsets prepaid interest', () => {
    const start = day('2023-01-01')
    const terms = { amount: fen(500_00n), annualRatePpm: 72_000n, months: 6, start }
    const request = { months: 6, today: start, rules: specimenRules }
    const { settled } = valueOf(
      quoteBillConversion(specimenOldLoan({ loan: specimenLoan(terms) }), request),
    )
    const loan = cut(
      settled[0]?.loan ?? specimenLoan(terms),
      36_000n,
      addDays(start, 1),
      start,
    ).loan
    const today = day('2023-04-02')
    expect(payoff(loan, today)).toBe(yuan(payoffOn(today, valueOf(defaultPlan(loan, today)))))
    const broken = valueOf(defaultPlan(loan, today))
    expect(dueOn(today, broken)).toBe(payoffOn(today, broken))
  })

  it('[R12] a fee paid on the first day of its period is charged with the payment', () => {
    const withFees = withFee(interestFirst(), 20_00n)
    const today = withFees.start
    const partly = valueOf(repayThrough(withFees, { amount: fen(20_00n), today, through: 1 })).loan
    expect(positionOf(partly, today).fee).toBe(0n)
  })

  it('[R9] partial early repayment pays a fee whose period has begun', () => {
    const withFees = withFee(interestFirst(), 20_00n)
    const today = day('2026-01-25')
    const { loan, allocations } = valueOf(repayInPart(withFees, { amount: fen(1_000_00n), today }))
    expect(allocations[0]?.parts.fee).toBe(20_00n)
    expect(loan.instalments[0]?.paid.fee).toBe(20_00n)
  })

  it('[C2] due dates after a forbearance fall on the same day of each month', () => {
    const loan = specimenLoan()
    const once = valueOf(grantForbearance(loan, { days: 30, today: day('2026-02-01') })).loan
    expect(once.instalments.map(({ dueDate }) => dueDate.slice(8))).toEqual(Array(12).fill('17'))
    const again = valueOf(grantForbearance(once, { days: 15, today: day('2026-03-01') })).loan
    expect(new Set(again.instalments.map(({ dueDate }) => dueDate.slice(8))).size).toBe(1)
  })

  it('[N3] a converted bill counts as drawn on the day of its conversion', () => {
    const loan = specimenLoan({ start: day('2026-11-16') })
    const today = day('2026-11-16')
    const { newLoan } = valueOf(
      quoteBillConversion(specimenOldLoan({ loan }), { months: 3, today, rules: specimenRules }),
    )
    expect(newLoan.start).toBe(today)
    expect(newLoan.instalments[0]?.dueDate).toBe('2027-01-16')
  })
})

function withFee(loan: Loan, amount: bigint): Loan {
  const instalments = loan.instalments.map((row) => ({
    ...row,
    due: { ...row.due, fee: fen(amount) },
  }))
  return { ...loan, instalments }
}

function penaltyOf(loan: Loan): bigint {
  return loan.instalments[0]?.due.penalty ?? -1n
}
