import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { add, ZERO, subtract, type Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

export interface Limit {
  readonly granted: Money
  readonly used: Money
  readonly state: 'open' | 'frozen' | 'cancelled'
  readonly validUntil: LocalDate
}

/** Opens a limit within the product's bounds, for a year. [E1] */
export function openLimit(amount: Money, today: LocalDate): Outcome<Limit> {
  const { amountMin, amountMax, step, months } = product.limit
  if (amount < amountMin || amount > amountMax || amount % step !== 0n) {
    return refused({ kind: 'limit-not-offered', amountMin, amountMax, step })
  }
  const validUntil = addMonths(today, months)
  return granted({ granted: amount, used: ZERO, state: 'open', validUntil })
}

export function availableLimit(limit: Limit): Money {
  return subtract(limit.granted, limit.used)
}

/** Whether anything can be drawn on a limit today. [E2] */
export function checkUsable<L extends Limit>(limit: L, today: LocalDate): Outcome<L> {
  if (limit.state === 'frozen') return refused({ kind: 'limit-frozen' })
  if (limit.state === 'cancelled') return refused({ kind: 'limit-cancelled' })
  return today > limit.validUntil ? refused({ kind: 'limit-expired' }) : granted(limit)
}

/** Reserves the amount of a draw; more than the available amount is refused. [E2] */
export function reserveLimit(
  limit: Limit,
  draw: { amount: Money; today: LocalDate },
): Outcome<Limit> {
  const { amount, today } = draw
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })
  const usable = checkUsable(limit, today)
  if (!usable.ok) return usable

  const available = availableLimit(limit)
  if (amount > available) return refused({ kind: 'limit-too-low', available })
  return granted({ ...limit, used: add(limit.used, amount) })
}

/** Releases principal that was repaid or whose draw failed; never more than is in use. [E3] */
export function releaseLimit(limit: Limit, amount: Money): Outcome<Limit> {
  if (amount <= 0n) return refused({ kind: 'amount-not-positive' })
  if (amount > limit.used) return refused({ kind: 'more-than-used', used: limit.used })
  return granted({ ...limit, used: subtract(limit.used, amount) })
}

/**
 * Changes the granted amount: within the product's bounds, and never below what is in use. A frozen
 * limit is only lowered. [E7]
 */
export function changeLimit(limit: Limit, amount: Money): Outcome<Limit> {
  const isRaised = amount > limit.granted
  if (limit.state === 'frozen' && isRaised) return refused({ kind: 'limit-frozen' })
  if (limit.state === 'cancelled') return refused({ kind: 'limit-cancelled' })
  const { amountMin, amountMax, step } = product.limit
  if (amount < amountMin || amount > amountMax || amount % step !== 0n) {
    return refused({ kind: 'limit-not-offered', amountMin, amountMax, step })
  }
  if (amount < limit.used) return refused({ kind: 'limit-in-use' })
  return granted({ ...limit, granted: amount })
}

/** Cancels a limit permanently; refused while a draw on it is open. [E4] */
export function cancelLimit(limit: Limit): Outcome<Limit> {
  if (limit.used > 0n) return refused({ kind: 'limit-in-use' })
  return granted({ ...limit, state: 'cancelled' })
}

/** Freezes an open limit: nothing can be drawn on it, what is owed stays as it is. [E8] */
export function freezeLimit(limit: Limit): Outcome<Limit> {
  if (limit.state === 'cancelled') return refused({ kind: 'limit-cancelled' })
  if (limit.state === 'frozen') return refused({ kind: 'limit-frozen' })
  return granted({ ...limit, state: 'frozen' })
}

/** Opens a frozen limit again, with its amount and its last day. [E8] */
export function reopenLimit(limit: Limit): Outcome<Limit> {
  if (limit.state === 'cancelled') return refused({ kind: 'limit-cancelled' })
  if (limit.state === 'open') return refused({ kind: 'limit-not-frozen' })
  return granted({ ...limit, state: 'open' })
}
