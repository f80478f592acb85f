import { compactDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import type { Transaction } from '@qingzhou/platform/database/database'
import type { Services } from '#services.ts'

/** One round tries all cards of a customer for one loan; a day has several rounds. */
type Round = { readonly loanNo: string; readonly date: LocalDate; readonly round: number }

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

export type LoanDebit = Round & { readonly customer: CustomerNo }

/**
 * Enqueues the debit of a loan. One task per loan and day: adding it again replaces the waiting
 * one.
 */
export async function enqueueDebit(
  tx: Transaction,
  { tasks }: Pick<Services, 'tasks'>,
  { customer, loanNo, date, round }: LoanDebit,
  runAt: Date,
): Promise<void> {
  await tasks.add(tx, {
    kind: 'debit-loan',
    payload: { customer, loanNo, date, round },
    key: `${date}:${loanNo}`,
    runAt,
  })
}
