import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { defaultChart, readChart, type Chart } from '@qingzhou/domain/books/chart'
import { addDays, isLocalDate, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { readJournal, readLastLedgerDay } from '@qingzhou/lending/end-of-day/ledger-day-store'
import { readProgress } from '@qingzhou/lending/end-of-day/progress-store'
import type { Database } from '@qingzhou/platform/database/database'
import { describeBookSums } from '../books/book-sums.ts'
import { formatJournal, journalFormats, type JournalFormat } from '../books/journal.ts'
import { describeTrialBalance } from '../books/trial-balance.ts'
import { runLenderCommand } from '../lender/lender-command.ts'

const USAGE = `npm run books [-- --on 2026-11-15]
  Prints the lender's books at the end of a day: the open loans by class and stage, what they owe, what of it is
  kept in memorandum, and what is provided for them. Without a day: the last one that is finished.
npm run books -- trial-balance [--on 2026-11-15] [--chart chart.csv]
  Prints the accounts of the general ledger at the end of a day: what they had before, the debits and credits of the
  day, and what they have. Without a day: the last one that is summed, which is the day before the last finished one.
npm run books -- journal --from 2026-11-01 --to 2026-11-15 [--format csv|hledger] [--chart chart.csv]
  Prints the entries of the general ledger of some days.
  A chart is a CSV file with the columns account,number,name: a lender's own numbers and names of the accounts.
  DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR. Exit status 1: the day
  is not booked, or a row of the chart is refused.`

const acts = ['sums', 'trial-balance', 'journal'] as const

type Options = {
  readonly act: (typeof acts)[number]
  readonly on: LocalDate | undefined
  readonly from: LocalDate | undefined
  readonly to: LocalDate | undefined
  readonly format: JournalFormat
  readonly chart: Chart
}

await runLenderCommand<Options>({
  usage: USAGE,
  readOptions: (words) => {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        on: { type: 'string' },
        from: { type: 'string' },
        to: { type: 'string' },
        format: { type: 'string', default: 'csv' },
        chart: { type: 'string' },
      },
    })
    const [word = 'sums', ...more] = positionals
    const act = acts.find((one) => one === word)
    if (!act || more.length > 0) throw new Error(`${positionals.join(' ')}: no such act`)
    const format = journalFormats.find((one) => one === values.format)
    if (!format) throw new Error(`--format ${values.format}: one of ${journalFormats.join(', ')}`)
    const days = {
      on: dayOf('on', values.on),
      from: dayOf('from', values.from),
      to: dayOf('to', values.to),
    }
    if (act === 'journal' && (!days.from || !days.to)) throw new Error('--from and --to: missing')
    return { act, ...days, format, chart: chartOf(values.chart) }
  },
  run: async (database, options) => {
    for (const line of await describe(database, options)) console.log(line)
  },
})

async function describe(database: Database, options: Options): Promise<string[]> {
  const { act, format, chart } = options
  if (act === 'sums') {
    const { businessDate, isFinished } = await readProgress(database)
    const finished = isFinished ? businessDate : addDays(businessDate, -1)
    return describeBookSums(database, upTo(finished, options.on))
  }
  const summed = await readLastLedgerDay(database)
  if (!summed) throw new Error('no day of the general ledger is summed')
  if (act === 'trial-balance') {
    return describeTrialBalance(database, { on: upTo(summed, options.on), chart })
  }
  const { from = summed, to } = options
  const entries = await readJournal(database, { from, to: upTo(summed, to) })
  return formatJournal(entries, { format, chart })
}

function upTo(last: LocalDate, on: LocalDate | undefined): LocalDate {
  if (on !== undefined && on > last) throw new Error(`${on} is not booked; the last day is ${last}`)
  return on ?? last
}

function dayOf(name: string, text: string | undefined): LocalDate | undefined {
  if (text !== undefined && !isLocalDate(text)) throw new Error(`--${name} ${text}: not a day`)
  return text
}

function chartOf(path: string | undefined): Chart {
  if (path === undefined) return defaultChart
  const reading = readChart(readFileSync(path, 'utf8'))
  if (!reading.ok) throw new Error(`--chart ${path}: ${reading.fault.reason}: ${reading.fault.row}`)
  return reading.chart
}
