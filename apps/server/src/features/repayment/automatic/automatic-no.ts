import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'

/** One go through the cards of a customer for one loan: a day has several. */
export type Round = { readonly loanNo: string; readonly date: LocalDate; readonly round: number }

/** Numbers follow from the day, the loan and the try: run again, the day's debits are the same ones. */
export function automaticNo(round: Round, turn: number): string {
  return `${beginningOf(round)}${turn}`
}

export function beginningOf({ loanNo, date, round }: Round): string {
  return `auto-${compactDate(date)}-${loanNo}-${round}-`
}

/** The round that an automatic order belongs to. */
export function roundOf(repaySeqNo: string): number {
  return Number(/-(\d+)-\d+$/.exec(repaySeqNo)?.[1] ?? 1)
}
