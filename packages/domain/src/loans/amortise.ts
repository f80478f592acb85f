import { unreachable } from '#assert.ts'
import {
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
import { minus, one, plus, ratio, rounded, times, whole, zero, type Ratio } from '#money/ratio.ts'

export const methods = ['equal-instalments', 'equal-principal', 'interest-first'] as const
export type Method = (typeof methods)[number]

/** A sum still to be repaid, and how. */
export interface Debt {
  readonly principal: Money
  /** Interest on one fen over each period to come; of a broken first period, over its rest. */
  readonly factors: readonly Ratio[]
  readonly shape: Shape
  readonly rounding: Rounding
  /** Interest of a broken first period until now, exact, and what of it was paid already. */
  readonly accrued: { readonly interest: Ratio; readonly paid: Money }
  /** What the first instalment asks for at least, in all and of principal, where a coupon pays so much of it. */
  readonly firstMin?: { readonly total: Money; readonly principal: Money }
}

/** What decides the principal of each instalment. */
export type Shape =
  | { kind: Method; instalmentUnit: Money; principalGrace: number }
  /** Instalments of a given size, the first perhaps paid in part; the last one shrinks. */
  | { kind: 'kept-instalments'; instalment: Money; firstPaid: Money }
  /** Principal as it was planned before. */
  | { kind: 'kept-principal'; principals: readonly Money[] }

export interface Row {
  readonly principal: Money
  readonly interest: Money
}

export const ZERO_ACCRUED = { interest: zero, paid: ZERO }

/**
 * Shares a debt out over its periods. [I1, I2, I3, I5, I7]
 *
 * Every plan comes from here: the trial, the signed, the booked and the recomputed one. Interest
 * is rounded once an instalment, and the last instalment takes what is left of the principal.
 */
export function amortise(debt: Debt): Row[] {
  const { firstMin } = debt
  const rows = amortised(debt)
  const [first] = rows
  if (!first || !firstMin) return rows
  const least = greater(subtract(firstMin.total, first.interest), firstMin.principal)
  if (first.principal >= least) return rows
  // A coupon pays more of the first instalment than the plan has in it: the rest is planned after it.
  const principal = lesser(least, debt.principal)
  const rest = { ...debt, ...afterFirst(debt), principal: subtract(debt.principal, principal) }
  return [{ ...first, principal }, ...amortised(rest)]
}

function amortised(debt: Omit<Debt, 'firstMin'>): Row[] {
  const { factors, rounding, accrued } = debt
  const rule = ruleOf(debt)
  let balance = debt.principal

  return factors.map((factor, index) => {
    const ran = times(rule.interestBase({ index, balance }), factor)
    const interest =
      index === 0
        ? greater(subtract(rounded(plus(accrued.interest, ran), rounding), accrued.paid), ZERO)
        : rounded(ran, rounding)

    const wanted = index === factors.length - 1 ? balance : rule.principal({ index, interest })
    const principal = lesser(greater(wanted, ZERO), balance)
    balance = subtract(balance, principal)
    return { principal, interest }
  })
}

/** What is left of a debt once its first instalment is planned. */
function afterFirst({ factors, shape }: Debt): Pick<Debt, 'factors' | 'shape' | 'accrued'> {
  return { factors: factors.slice(1), shape: shapeAfterFirst(shape), accrued: ZERO_ACCRUED }
}

function shapeAfterFirst(shape: Shape): Shape {
  switch (shape.kind) {
    case 'kept-instalments':
      return { ...shape, firstPaid: ZERO }
    case 'kept-principal':
      return { ...shape, principals: shape.principals.slice(1) }
    default:
      return { ...shape, principalGrace: Math.max(0, shape.principalGrace - 1) }
  }
}

interface Rule {
  principal(row: { index: number; interest: Money }): Money
  /** What interest runs on: the balance, or the exact one where shares of principal are rounded. */
  interestBase(row: { index: number; balance: Money }): Ratio
}

function ruleOf(debt: Debt): Rule {
  const { shape } = debt
  switch (shape.kind) {
    case 'equal-instalments': {
      const instalment = equalInstalment(debt, shape)
      const principal: Rule['principal'] = ({ index, interest }) =>
        index < shape.principalGrace ? ZERO : subtract(instalment, interest)
      return { principal, interestBase: onBalance }
    }
    case 'equal-principal':
      return equalPrincipal(debt, shape.principalGrace)
    case 'interest-first':
      return { principal: () => ZERO, interestBase: onBalance }
    case 'kept-instalments': {
      const first = subtract(shape.instalment, shape.firstPaid)
      const principal: Rule['principal'] = ({ index, interest }) =>
        subtract(index === 0 ? first : shape.instalment, interest)
      return { principal, interestBase: onBalance }
    }
    case 'kept-principal':
      return {
        principal: ({ index }) => shape.principals[index] ?? ZERO,
        interestBase: onBalance,
      }
    default:
      return unreachable(shape)
  }
}

function onBalance({ balance }: { balance: Money }): Ratio {
  return whole(balance)
}

/** Shares of principal are rounded for payment, but interest runs on what is left exactly. [I2] */
function equalPrincipal(debt: Debt, grace: number): Rule {
  const { principal, factors, rounding } = debt
  const parts = factors.length - grace
  const shares = split(principal, { parts, rounding })
  return {
    principal: ({ index }) => shares[index - grace] ?? ZERO,
    interestBase: ({ index }) =>
      ratio(principal * BigInt(parts - Math.max(0, index - grace)), BigInt(parts)),
  }
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

/**
 * The level payment whose present value is the debt: the debt on the first due date, carried on
 * to the last one, over what payments of one fen would have grown to by then. [I1]
 */
export function exactInstalment(debt: {
  principal: Money
  factors: readonly Ratio[]
  owed: Ratio
}): Ratio {
  const [first = zero, ...later] = debt.factors
  const atFirstDue = plus(times(whole(debt.principal), plus(one, first)), debt.owed)

  let growth = 1n
  let denominator = 1n
  let payments = 1n
  for (const factor of later) {
    const grown = factor.denominator + factor.numerator
    growth *= grown
    denominator *= factor.denominator
    payments = payments * grown + denominator
  }
  return ratio(atFirstDue.numerator * growth, atFirstDue.denominator * payments)
}
