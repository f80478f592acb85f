import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, subtract, sum } from '@qingzhou/domain/money/money'
import { readBookSums, type BookSum } from '@qingzhou/lending/end-of-day/book-sum-store'
import type { Database } from '@qingzhou/platform/database/database'
import { alignColumns } from './align-columns.ts'

/** The lines of `npm run books`: the open loans at the end of a day. */
export async function describeBookSums(database: Database, on: LocalDate): Promise<string[]> {
  const sums = await readBookSums(database, on)
  const before = await readBookSums(database, addDays(on, -1))
  const booked = subtract(provisionOf(sums), provisionOf(before))
  return [...tableOf(sums), `provisions booked on ${on}: ${displayYuan(booked)}`]
}

function tableOf(sums: readonly BookSum[]): string[] {
  const rows = sums.map((one) => [
    one.class,
    String(one.stage),
    String(one.loans),
    ...amountsOf([one]),
  ])
  const total = ['total', '', String(sums.reduce((loans, one) => loans + one.loans, 0))]
  const head = ['class', 'stage', 'loans', 'principal', 'receivable', 'memorandum', 'provision']
  return alignColumns([head, ...rows, [...total, ...amountsOf(sums)]], 1)
}

function amountsOf(sums: readonly BookSum[]): string[] {
  const columns = ['principal', 'receivable', 'memorandum', 'provision'] as const
  return columns.map((column) => displayYuan(sum(sums.map((one) => one[column]))))
}

function provisionOf(sums: readonly BookSum[]) {
  return sum(sums.map(({ provision }) => provision))
}
