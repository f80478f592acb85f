import { deviceRisk, isAsked, type KnownApplicant, type Source } from '#credit/applicant.ts'
import { addDays, type LocalDate } from '#calendar/local-date.ts'
import type { Money } from '#money/money.ts'
import { product } from '#product.ts'
import { granted, refused, type Outcome } from '#refusal.ts'

type Facts = {
  readonly known: KnownApplicant
  /** Points above what the lowest grade requires. */
  readonly pointsOver: number
}

type ReferralRule = {
  readonly reason: string
  readonly needs?: Source
  readonly applies: (facts: Facts) => boolean
}

/**
 * Any one of these rules leaves an application that no ground refuses to a person: it is close to a
 * bound of the policy, or a signal is not clear. [U13]
 */
// A table: one rule, one line.
// oxfmt-ignore
const rules = [
  { reason: 'bureau-score-near-lowest', needs: 'bureau',  applies: ({ known }) => known.bureau.score < 520 },
  { reason: 'device-unclear',           needs: 'devices', applies: ({ known }) => deviceRisk(known) > 70 },
  { reason: 'points-near-lowest',       applies: ({ pointsOver }) => pointsOver < 10 },
] as const satisfies readonly ReferralRule[]

export type ReferralReason = (typeof rules)[number]['reason']

/** The rules in the order of the table, to explain a decision one by one. */
export const referralRules: readonly ReferralReason[] = rules.map(({ reason }) => reason)

/** Why a person decides; empty if the rules do. */
export function referralReasons(
  facts: Facts,
  missing: readonly Source[],
): readonly ReferralReason[] {
  return rules
    .filter((rule) => isAsked(rule, missing) && rule.applies(facts))
    .map(({ reason }) => reason)
}

/** The rules that need one of these sources. */
export function referralsNeeding(sources: readonly Source[]): readonly ReferralReason[] {
  return rules.filter((rule) => !isAsked(rule, sources)).map(({ reason }) => reason)
}

/** Why a person refuses a referred application, and for how many days. [U14] */
const waitDays = {
  'income-not-plausible': 90,
  'details-contradict': 90,
  'debts-not-bearable': 90,
  'device-doubtful': 90,
  // The lender was too slow. [U15]
  'not-reviewed-in-time': 0,
} as const

export type ReviewEnd = keyof typeof waitDays
export const reviewGrounds = [
  'income-not-plausible',
  'details-contradict',
  'debts-not-bearable',
  'device-doubtful',
] as const satisfies readonly ReviewEnd[]
export type ReviewGround = (typeof reviewGrounds)[number]

/** The day from which a customer whose referred application was refused may apply again. [U14, U15] */
export function retryAfterReview(end: ReviewEnd, today: LocalDate): LocalDate {
  return addDays(today, waitDays[end])
}

/**
 * The limit that a person approves: at most what the rules give, and what the first of two has
 * approved. [U14]
 */
export function approveReferred(
  { most, first }: { readonly most: Money; readonly first?: Money | undefined },
  amount: Money,
): Outcome<Money> {
  const { amountMin, step } = product.limit
  const amountMax = first !== undefined && first < most ? first : most
  if (amount < amountMin || amount > amountMax || amount % step !== 0n) {
    return refused({ kind: 'limit-not-offered', amountMin, amountMax, step })
  }
  return granted(amount)
}

/** A high limit is approved by two people. [U14] */
export function needsTwoReviewers(amount: Money): boolean {
  return amount > product.creditReview.twoReviewersAbove
}
