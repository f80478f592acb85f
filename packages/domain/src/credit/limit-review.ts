import { addMonths, addDays, type LocalDate } from '#calendar/local-date.ts'
import type { Limit } from '#credit/limit.ts'
import { limitMaxOf, type Grade } from '#credit/policy.ts'
import { daysOverdue, isOpen, type Loan } from '#loans/loan.ts'
import { add, divide, fen, greater, lesser, type Money } from '#money/money.ts'
import { product } from '#product.ts'

/** Change it with every change of a rule or figure below: each review records its version. */
export const reviewVersion = '2026-11-1'

/** All inputs of a review: how the limit and the loans on it were used. [U8] */
export type LimitFacts = {
  readonly granted: Money
  readonly used: Money
  readonly grade: Grade
  /** Since the limit was opened or last changed. */
  readonly monthsUnchanged: number
  /** Of the loan that is overdue longest. */
  readonly daysOverdue: number
  /** Instalments of the last year that were paid so late that penalty was due. */
  readonly lateInYear: number
  /** Instalments that fell due and were paid without penalty. */
  readonly punctual: number
  readonly hasPlan: boolean
}

export type LimitReview = {
  readonly outcome: 'raised' | 'kept' | 'lowered'
  readonly granted: Money
  readonly reasons: readonly ReviewReason[]
}

const { daysOverdueMax, punctualMin, monthsMin, usedPercentMin, raisePercent } = product.limitReview

/** Any one of these keeps the limit as it is. [U9] */
// A table: one rule, one line.
// oxfmt-ignore
const rules = [
  { reason: 'has-plan',            applies: ({ hasPlan }) => hasPlan },
  { reason: 'overdue-now',         applies: (facts) => facts.daysOverdue > 0 },
  { reason: 'late-lately',         applies: ({ lateInYear }) => lateInYear > 0 },
  { reason: 'too-few-instalments', applies: ({ punctual }) => punctual < punctualMin },
  { reason: 'changed-lately',      applies: ({ monthsUnchanged }) => monthsUnchanged < monthsMin },
  { reason: 'little-used',         applies: ({ granted, used }) => used * 100n < granted * usedPercentMin },
  { reason: 'at-maximum',          applies: (facts) => raiseLimit(facts) <= facts.granted },
] as const satisfies readonly { readonly reason: string; readonly applies: (facts: LimitFacts) => boolean }[]

export type ReviewReason = (typeof rules)[number]['reason'] | 'long-overdue' | 'punctual'

/** Reviews a limit: a pure function of the facts. [U8, U9, U10] */
export function reviewLimit(facts: LimitFacts): LimitReview {
  const { granted } = facts
  const least = leastFor(facts)
  if (facts.daysOverdue > daysOverdueMax && least < granted) {
    return { outcome: 'lowered', granted: least, reasons: ['long-overdue'] }
  }
  const reasons = rules.filter((rule) => rule.applies(facts)).map(({ reason }) => reason)
  if (reasons.length > 0) return { outcome: 'kept', granted, reasons }
  return { outcome: 'raised', granted: raiseLimit(facts), reasons: ['punctual'] }
}

/** What is in use, in whole steps: nothing further can be drawn. [U10] */
function leastFor({ used }: LimitFacts): Money {
  const { amountMin, step } = product.limit
  return greater(amountMin, inSteps(add(used, fen(step - 1n))))
}

/** A share more, in whole steps, up to the highest limit of the grade. [U9] */
function raiseLimit({ granted, grade }: LimitFacts): Money {
  const more = fen(divide(granted * raisePercent, 100n, 'half-up'))
  return lesser(inSteps(add(granted, more)), limitMaxOf(grade))
}

function inSteps(amount: Money): Money {
  return fen(amount - (amount % product.limit.step))
}

/** The facts of a review on a day, from a limit and all loans of its owner. [U8] */
export function limitFactsOn(
  today: LocalDate,
  known: {
    readonly limit: Limit & { readonly grade: Grade }
    /** The day when the limit was opened or last changed. */
    readonly changedOn: LocalDate
    readonly loans: readonly Loan[]
    readonly hasPlan: boolean
  },
): LimitFacts {
  const { limit, changedOn, loans, hasPlan } = known
  const instalments = loans.flatMap((loan) => loan.instalments)
  const yearAgo = addDays(today, -365)
  return {
    granted: limit.granted,
    used: limit.used,
    grade: limit.grade,
    monthsUnchanged: monthsBetween(changedOn, today),
    daysOverdue: Math.max(0, ...loans.map((loan) => daysOverdue(loan, today))),
    lateInYear: instalments.filter(({ due, dueDate }) => due.penalty > 0n && dueDate > yearAgo)
      .length,
    punctual: instalments.filter(
      (row) => !isOpen(row) && row.dueDate <= today && row.due.penalty === 0n,
    ).length,
    hasPlan,
  }
}

function monthsBetween(from: LocalDate, to: LocalDate): number {
  let months = 0
  while (addMonths(from, months + 1) <= to) months += 1
  return months
}
