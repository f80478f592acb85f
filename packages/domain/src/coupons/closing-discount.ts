import { addDays, addMonths, type LocalDate } from '#calendar/local-date.ts'
import {
  freeInterest,
  waivedInterestOf,
  shareOff,
  type Off,
  type RateCoupon,
} from '#coupons/coupon.ts'
import { isOpen, openParts, sumOfParts, type Instalment, type Loan } from '#loans/loan.ts'
import { add, greater, lesser, subtract, sum, ZERO, type Money } from '#money/money.ts'

/**
 * The sum off of a loan that ends before its bill is due: at most the interest earned so far, until
 * the first due date that was agreed; set off against what is owed, never paid out. [K5]
 */
export function withSumOffOnClosing(loan: Loan, today: LocalDate): Loan {
  const { coupon, instalments } = loan
  const [first, ...later] = instalments
  if (coupon?.kind !== 'sum-off-first-instalment' || !first) return loan
  if (!isSumOffOnClosing(first, { loan, today })) return loan
  const { due, paid, waived } = first
  const isBeforeAgreed = today < firstDueOf(loan)
  const principalMax = isBeforeAgreed ? ZERO : subtract(due.principal, paid.principal)
  const owed = sum(instalments.map((row) => sumOfParts(openParts(row))))
  const most = lesser(add(due.interest, principalMax), greater(owed, ZERO))
  const off = lesser(coupon.amount, most)
  const interest = lesser(off, due.interest)
  const given = { ...waived, interest, principal: subtract(off, interest) }
  return { ...loan, instalments: [{ ...first, waived: given }, ...later] }
}

/**
 * Whether a sum off pays when its loan ends on a day: its bill is not due, and it has not paid by the
 * first due date that was agreed.
 */
function isSumOffOnClosing(row: Instalment, { loan, today }: { loan: Loan; today: LocalDate }) {
  if (loan.coupon?.kind !== 'sum-off-first-instalment' || row.n !== 1) return false
  const hasPaid = loan.history.isCouponUsed && today >= firstDueOf(loan)
  return today < row.dueDate && !hasPaid
}

/** The first due date that was agreed. */
function firstDueOf({ start, history }: Loan): LocalDate {
  return history.firstDue ?? addMonths(start, 1)
}

/**
 * A sum off that has paid more interest of its bill than is charged pays principal with the rest. What
 * a waiver gave up of the bill is at most what is left of the interest. [K5, W2]
 */
export function sumOffUsed(
  row: Instalment,
  { loan, charged }: { loan: Loan; charged: Money },
): Off {
  const { due, paid, waived } = row
  const { coupon } = loan
  const amount = coupon?.kind === 'sum-off-first-instalment' ? coupon.amount : ZERO
  const byCoupon = lesser(waived.interest, subtract(amount, waived.principal))
  const interest = lesser(byCoupon, charged)
  const left = greater(subtract(unpaidInterest(row, charged), interest), ZERO)
  const given = lesser(subtract(waived.interest, byCoupon), left)
  const rest = subtract(add(byCoupon, waived.principal), interest)
  const principal = lesser(rest, subtract(due.principal, paid.principal))
  return { interest: add(interest, given), principal }
}

/**
 * The discount of an instalment when its loan ends on a day. [K4, K5]
 *
 * A share applies to the interest charged.
 */
export function couponOff(
  row: Instalment,
  day: { loan: Loan; today: LocalDate; interest: Money },
): Off {
  const { loan, today, interest } = day
  const { waived, dueDate } = row
  const { coupon } = loan
  const limited = { interest: lesser(waived.interest, interest), principal: waived.principal }
  if (!coupon)
    return { ...limited, interest: lesser(waived.interest, unpaidInterest(row, interest)) }
  if (coupon.kind !== 'sum-off-first-instalment') {
    const isFinal = today >= dueDate && row.prepaidInterest === 0n
    return isFinal ? limited : { ...limited, interest: offOnClosing(row, { ...day, coupon }) }
  }
  // A sum off that has not paid its bill yet is set off when the whole loan is closed.
  if (isSumOffOnClosing(row, { loan, today })) return { interest: ZERO, principal: ZERO }
  return row.n === 1 ? sumOffUsed(row, { loan, charged: interest }) : limited
}

/** What a coupon and a waiver take off the interest that an instalment charges in the end. */
function offOnClosing(
  row: Instalment,
  day: { loan: Loan; today: LocalDate; interest: Money; coupon: RateCoupon },
): Money {
  const { loan, interest } = day
  const off = lesser(discountOnClosing(row, day), interest)
  const left = greater(subtract(unpaidInterest(row, interest), off), ZERO)
  const givenUp = lesser(waivedInterestOf(row, loan), left)
  // Rounding must not reopen a settled instalment.
  const least = isOpen(row) ? ZERO : subtract(interest, row.paid.interest)
  return greater(add(off, givenUp), least)
}

/** Interest that is charged in the end and not paid; what was paid for days that never come goes back. [W2] */
function unpaidInterest({ due, paid, prepaidInterest }: Instalment, charged: Money): Money {
  const left = greater(subtract(charged, subtract(paid.interest, prepaidInterest)), ZERO)
  return lesser(charged, greater(left, subtract(due.interest, paid.interest)))
}

function discountOnClosing(
  row: Instalment,
  day: { loan: Loan; today: LocalDate; interest: Money; coupon: RateCoupon },
): Money {
  const { loan, today, interest, coupon } = day
  if (coupon.kind === 'interest-share-off') return shareOff(interest, { loan, coupon })
  const until = addDays(loan.start, coupon.days)
  return today <= until ? interest : freeInterest(row, { loan, until })
}
