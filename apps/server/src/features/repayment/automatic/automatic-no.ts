import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

/** One round tries all cards of a customer for one loan; a day has several rounds. */
export type Round = { readonly loanNo: string; readonly date: LocalDate; readonly round: number }

/**
 * The order number is derived from day, loan, round and turn, so a repeated run creates no second
 * debit.
 */
export function automaticNo(round: Round, turn: number): string {
  return `${roundPrefix(round)}${turn}`
}

export function roundPrefix({ loanNo, date, round }: Round): string {
  return `auto-${compactDate(date)}-${loanNo}-${round}-`
}

/** The round of an automatic order. */
export function roundOf(requestNo: string): number {
  return Number(/-(\d+)-\d+$/.exec(requestNo)?.[1] ?? 1)
}
