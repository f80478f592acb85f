import { addDays, type LocalDate } from '#calendar/local-date.ts'
import { granted, refused, type Outcome } from '#refusal.ts'
import { isSameFact, lateClassOf, type BureauFact } from '#bureau/bureau-event.ts'
import { currentFacts, monthEnd, type BureauEvent, type CurrentFact } from '#bureau/month-events.ts'

/** Why a borrower says that an event is wrong. */
export const disputeReasons = ['not-mine', 'paid-in-time', 'wrong-amount', 'other'] as const
export type DisputeReason = (typeof disputeReasons)[number]

/** Begins the dispute of an event, and returns the last day for its answer. [Q5] */
export function openDispute<Event extends BureauEvent>(
  events: readonly Event[],
  {
    eventNo,
    isDisputed,
    today,
    answerDays,
  }: {
    readonly eventNo: number
    /** A dispute of the event is open. */
    readonly isDisputed: boolean
    readonly today: LocalDate
    readonly answerDays: number
  },
): Outcome<{ readonly told: CurrentFact<Event>; readonly answerBy: LocalDate }> {
  const told = currentFacts(events).find(({ event }) => event.eventNo === eventNo)
  if (!told) return refused({ kind: 'bureau-event-unknown' })
  if (isDisputed) return refused({ kind: 'bureau-dispute-open' })
  return granted({ told, answerBy: addDays(today, answerDays) })
}

/**
 * What is true of an event whose dispute is upheld: what a member of staff has found, otherwise what the
 * books say. It is of the kind that was reported, and something else. [Q5]
 */
export function correctedFact(
  told: BureauFact,
  {
    found,
    books,
  }: { readonly found: BureauFact | undefined; readonly books: BureauFact | undefined },
): Outcome<BureauFact> {
  const right = found ?? books
  if (right === undefined || right.about !== told.about || isSameFact(right, told)) {
    return refused({ kind: 'bureau-correction-needed' })
  }
  if (right.about !== 'status') return granted(right)
  return granted({ ...right, lateClass: lateClassOf(right.daysLate) })
}

/** The month in whose file something about an event is: the present one, or that of the event if it is later. [Q5] */
export function fileMonthAbout(
  { fileMonth }: { readonly fileMonth: LocalDate },
  today: LocalDate,
): LocalDate {
  const month = monthEnd(today)
  return fileMonth > month ? fileMonth : month
}
