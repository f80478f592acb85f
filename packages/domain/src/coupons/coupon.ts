import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { unreachable } from '#assert.ts'
import { earnedInterest, exactInterestUntil } from '#loans/accrual.ts'
import { isOpen, sumOfParts, type Instalment, type Loan, type Parts } from '#loans/loan.ts'
import { PARTS_PER_MILLION } from '#loans/plan.ts'
import { add, divide, fen, greater, lesser, ZERO, subtract, sum, type Money } from '#money/money.ts'
import { roundToMoney } from '#money/ratio.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

/**
 * A coupon's benefit: interest-free days, a share off the interest, or an amount off the first
 * instalment.
 */
export type CouponBenefit =
  | { kind: 'interest-free-days'; days: number }
  | { kind: 'interest-share-off'; sharePpm: bigint }
  | { kind: 'sum-off-first-instalment'; amount: Money }

export interface Coupon {
  readonly benefit: CouponBenefit
  readonly amountMin: Money
  /** The terms, in months, that it can be used for. */
  readonly months: readonly number[]
  readonly validFrom: LocalDate
  readonly validUntil: LocalDate
  /** A coupon is `reserved` for a pending draw and released when the draw fails. */
  readonly state:
    | { readonly kind: 'free' }
    | { readonly kind: 'reserved'; readonly draw: string }
    | { readonly kind: 'used'; readonly draw: string }
}

/**
 * Reserves a coupon for a draw that meets its conditions; refused if it is reserved for or used by
 * another. [K1, K2]
 */
export function reserveCoupon(
  coupon: Coupon,
  draw: { draw: string; amount: Money; months: number; today: LocalDate },
): Outcome<Coupon> {
  if (coupon.state.kind !== 'free') {
    return coupon.state.draw === draw.draw ? granted(coupon) : refused({ kind: 'coupon-taken' })
  }
  if (draw.today < coupon.validFrom || draw.today > coupon.validUntil) {
    return refused({ kind: 'coupon-not-valid-today' })
  }
  if (draw.amount < coupon.amountMin || !coupon.months.includes(draw.months)) {
    return refused({ kind: 'coupon-does-not-fit' })
  }
  return granted({ ...coupon, state: { kind: 'reserved', draw: draw.draw } })
}

/** Marks a reserved coupon as used when its draw succeeds; idempotent. [K2] */
export function useCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'used', draw } })
}

/** Releases a coupon when its draw fails; a used coupon stays used. [K2] */
export function releaseCoupon(coupon: Coupon, draw: string): Outcome<Coupon> {
  const { state } = coupon
  if (state.kind === 'free') return granted(coupon)
  if (state.kind === 'used' || state.draw !== draw) return refused({ kind: 'coupon-not-held' })
  return granted({ ...coupon, state: { kind: 'free' } })
}

/** A new loan with its coupon discount applied. The plan itself is unchanged. [K3, K4, K5] */
export function withCoupon(loan: Loan, coupon: CouponBenefit): Loan {
  return recomputeCoupon({ ...loan, coupon }, { on: loan.start })
}

/**
 * Recomputes the coupon discount from the interest planned on a day: in the open instalments that
 * are not overdue, and in all instalments from `plannedFrom` on. [K4, K5]
 */
export function recomputeCoupon(
  loan: Loan,
  { on, plannedFrom = Infinity }: { readonly on: LocalDate; readonly plannedFrom?: number },
): Loan {
  const instalments = loan.instalments.map((row) => {
    if ((!isOpen(row) || row.dueDate < on) && row.n < plannedFrom) return row
    return recomputeDiscount(row, loan)
  })
  return { ...loan, instalments }
}

/** The instalment with the coupon's discount on what it charges; prepaid interest stays prepaid. [K4] */
export function recomputeDiscount(row: Instalment, loan: Loan): Instalment {
  if (!loan.coupon) return row
  const due = { ...row.due, interest: subtract(row.due.interest, row.prepaidInterest) }
  return withPrepaidInterest(discountOf({ ...row, due, prepaidInterest: ZERO }, loan))
}

/** The instalment with the coupon's discount on the interest that it charges. */
export function discountOf(row: Instalment, loan: Loan): Instalment {
  const { coupon } = loan
  if (!coupon) return row
  if (coupon.kind === 'sum-off-first-instalment') return withSumOff(row, loan)
  const off = add(plannedDiscount(row, { loan, coupon }), waivedInterestOf(row, loan))
  const interest = lesser(off, row.due.interest)
  return { ...row, waived: { ...row.waived, interest, principal: ZERO } }
}

/** Interest of an instalment that a waiver gave up. */
export function waivedInterestOf({ n }: Instalment, { history }: Loan): Money {
  return sum((history.givenUp ?? []).filter((one) => one.n === n).map(({ interest }) => interest))
}

/** Interest that was paid or waived above the interest due counts as prepaid. */
function withPrepaidInterest(row: Instalment): Instalment {
  const { due, paid, waived, prepaidInterest } = row
  const interest = greater(due.interest, add(paid.interest, waived.interest))
  const ahead = subtract(interest, due.interest)
  return { ...row, due: { ...due, interest }, prepaidInterest: add(prepaidInterest, ahead) }
}

/** A coupon whose discount follows from the interest charged. */
export type RateCoupon = Exclude<CouponBenefit, { kind: 'sum-off-first-instalment' }>
export type Off = Pick<Parts, 'interest' | 'principal'>

/** The coupon discount of an instalment that runs to its due date. */
function plannedDiscount(
  row: Instalment,
  { loan, coupon }: { loan: Loan; coupon: RateCoupon },
): Money {
  const { due } = row
  switch (coupon.kind) {
    case 'interest-free-days': {
      const until = addDays(loan.start, coupon.days)
      if (row.dueDate <= until) return subtract(due.interest, row.prepaidInterest)
      return lesser(freeInterest(row, { loan, until }), due.interest)
    }
    case 'interest-share-off':
      return shareOff(due.interest, { loan, coupon })
    default:
      return unreachable(coupon)
  }
}

/**
 * The first instalment with what a sum off will pay of it: the interest that is left to be paid,
 * then principal. The plan and its accruals are those of a loan without a coupon. [K5]
 */
export function withSumOff(row: Instalment, { coupon, history }: Loan): Instalment {
  if (coupon?.kind !== 'sum-off-first-instalment' || row.n !== 1 || history.isCouponUsed) return row
  const { due, paid, waived } = row
  const left = (part: 'interest' | 'principal') => greater(subtract(due[part], paid[part]), ZERO)
  const interest = lesser(coupon.amount, left('interest'))
  const principal = lesser(subtract(coupon.amount, interest), left('principal'))
  return { ...row, waived: { ...waived, interest, principal } }
}

/** A sum off has paid its bill on the due date, also where that is moved later. [K5] */
export function withSumOffPaid(today: LocalDate, loan: Loan): Loan {
  const [first] = loan.instalments
  const isSumOff = loan.coupon?.kind === 'sum-off-first-instalment' && first?.n === 1
  if (!isSumOff || today < first.dueDate || loan.history.isCouponUsed) return loan
  return { ...loan, history: { ...loan.history, isCouponUsed: true } }
}

/** Whether an instalment is to be paid: by the borrower, or by a sum off on the due date. [K5] */
export function isToBePaid(row: Instalment, day: { loan: Loan; today: LocalDate }): boolean {
  const { due, paid } = row
  return isOpen(row) || (isSumOffToCome(row, day) && sumOfParts(due) > sumOfParts(paid))
}

/** Whether a sum off has yet to pay its bill, which is not due. */
export function isSumOffToCome(row: Instalment, day: { loan: Loan; today: LocalDate }): boolean {
  return !day.loan.history.isCouponUsed && isBillOfSumOff(row, day.loan) && day.today < row.dueDate
}

/** A sum off that has paid its bill ahead pays with its rest what a forbearance adds to the bill. [K5] */
export function withRestOfSumOff(loan: Loan): Loan {
  const { coupon } = loan
  if (coupon?.kind !== 'sum-off-first-instalment') return loan
  const instalments = loan.instalments.map((row) => {
    if (row.n !== 1 || !isOpen(row)) return row
    const { due, paid, waived } = row
    const rest = greater(subtract(coupon.amount, add(waived.interest, waived.principal)), ZERO)
    const open = subtract(due.interest, add(paid.interest, waived.interest))
    return { ...row, waived: { ...waived, interest: add(waived.interest, lesser(rest, open)) } }
  })
  return { ...loan, instalments }
}

/** Whether a sum off has paid the rest of its bill before the due date: its period still runs. */
export function isPaidAheadBySumOff(
  row: Instalment,
  day: { loan: Loan; today: LocalDate },
): boolean {
  const { due, paid, convertedPrincipal, dueDate } = row
  return (
    day.loan.history.isCouponUsed === true &&
    isBillOfSumOff(row, day.loan) &&
    day.today < dueDate &&
    convertedPrincipal === 0n &&
    sumOfParts(due) > sumOfParts(paid)
  )
}

function isBillOfSumOff({ n }: Instalment, { coupon }: Loan): boolean {
  return coupon?.kind === 'sum-off-first-instalment' && n === 1
}

/** Interest of the interest-free days, on the principal and at the rate in force on each day. */
export function freeInterest(
  row: Instalment,
  { loan, until }: { loan: Loan; until: LocalDate },
): Money {
  // A loan older than its history keeps the discount of its recorded days.
  if (loan.history.since > loan.start) {
    const isPast = loan.accrual.since > until
    return isPast ? row.waived.interest : earnedInterest(row, { loan, today: until })
  }
  return roundToMoney(exactInterestUntil(row, { loan, until }), loan.conventions.rounding)
}

export function shareOff(
  interest: Money,
  { loan, coupon }: { loan: Loan; coupon: { sharePpm: bigint } },
): Money {
  const { rounding } = loan.conventions
  return lesser(fen(divide(interest * coupon.sharePpm, PARTS_PER_MILLION, rounding)), interest)
}
