import { parseArgs } from 'node:util'

import { addDays, isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { displayYuan, subtract, sum } from '@qingzhou/domain/money/money'
import { readBookSums, type BookSum } from '@qingzhou/lending/end-of-day/book-sum-store'
import { readProgress } from '@qingzhou/lending/end-of-day/progress-store'
import { runLenderCommand } from '../lender/lender-command.ts'

const USAGE = `npm run books [-- --on 2026-11-15]
  Prints the lender's books at the end of a day: the open loans by class and stage, what they owe, what of it is
  kept in memorandum, and what is provided for them. Without a day: the last one that is finished.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR. Exit status 1: the day
  is not booked.`

await runLenderCommand<{ readonly on: LocalDate | undefined }>({
  usage: USAGE,
  readOptions: (words) => {
    const { values } = parseArgs({ args: words, options: { on: { type: 'string' } } })
    if (values.on !== undefined && !isLocalDate(values.on)) {
      throw new Error(`--on ${values.on}: not a day`)
    }
    return { on: values.on }
  },
  run: async (database, options) => {
    const { businessDate, isFinished } = await readProgress(database)
    const finished = isFinished ? businessDate : addDays(businessDate, -1)
    const on = options.on ?? finished
    if (on > finished) throw new Error(`${on} is not booked; the last finished day is ${finished}`)
    const sums = await readBookSums(database, on)
    const before = await readBookSums(database, addDays(on, -1))
    for (const line of tableOf(sums)) console.log(line)
    const booked = subtract(provisionOf(sums), provisionOf(before))
    console.log(`provisions booked on ${on}: ${displayYuan(booked)}`)
  },
})

function tableOf(sums: readonly BookSum[]): string[] {
  const rows = sums.map((one) => [
    one.class,
    String(one.stage),
    String(one.loans),
    ...amountsOf([one]),
  ])
  const total = ['total', '', String(sums.reduce((loans, one) => loans + one.loans, 0))]
  const head = ['class', 'stage', 'loans', 'principal', 'receivable', 'memorandum', 'provision']
  const table = [head, ...rows, [...total, ...amountsOf(sums)]]
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return table.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

function amountsOf(sums: readonly BookSum[]): string[] {
  const columns = ['principal', 'receivable', 'memorandum', 'provision'] as const
  return columns.map((column) => displayYuan(sum(sums.map((one) => one[column]))))
}

function provisionOf(sums: readonly BookSum[]) {
  return sum(sums.map(({ provision }) => provision))
}
