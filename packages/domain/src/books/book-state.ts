import { addMonths, type LocalDate } from '#calendar/local-date.ts'
import { product } from '#product.ts'

/** The classes of a loan in the lender's books, from the best to the worst. */
export const loanClasses = ['pass', 'special-mention', 'substandard', 'doubtful', 'loss'] as const
export type LoanClass = (typeof loanClasses)[number]

/** The stages of expected loss, from the best to the worst. */
export const lossStages = [1, 2, 3] as const
export type LossStage = (typeof lossStages)[number]

/** How a loan stands in the lender's books. The borrower's debt does not depend on it. */
export type BookState = {
  readonly class: LoanClass
  readonly stage: LossStage
  /** Interest counts as income. If not, it is kept in memorandum only. */
  readonly isAccruing: boolean
  readonly daysLate: number
  /** The day since which nothing is late; undefined while something is. */
  readonly currentSince: LocalDate | undefined
  /** The day on which time alone improves the class. */
  readonly reviewOn: LocalDate | undefined
}

/** What the books know of a loan on a day. */
export type BookFacts = {
  readonly day: LocalDate
  /** Days since the due date of the oldest open instalment; 0 if none is late. */
  readonly daysLate: number
  /** The days on which the loan was restructured, in order. */
  readonly restructuredOn: readonly LocalDate[]
}

const { classDays, stageTwoAfterDays, observationMonths, restructuredMonths } = product.books

/** The days late from which the class or the stage of a loan differs, in order. [X1, X6] */
export const lateThresholds: readonly number[] = [...Object.values(classDays), stageTwoAfterDays]
  .map((days) => days + 1)
  .toSorted((one, other) => one - other)

/**
 * The state of a loan on a day, from that of the last day on which it changed. A loan without one was
 * never late and never restructured. [X4, X5]
 */
export function nextBookState(before: BookState | undefined, facts: BookFacts): BookState {
  const { day, daysLate } = facts
  const currentSince = daysLate > 0 ? undefined : (before?.currentSince ?? day)
  const restructured = judgeRestructuring(facts, currentSince)
  const judged = worse(classByDays(daysLate), restructured.class)
  const upgrade = judgeUpgrade(before, { day, judged, currentSince })
  const { class: loanClass } = upgrade
  const isNonPerforming = isAtLeast(loanClass, 'substandard')
  return {
    class: loanClass,
    stage: isNonPerforming ? 3 : isStageTwo(daysLate, restructured.class) ? 2 : 1,
    isAccruing: !isNonPerforming,
    daysLate,
    currentSince,
    reviewOn: upgrade.reviewOn ?? restructured.endsOn,
  }
}

/** [X1] */
function classByDays(daysLate: number): LoanClass {
  const found = loanClasses.find((name) => name === 'loss' || daysLate <= classDays[name])
  return found ?? 'loss'
}

/**
 * The best class that a restructured loan can have, until nothing was late for some months. Restructured
 * again before that, it is substandard. [X2]
 */
function judgeRestructuring(
  { day, restructuredOn }: BookFacts,
  currentSince: LocalDate | undefined,
): { readonly class: LoanClass; readonly endsOn: LocalDate | undefined } {
  const last = restructuredOn.at(-1)
  if (last === undefined) return { class: 'pass', endsOn: undefined }
  const since = currentSince === undefined || currentSince < last ? last : currentSince
  const endsOn = addMonths(since, restructuredMonths)
  if (currentSince !== undefined && endsOn <= day) return { class: 'pass', endsOn: undefined }
  const previous = restructuredOn.at(-2)
  const isRepeated = previous !== undefined && last < addMonths(previous, restructuredMonths)
  return {
    class: isRepeated ? 'substandard' : 'special-mention',
    endsOn: currentSince === undefined ? undefined : endsOn,
  }
}

/** A non-performing loan improves only after nothing was late for some months. [X3] */
function judgeUpgrade(
  before: BookState | undefined,
  {
    day,
    judged,
    currentSince,
  }: {
    readonly day: LocalDate
    readonly judged: LoanClass
    readonly currentSince: LocalDate | undefined
  },
): { readonly class: LoanClass; readonly reviewOn: LocalDate | undefined } {
  const isHeld =
    before !== undefined &&
    isAtLeast(before.class, 'substandard') &&
    !isAtLeast(judged, before.class)
  if (!isHeld) return { class: judged, reviewOn: undefined }
  if (currentSince === undefined) return { class: before.class, reviewOn: undefined }
  const reviewOn = addMonths(currentSince, observationMonths)
  return reviewOn <= day
    ? { class: judged, reviewOn: undefined }
    : { class: before.class, reviewOn }
}

/** [X6] */
function isStageTwo(daysLate: number, restructuredClass: LoanClass): boolean {
  return daysLate > stageTwoAfterDays || restructuredClass !== 'pass'
}

function worse(one: LoanClass, other: LoanClass): LoanClass {
  return isAtLeast(one, other) ? one : other
}

/** Whether a class is as bad as another, or worse. */
export function isAtLeast(one: LoanClass, other: LoanClass): boolean {
  return loanClasses.indexOf(one) >= loanClasses.indexOf(other)
}
