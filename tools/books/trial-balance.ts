import { defaultChart, type Chart } from '@qingzhou/domain/books/chart'
import type { LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, sum, type Money } from '@qingzhou/domain/money/money'
import {
  readTrialBalance,
  type TrialBalanceRow,
} from '@qingzhou/lending/end-of-day/ledger-day-store'
import type { Database } from '@qingzhou/platform/database/database'
import { alignColumns } from './align-columns.ts'

const amounts = ['opening', 'debit', 'credit', 'closing'] as const

/** The lines of the trial balance of a day. Balances are debits where they are above zero. */
export async function describeTrialBalance(
  database: Database,
  { on, chart = defaultChart }: { readonly on: LocalDate; readonly chart?: Chart },
): Promise<string[]> {
  const rows = await readTrialBalance(database, on)
  const accounts = rows
    .map((row) => [
      chart[row.account].number,
      row.account,
      ...amounts.map((one) => displayYuan(row[one])),
    ])
    .toSorted(([one = ''], [other = '']) => one.localeCompare(other))
  const total = ['', 'total', ...amounts.map((one) => displayYuan(totalOf(rows, one)))]
  return alignColumns([['number', 'account', ...amounts], ...accounts, total], 2)
}

function totalOf(rows: readonly TrialBalanceRow[], column: (typeof amounts)[number]): Money {
  return sum(rows.map((row) => row[column]))
}
