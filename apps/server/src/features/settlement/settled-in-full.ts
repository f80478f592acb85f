import type { LocalDate } from '@qingzhou/domain/calendar/local-date'

/** How the books closed a loan, or that they have not. */
export type Closing = {
  readonly loanNo: string
  readonly isSettled: boolean
  /** Given back with the goods it paid for: nothing was ever owed. */
  readonly isReversed: boolean
  readonly lastPaidOn: LocalDate | undefined
  readonly lastPaidBy: 'bill' | 'early' | 'waiver' | 'conversion' | undefined
  /** The loans that took over what it owed, or a bill of it. */
  readonly movedInto: readonly string[]
}

export type SettledInFull = {
  readonly loanNo: string
  readonly settledOn: LocalDate
  readonly way: 'bill' | 'early' | 'waiver' | 'moved'
  readonly movedInto: readonly string[]
}

/**
 * Which loans are settled in full, so that it may be certified.
 *
 * What went into another loan is still owed there: such a loan is settled on the day on which the
 * last of those that took it over is. One that was given back was cancelled, not settled.
 */
export function settledInFull(closings: readonly Closing[]): readonly SettledInFull[] {
  const byNumber = new Map(closings.map((closing) => [closing.loanNo, closing]))
  return closings.flatMap((closing) => {
    const settledOn = lastDayOf(closing, byNumber)
    if (settledOn === undefined) return []
    const { loanNo, movedInto } = closing
    return [{ loanNo, settledOn, way: wayOf(closing), movedInto }]
  })
}

/** The day after which nothing was owed of it any more, wherever it went; nothing while something is. */
function lastDayOf(
  { isSettled, isReversed, lastPaidOn, movedInto }: Closing,
  byNumber: ReadonlyMap<string, Closing>,
): LocalDate | undefined {
  if (!isSettled || isReversed || lastPaidOn === undefined) return undefined
  const days = [lastPaidOn]
  for (const loanNo of movedInto) {
    const next = byNumber.get(loanNo)
    const day = next && lastDayOf(next, byNumber)
    if (day === undefined) return undefined
    days.push(day)
  }
  return days.reduce((latest, day) => (day > latest ? day : latest))
}

function wayOf({ lastPaidBy, movedInto }: Closing): SettledInFull['way'] {
  if (movedInto.length > 0) return 'moved'
  return lastPaidBy === 'early' || lastPaidBy === 'waiver' ? lastPaidBy : 'bill'
}
