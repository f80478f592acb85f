import type { BillInstalment } from '@qingzhou/contract/bills'
import { compactDate } from '@qingzhou/domain/calendar/local-date'
import { ZERO, sum } from '@qingzhou/domain/money/money'

export type Month = {
  readonly month: string
  readonly amount: BillInstalment['amount']
  readonly overdue: BillInstalment['amount']
  readonly instalments: BillInstalment[]
}

/** Six digits: 202611. */
export function monthOf({ dueDate }: Pick<BillInstalment, 'dueDate'>): string {
  return compactDate(dueDate).slice(0, 6)
}

/** What is open, month by month, the earliest first. */
export function byMonth(instalments: readonly BillInstalment[]): Month[] {
  const months = new Map<string, BillInstalment[]>()
  for (const instalment of instalments) {
    const month = monthOf(instalment)
    months.set(month, [...(months.get(month) ?? []), instalment])
  }
  return Array.from(months, ([month, members]) => ({
    month,
    amount: sum(members.map(({ amount }) => amount)),
    overdue: sum(members.map(({ amount, daysOverdue }) => (daysOverdue > 0 ? amount : ZERO))),
    instalments: members,
  })).toSorted((left, right) => left.month.localeCompare(right.month))
}
