import { unreachable } from '#assert.ts'
import {
  add,
  divide,
  fen,
  greater,
  lesser,
  ZERO,
  split,
  subtract,
  type Money,
  type Rounding,
} from '#money/money.ts'
import {
  microfenLeft,
  microfenOf,
  minus,
  ofMicrofen,
  plus,
  ratio,
  roundToMoney,
  times,
  whole,
  zero,
  type Ratio,
} from '#money/ratio.ts'
import { exactInstalment } from '#loans/level-payment.ts'

export const methods = ['equal-instalments', 'equal-principal', 'interest-first'] as const
export type Method = (typeof methods)[number]

/** An outstanding amount and how it is repaid. */
export interface Debt {
  readonly principal: Money
  /**
   * Interest on one fen for each remaining period; for a started first period, for its remaining
   * days.
   */
  readonly factors: readonly Ratio[]
  readonly shape: Shape
  readonly rounding: Rounding
  /** Exact interest of a started first period until now, and how much of it was already paid. */
  readonly accrued: { readonly interest: Ratio; readonly paid: Money }
  /** What was paid of the interest of the first instalment, if that charges so much. */
  readonly paidOf?: (interest: Money) => Money
}

/** How the principal of each instalment is determined. */
export type Shape =
  | { kind: Method; instalmentUnit: Money; principalGrace: number }
  /**
   * Instalments of a fixed amount, the last of which is smaller. None is larger than the bill it
   * replaces; `delay` is the deferral interest on one fen of principal of the first.
   */
  | {
      kind: 'kept-instalments'
      instalment: Money
      bills: readonly Money[]
      delay: Ratio
    }
  /** The principal of the previous plan. */
  | { kind: 'kept-principal'; principals: readonly Money[] }

export interface Row {
  readonly principal: Money
  readonly interest: Money
  /** What rounding the interest left, in millionths of a fen. */
  readonly microfen: bigint
}

export const emptyRow: Row = { principal: ZERO, interest: ZERO, microfen: 0n }

export const ZERO_ACCRUED = { interest: zero, paid: ZERO }

/**
 * Distributes a debt over its periods. [I1, I2, I3, I5, I7]
 *
 * The quoted, the signed, the booked and the recomputed plan are all computed here. Interest is
 * rounded once per instalment, and the last instalment takes the remaining principal.
 */
export function amortise(debt: Debt): Row[] {
  const rows = amortiseDebt(debt)
  const [first] = rows
  if (!first || rows.length === 1) return rows
  const rise = riseOfLast(rows, debt)
  if (rise === 0n) return rows
  // The first instalment repays as much more as keeps the last one from rising.
  let low = first.principal
  let high = lesser(add(first.principal, rise), debt.principal)
  while (low < high) {
    const middle = fen((low + high) / 2n)
    if (riseOfLast(withFirst(middle, { first, debt }), debt) > 0n) low = add(middle, fen(1n))
    else high = middle
  }
  return withFirst(high, { first, debt })
}

/** By how much the last of kept instalments is larger than the bill it replaces. */
function riseOfLast(rows: readonly Row[], { shape }: Debt): Money {
  const last = rows.at(-1)
  if (shape.kind !== 'kept-instalments' || !last) return ZERO
  const bill = shape.bills[rows.length - 1] ?? ZERO
  return greater(subtract(add(last.principal, last.interest), bill), ZERO)
}

/** The plan whose first instalment repays this principal. */
function withFirst(principal: Money, { first, debt }: { first: Row; debt: Debt }): Row[] {
  const rest = { ...debt, ...afterFirst(debt), principal: subtract(debt.principal, principal) }
  return [{ ...first, principal }, ...amortiseDebt(rest)]
}

function amortiseDebt(debt: Debt): Row[] {
  const { factors, rounding, accrued } = debt
  const rule = ruleOf(debt)
  let balance = debt.principal

  return factors.map((factor, index) => {
    const ran = interestOn(rule.interestBase(index, balance), factor)
    const isFirst = index === 0 && accrued !== ZERO_ACCRUED
    // What accrued before in a started period is rounded with the rest of it, once.
    const exact = isFirst ? plus(accrued.interest, ran) : ran
    const own = roundToMoney(exact, rounding)
    const interest = isFirst ? greater(subtract(own, accrued.paid), ZERO) : own

    const wanted =
      index === factors.length - 1 ? balance : rule.principal(index, { interest, exact })
    const principal = lesser(greater(wanted, ZERO), balance)
    balance = subtract(balance, principal)
    return { principal, interest, microfen: microfenLeft(exact, own) }
  })
}

/** Exact interest on a base. */
function interestOn(base: Ratio, factor: Ratio): Ratio {
  const denominator =
    base.denominator === 1n ? factor.denominator : base.denominator * factor.denominator
  return { numerator: base.numerator * factor.numerator, denominator }
}

/** The remaining debt once its first instalment is planned. */
function afterFirst({ factors, shape }: Debt): Pick<Debt, 'factors' | 'shape' | 'accrued'> {
  return { factors: factors.slice(1), shape: shapeAfterFirst(shape), accrued: ZERO_ACCRUED }
}

function shapeAfterFirst(shape: Shape): Shape {
  switch (shape.kind) {
    case 'kept-instalments':
      return { ...shape, bills: shape.bills.slice(1), delay: zero }
    case 'kept-principal':
      return { ...shape, principals: shape.principals.slice(1) }
    default:
      return { ...shape, principalGrace: Math.max(0, shape.principalGrace - 1) }
  }
}

/** The interest of an instalment that is still to be paid, and that of its period exactly. */
interface Interest {
  readonly interest: Money
  readonly exact: Ratio
}

interface Rule {
  principal(index: number, of: Interest): Money
  /** The interest base: the balance, or the exact balance where shares of principal are rounded. */
  interestBase(index: number, balance: Money): Ratio
}

function ruleOf(debt: Debt): Rule {
  const { shape } = debt
  switch (shape.kind) {
    case 'equal-instalments': {
      const instalment = equalInstalment(debt, shape)
      const principal: Rule['principal'] = (index, { interest }) =>
        index < shape.principalGrace ? ZERO : subtract(instalment, interest)
      return { principal, interestBase: onBalance }
    }
    case 'equal-principal':
      return equalPrincipal(debt, shape.principalGrace)
    case 'interest-first':
      return { principal: () => ZERO, interestBase: onBalance }
    case 'kept-instalments': {
      const principal: Rule['principal'] = (index, { interest, exact }) => {
        const bill = lesser(shape.instalment, shape.bills[index] ?? shape.instalment)
        const left = greater(subtract(bill, interest), ZERO)
        return index === 0 ? withoutDeferral(left, { exact, delay: shape.delay, debt }) : left
      }
      return { principal, interestBase: onBalance }
    }
    case 'kept-principal':
      return {
        principal: (index) => shape.principals[index] ?? ZERO,
        interestBase: onBalance,
      }
    default:
      return unreachable(shape)
  }
}

/** The largest principal that fits into an amount with its deferral interest, rounded as one sum. */
function withoutDeferral(
  amount: Money,
  { exact, delay, debt }: { exact: Ratio; delay: Ratio; debt: Debt },
): Money {
  if (delay.numerator === 0n) return amount
  const kept = ofMicrofen(microfenOf(exact))
  const own = roundToMoney(kept, debt.rounding)
  const { paidOf = () => ZERO } = debt
  const unpaid = (interest: Money) => interest - paidOf(interest)
  const isTooMuch = (principal: bigint) => {
    const interest = roundToMoney(plus(kept, times(whole(principal), delay)), debt.rounding)
    return principal + unpaid(interest) - unpaid(own) > amount
  }
  let [low, high]: [bigint, bigint] = [0n, amount]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (isTooMuch(middle)) high = middle - 1n
    else low = middle
  }
  return fen(low)
}

function onBalance(_: number, balance: Money): Ratio {
  return whole(balance)
}

/**
 * Shares of principal are rounded for payment, but interest is computed on the exact balance. [I2]
 */
function equalPrincipal(debt: Debt, grace: number): Rule {
  const { principal, factors, rounding } = debt
  const parts = factors.length - grace
  const shares = split(principal, { parts, rounding })
  const denominator = BigInt(parts)
  return {
    principal: (index) => shares[index - grace] ?? ZERO,
    interestBase: (index) =>
      ratio(principal * BigInt(parts - Math.max(0, index - grace)), denominator),
  }
}

/** The level instalment of a debt with equal instalments; undefined for any other shape. [I1] */
export function levelInstalmentOf(debt: Debt): Money | undefined {
  const { shape } = debt
  return shape.kind === 'equal-instalments' ? equalInstalment(debt, shape) : undefined
}

/** The exact instalment that repays the debt, rounded to its unit. */
function equalInstalment(
  debt: Debt,
  shape: { instalmentUnit: Money; principalGrace: number },
): Money {
  const { instalmentUnit, principalGrace } = shape
  const { interest, paid } = principalGrace === 0 ? debt.accrued : ZERO_ACCRUED
  const exact = exactInstalment({
    principal: debt.principal,
    factors: debt.factors.slice(principalGrace),
    owed: minus(interest, whole(paid)),
  })
  const units = divide(exact.numerator, exact.denominator * instalmentUnit, debt.rounding)
  return fen(units * instalmentUnit)
}
