import type { LocalDate } from '#calendar/local-date.ts'
import { earnedInterest } from '#loans/accrual.ts'
import { interestOfStretches, UNEARNED } from '#loans/history.ts'
import { withExposureUntil, withinCap } from '#cost/realised-cost.ts'
import { couponOff, sumOffUsed, withSumOffOnClosing } from '#coupons/closing-discount.ts'
import {
  isSettled,
  lessParts,
  openParts,
  sumOfParts,
  type Instalment,
  type Loan,
  type PartName,
  type Parts,
} from '#loans/loan.ts'
import { add, greater, lesser, ZERO, subtract, sum, type Money } from '#money/money.ts'
import { minus, roundToMoney } from '#money/ratio.ts'
import { withPenaltyUntil } from '#repayment/penalty.ts'

type Day = { loan: Loan; today: LocalDate }

/** The payoff on a day: all principal, and interest only up to that day. [R8] */
export function payoffOn(today: LocalDate, loan: Loan): Money {
  if (isSettled(loan)) return ZERO
  const { instalments } = closeLoan(today, withPenaltyUntil(today, loan))
  return greater(sum(instalments.map((row) => sumOfParts(openParts(row)))), ZERO)
}

/** The loan if it ends today: nothing is charged for later days, nor above the cap. [R8, Y7] */
export function closeLoan(today: LocalDate, bare: Loan): Loan {
  const loan = withExposureUntil(today, bare)
  const instalments = loan.instalments.map((row) => closeInstalment(row, { loan, today }))
  const discounted = withSumOffOnClosing({ ...loan, instalments }, today)
  return withinCap(withUnearnedOff(today, discounted))
}

/** Interest of a converted bill that is not earned today is not owed. [N3] */
function withUnearnedOff(today: LocalDate, loan: Loan): Loan {
  const [first] = loan.instalments
  if (!first || today >= first.period.from) return loan
  const all = interestOfStretches(loan, { n: UNEARNED })
  const unearned = minus(all, interestOfStretches(loan, { n: UNEARNED, until: today }))
  let left = roundToMoney(unearned, loan.conventions.rounding)
  const instalments = loan.instalments.map((row) => {
    const off = lesser(left, openParts(row).principal)
    left = subtract(left, off)
    return { ...row, waived: { ...row.waived, principal: add(row.waived.principal, off) } }
  })
  return { ...loan, instalments }
}

/**
 * An instalment of a loan that ends today. Payments may exceed the charges by the interest of later
 * days, which is refunded.
 */
export function closeInstalment(instalment: Instalment, day: Day): Instalment {
  const { due, paid, waived, period } = instalment
  const interest = interestBy(instalment, day)
  const fee = day.today > period.from ? due.fee : add(paid.fee, waived.fee)
  const off = couponOff(instalment, { ...day, interest })
  return {
    ...instalment,
    due: { ...due, interest, fee },
    waived: { ...waived, ...off },
    deferralInterest: ZERO,
    deferralMicrofen: 0n,
    prepaidInterest: ZERO,
    convertedPrincipal: ZERO,
  }
}

/** The interest charged by an instalment when its loan ends on a day. */
function interestBy(instalment: Instalment, day: Day): Money {
  const { due, dueDate, period, prepaidInterest } = instalment
  const { today } = day
  const final = subtract(due.interest, prepaidInterest)
  if (today >= dueDate) return final
  const earned = earnedInterest(instalment, day)
  return today < period.to
    ? lesser(earned, subtract(final, instalment.deferralInterest))
    : subtract(earned, prepaidInterest)
}

/** Removes payments in excess of the charges from their instalments, and returns them as credit. */
export function withoutCredit(loan: Loan): { loan: Loan; credit: Money } {
  let credit = ZERO
  const instalments = loan.instalments.map((row) => {
    const { due, paid, waived } = row
    const excess = (part: PartName) =>
      greater(subtract(add(paid[part], waived[part]), due[part]), ZERO)
    const tooMuch: Parts = {
      fee: excess('fee'),
      penalty: excess('penalty'),
      interest: excess('interest'),
      principal: excess('principal'),
    }
    const total = sumOfParts(tooMuch)
    if (total === 0n) return row
    credit = add(credit, total)
    return { ...row, paid: lessParts(paid, tooMuch) }
  })
  return { loan: { ...loan, instalments }, credit }
}

/** Closes a fully paid loan: its instalments charge only what they earned. [R8] */
export function closeSettledLoan(today: LocalDate, bare: Loan): { loan: Loan; credit: Money } {
  const loan = withExposureUntil(today, bare)
  const isUsed = loan.coupon?.kind === 'sum-off-first-instalment'
  const instalments = loan.instalments.map((row) => {
    const end = closeInstalment(row, { loan, today })
    if (isUsed && row.n === 1) {
      return {
        ...end,
        waived: { ...end.waived, ...sumOffUsed(row, { loan, charged: end.due.interest }) },
      }
    }
    return { ...end, waived: { ...end.waived, principal: row.waived.principal } }
  })
  return withoutCredit(withinCap({ ...loan, instalments }))
}
