import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { dayCounts } from '#calendar/period.ts'
import { withCoupon } from '#coupons/coupon.ts'
import { methods } from '#loans/amortise.ts'
import type { Loan } from '#loans/loan.ts'
import { divide, fen } from '#money/money.ts'
import { conventions } from '#product.ts'
import { cutRate } from '#rate-cuts/rate-cut.ts'
import { deferInstalment } from '#repayment/deferral.ts'
import { payoffOn } from '#repayment/early-repayment.ts'
import { grantForbearance } from '#repayment/forbearance.ts'
import { repayThrough } from '#repayment/repay.ts'
import { specimenLoan, valueOf } from '#specimen.ts'

describe('rounding', () => {
  it('[M7] interest of a period and of its deferral is one sum, rounded once', () => {
    const loan = specimenLoan({
      amount: fen(501_00n),
      annualRatePpm: 180_000n,
      months: 3,
      method: 'equal-instalments',
    })
    const deferred = valueOf(deferInstalment(loan, { days: 7, today: localDate('2026-02-15') }))
    // 7.515 for the period and 0.575785 for the deferral.
    expect(deferred.instalments[0]?.due.interest).toBe(8_09n)
  })

  it('[K4] a share off is the share of the interest that an instalment charges in the end', () => {
    const sharePpm = 333_333n
    const bare = specimenLoan({
      amount: fen(500_00n),
      annualRatePpm: 180_000n,
      months: 6,
      method: 'equal-instalments',
      start: localDate('2025-12-30'),
      conventions: { ...conventions, dayCount: 'ACT/365' },
    })
    const loan = withCoupon(bare, { kind: 'interest-share-off', sharePpm })
    const payment = { amount: fen(23_22n), today: localDate('2026-01-08'), through: 1 }
    const paid = valueOf(repayThrough(loan, payment)).loan
    const today = localDate('2026-01-29')
    const cut = { annualRatePpm: 90_000n, from: addDays(today, 1), today }
    const { loan: lower, overpaid } = valueOf(cutRate(paid, cut))
    // 5.09 was paid of an interest that is 7.33, less a third: 4.89 are charged.
    expect(overpaid).toBe(20n)
    for (const { due, waived, prepaidInterest } of lower.instalments) {
      expect(prepaidInterest).toBe(0n)
      expect(waived.interest).toBe(divide(due.interest * sharePpm, 1_000_000n, 'half-up'))
    }
    expect(lower.instalments[0]?.due.interest).toBeLessThan(loan.instalments[0]?.due.interest ?? 0n)
  })
})

function moveLoan(
  loan: Loan,
  move: { days: number; isForbearance: boolean; today: LocalDate },
): Loan {
  const forborne = move.isForbearance ? grantForbearance(loan, move) : undefined
  if (forborne) return forborne.ok ? forborne.value.loan : loan
  const deferred = deferInstalment(loan, move)
  return deferred.ok ? deferred.value : loan
}

describe('interest-free days', () => {
  const lastFree = localDate('2026-03-16')
  const anyMove = fc.record({
    wait: fc.nat({ max: 19 }),
    days: fc.integer({ min: 1, max: 30 }),
    isForbearance: fc.boolean(),
  })
  const anyTerms = fc.record({
    amount: fc.integer({ min: 500, max: 3_000 }).map((yuan) => fen(BigInt(yuan) * 100n)),
    annualRatePpm: fc.bigInt({ min: 100n, max: 234n }).map((mille) => mille * 1000n),
    method: fc.constantFrom(...methods),
    dayCount: fc.constantFrom(...dayCounts),
  })

  it('[K3] cost nothing, however the bill was moved', () => {
    fc.assert(
      fc.property(
        anyTerms,
        fc.array(anyMove, { maxLength: 3 }),
        ({ dayCount, ...terms }, moves) => {
          const bare = specimenLoan({
            ...terms,
            months: 3,
            conventions: { ...conventions, dayCount },
          })
          let loan = withCoupon(bare, { kind: 'interest-free-days', days: 60 })
          let today = loan.start
          for (const { wait, ...move } of moves) {
            today = addDays(today, wait)
            loan = moveLoan(loan, { ...move, today })
            const isLate = loan.instalments.some(
              ({ dueDate, due }) => dueDate < today || due.penalty > 0n,
            )
            if (today > lastFree || isLate) return
            expect(payoffOn(today, loan)).toBe(bare.amount)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
