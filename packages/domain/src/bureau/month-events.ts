import { addDays, addMonths, localDate, type LocalDate } from '#calendar/local-date.ts'
import type { Money } from '#money/money.ts'
import {
  isNegative,
  isSameFact,
  lateClassOf,
  type BureauFact,
  type CloseReason,
  type BureauPosition,
} from '#bureau/bureau-event.ts'

/** An event that was written. Its number counts the events of its loan. */
export type BureauEvent = {
  readonly eventNo: number
  readonly kind: BureauFact['about'] | 'corrected' | 'disputed'
  readonly asOf: LocalDate
  /** Undefined for a dispute, which tells no fact. */
  readonly fact: BureauFact | undefined
  /** The number of the event that it corrects or that is disputed. */
  readonly named?: number | undefined
  readonly disputeNo?: string | undefined
}

/** An event that is to be written. */
export type NewBureauEvent = Pick<BureauEvent, 'kind' | 'asOf' | 'named'> & {
  readonly fact: BureauFact
}

/** A loan at the end of a month, by what is known of it now. */
export type LoanToReport = {
  readonly amount: Money
  readonly start: LocalDate
  /** When and why it was closed, if it was by then. */
  readonly closed: { readonly on: LocalDate; readonly reason: CloseReason } | undefined
  readonly position: BureauPosition
  /**
   * What it was on earlier days, by what is known now. Undefined if no payment was taken back or booked
   * for a day that had passed since the last month.
   */
  readonly positionThen: ((day: LocalDate) => BureauPosition) | undefined
}

/**
 * The events of a loan at the end of a month: opened once, then a balance and a status each month, closed
 * once, and a correction of each earlier event that is no longer true. [Q1, Q3]
 */
export function monthEvents(
  loan: LoanToReport,
  { month, earlier }: { readonly month: LocalDate; readonly earlier: readonly BureauEvent[] },
): NewBureauEvent[] {
  if (loan.start > month) return []
  const told = currentFacts(earlier)
  const isTold = (about: BureauFact['about'], asOf?: LocalDate) =>
    told.some(({ event, fact }) => {
      const isClosed = fact.about !== 'closed' || fact.reason !== undefined
      return fact.about === about && isClosed && (asOf === undefined || event.asOf === asOf)
    })
  const opened: BureauFact = { about: 'opened', amount: loan.amount }
  return [
    ...(isTold('opened') ? [] : [{ kind: 'opened', asOf: loan.start, fact: opened } as const]),
    ...corrections(loan, { month, told }),
    ...(loan.closed
      ? closeEvents(loan.closed, { isTold: isTold('closed') })
      : monthly(loan.position, month).filter(({ fact }) => !isTold(fact.about, month))),
  ]
}

function closeEvents(
  { on, reason }: NonNullable<LoanToReport['closed']>,
  { isTold }: { readonly isTold: boolean },
): NewBureauEvent[] {
  return isTold ? [] : [{ kind: 'closed', asOf: on, fact: { about: 'closed', reason } }]
}

function monthly(position: BureauPosition, month: LocalDate): NewBureauEvent[] {
  return (['balance', 'status'] as const).map((about) => {
    return { kind: about, asOf: month, fact: factOf(about, position) }
  })
}

/** What is told of a position. [Q1] */
export function factOf(
  about: 'balance' | 'status',
  { balance, overdue, daysLate }: BureauPosition,
): BureauFact {
  if (about === 'balance') return { about, balance, overdue }
  return { about, daysLate, lateClass: lateClassOf(daysLate) }
}

/** An event that told a fact, with what is true of it after its corrections. */
export type CurrentFact<Event extends BureauEvent = BureauEvent> = {
  readonly event: Event
  readonly fact: BureauFact
  /** A dispute was upheld: what was found then stays. */
  readonly isDecided: boolean
}

/** The facts that events have told, each as it was last corrected. [Q3] */
export function currentFacts<Event extends BureauEvent>(
  events: readonly Event[],
): readonly CurrentFact<Event>[] {
  return events.flatMap((event) => {
    if (event.fact === undefined || event.kind === 'corrected') return []
    const corrected = events.filter(
      ({ kind, named }) => kind === 'corrected' && named === event.eventNo,
    )
    const isDecided = corrected.some(({ disputeNo }) => disputeNo !== undefined)
    return [{ event, fact: corrected.at(-1)?.fact ?? event.fact, isDecided }]
  })
}

function corrections(
  { positionThen, closed }: LoanToReport,
  { month, told }: { readonly month: LocalDate; readonly told: readonly CurrentFact[] },
): NewBureauEvent[] {
  return told.flatMap(({ event, fact, isDecided }) => {
    const right = isDecided
      ? undefined
      : rightFact(fact, { positionThen, closed, asOf: event.asOf, month })
    if (right === undefined || isSameFact(right, fact)) return []
    return [{ kind: 'corrected', asOf: event.asOf, named: event.eventNo, fact: right } as const]
  })
}

/** What an event should have told. Undefined if nothing has happened that changes it. */
function rightFact(
  fact: BureauFact,
  {
    positionThen,
    closed,
    asOf,
    month,
  }: Pick<LoanToReport, 'positionThen' | 'closed'> & {
    readonly asOf: LocalDate
    readonly month: LocalDate
  },
): BureauFact | undefined {
  if (fact.about === 'closed') {
    return closed || fact.reason === undefined ? undefined : { about: 'closed', reason: undefined }
  }
  if (fact.about === 'opened' || !positionThen || asOf > month) return undefined
  return factOf(fact.about, positionThen(asOf))
}

/** The last day of the month of a day. */
export function monthEnd(day: LocalDate): LocalDate {
  const first = localDate(`${day.slice(0, 7)}-01`)
  return addDays(addMonths(first, 1), -1)
}

/**
 * The month in whose file an event is: its own, or the first one that ends when the borrower has been told
 * for the days of notice before, if the event is the first negative one of the loan. [Q4]
 */
export function fileMonthOf(
  { fact }: NewBureauEvent,
  of: {
    readonly month: LocalDate
    /** When the borrower was told that the loan will be reported as late. */
    readonly noticedOn: LocalDate | undefined
    readonly noticeDays: number
  },
): LocalDate {
  const { month, noticedOn, noticeDays } = of
  if (!isNegative(fact) || noticedOn === undefined) return month
  const earliest = monthEnd(addDays(noticedOn, noticeDays))
  return earliest > month ? earliest : month
}
