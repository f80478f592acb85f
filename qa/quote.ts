import { readFileSync } from 'node:fs'
import { localDate } from '@qingzhou/domain/calendar/local-date'
import { HistoryMalformed, readHistory } from './quote-history/read-history.ts'
import { account, replay } from './quote-history/replay.ts'
import {
  describeRefusal,
  quoteCase,
  type QuoteAnswer,
  type QuoteCase,
} from './quote-history/quote-case.ts'

const USAGE = `npm run quote -- --amount 10000 --rate 12% --months 12
  [--method equal-instalments|equal-principal|interest-first] [--start 2026-11-15]
  [--day-count 30/360|ACT/360|ACT/365|ACT/ACT] [--rounding half-up|half-even]
  [--first-due 2026-12-20] [--principal-grace 3] [--interest-grace 3] [--instalment-unit 1]
  [--json]
npm run quote -- --cases file.json [--json]
npm run quote -- --history file.json [--json]
  with loan (the fields above and fee), coupon and operations: payDue, pay, payAhead, settle, repayPart, defer,
  forbear (askedOn: after a review), cutRate, waive, convertBill, consolidate, default, return`

/** Options that take a value, by the name a file of cases gives them. */
const fieldOf: Readonly<Record<string, string>> = {
  '--amount': 'amount',
  '--rate': 'rate',
  '--months': 'months',
  '--method': 'method',
  '--start': 'start',
  '--day-count': 'dayCount',
  '--rounding': 'rounding',
  '--first-due': 'firstDue',
  '--principal-grace': 'principalGrace',
  '--interest-grace': 'interestGrace',
  '--instalment-unit': 'instalmentUnit',
  '--cases': 'cases',
  '--history': 'history',
}

interface QuoteOutput {
  readonly out: string
  readonly errors: readonly string[]
  /** Set if the exit code is not 1. */
  readonly exitCode?: number
}

/** Runs the command line: returns the output of each stream. Any refusal makes it fail. */
export function runQuote(args: readonly string[]): QuoteOutput {
  const read = readOptions(args)
  if ('unknown' in read) return { out: '', errors: [`option-unknown: ${read.unknown}`, USAGE] }

  const { cases, history, ...single } = read.fields
  if (history !== undefined) return printHistory(history, read)
  if (cases === undefined) return print([single], { ...read, isList: false })
  const list = readCases(cases)
  if (!list) return { out: '', errors: [`cases-unreadable: ${cases} is no JSON list of cases`] }
  return print(list, { ...read, isList: true })
}

/** Prints the history of a file, step by step; exits with 2 for an unreadable file. */
function printHistory(file: string, { json }: { json: boolean }): QuoteOutput {
  try {
    const start = localDate(todayInShanghai())
    const { opening, steps } = replay(readHistory(readText(file), { start }))
    const out = json ? JSON.stringify({ steps, opening }, null, 2) : account({ opening, steps })
    return { out, errors: [] }
  } catch (error) {
    if (!(error instanceof HistoryMalformed)) throw error
    return { out: '', errors: [`history-malformed: ${error.message}`], exitCode: 2 }
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new HistoryMalformed(`${file} cannot be read`)
  }
}

function readOptions(
  args: readonly string[],
): { fields: Record<string, string>; json: boolean } | { unknown: string } {
  const fields: Record<string, string> = {}
  let json = false
  for (let index = 0; index < args.length; index += 1) {
    const [option = '', ...inline] = (args[index] ?? '').split('=')
    const field = fieldOf[option]
    if (option === '--json') json = true
    else if (!field) return { unknown: option }
    else if (inline.length > 0) fields[field] = inline.join('=')
    else fields[field] = args[(index += 1)] ?? ''
  }
  return { fields, json }
}

function readCases(file: string): QuoteCase[] | undefined {
  try {
    const list: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(list) ? list.map((item: unknown) => ({ ...Object(item) })) : undefined
  } catch {
    return undefined
  }
}

function print(cases: readonly QuoteCase[], form: { json: boolean; isList: boolean }): QuoteOutput {
  const start = localDate(todayInShanghai())
  const outcomes = cases.map((written) => quoteCase(written, { start }))
  const errors = outcomes.flatMap((outcome, index) => {
    if (outcome.ok) return []
    const reason = describeRefusal(outcome.refusal)
    return [form.isList ? `case ${index + 1}: ${reason}` : reason]
  })
  const answers = outcomes.map((outcome) =>
    outcome.ok ? outcome.value : { refusal: describeRefusal(outcome.refusal) },
  )
  if (!form.isList && errors.length > 0) return { out: '', errors }
  const shown = form.isList ? answers : answers[0]
  const out = form.json ? JSON.stringify(shown, null, 2) : answers.map(table).join('\n\n')
  return { out, errors }
}

function table(answer: QuoteAnswer | { refusal: string }): string {
  if ('refusal' in answer) return `refused: ${answer.refusal}`
  const head = ['n', 'due date', 'principal', 'interest', 'amount', 'balance']
  const rows = answer.instalments.map((row) => [
    String(row.n),
    row.dueDate,
    row.principal,
    row.interest,
    row.amount,
    row.balance,
  ])
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ')
  return [
    line(head),
    ...rows.map(line),
    `total interest ${answer.totalInterest}`,
    `annualised cost ${answer.annualisedCostPct.toFixed(4)}% (simple), ` +
      `${answer.effectiveRatePct.toFixed(4)}% (effective)`,
  ].join('\n')
}

function todayInShanghai(): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date())
}

if (import.meta.main) {
  const { out, errors, exitCode = 1 } = runQuote(process.argv.slice(2))
  if (out) console.log(out)
  for (const error of errors) console.error(error)
  if (errors.length > 0) process.exitCode = exitCode
}
