import { parseArgs } from 'node:util'

import { isLocalDate } from '@qingzhou/domain/calendar/local-date'
import { parseYuan } from '@qingzhou/domain/money/money'
import { actAlone, propose, rehearse } from '@qingzhou/server/features/proposals/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import { bookLost, listDifferences, type BookOptions } from '../reconcile/book.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'
import type { StaffCommand, StaffServices } from '../staff/staff-command.ts'

const COMMON = `  Each with --as <username> [--password-file <file>] [--code <code of the app>] and, for an act, --reason … and
  optionally --dry-run, which says what would change. An act of two people is a proposal that another member of staff
  approves: npm run proposals. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

const PAYMENTS = `npm run payments -- book --customer … --loan … --amount 1200.00 --day 2026-11-15 --reference …       (two people)
  A transfer to the lender's account on a day: it pays the loan as of that day, what is too much goes back.
npm run payments -- match --provider bank --day 2026-11-15 --order … --customer … --loan …       (two people)
  A debit that a provider moved and the books do not have (npm run reconcile -- list).
npm run payments -- reverse --customer … --payment … --day 2026-11-15 --cause bounced|disputed   (two people)
  A payment whose money was taken back on a day: the loan becomes what it would be without it.
npm run payments -- move <payment> --customer … --to <loan>                                      (two people)
  A payment that staff booked on a wrong loan: it is taken off there and booked on the right one, which may be
  another customer's, as of its day. Both are rebuilt.
npm run payments -- refund --customer … --loan … --amount 5.00                                   (two people)
  An amount that was paid for a loan is given back, at the lender's cost.
npm run payments -- waive --customer … --loan … --part fee|penalty|interest --amount 12.00       (two people)
  An amount of a charge that is due is given up. Principal is never waived.
${COMMON}`

const DIFFERENCES = `npm run reconcile -- list
npm run reconcile -- explain --provider bank --day 2026-11-15 --order …       (up to 1,000.00)
npm run reconcile -- close --as-what explained|matched|refunded|written-off --provider … --day … --order …   (two people)
npm run reconcile -- match --provider … --day … --order … --customer … --loan …   (two people)
  Open differences between day files and the books, and how they end.
npm run reconcile -- book [--day 2026-11-15 | --all]                              (two people)
  Orders of ours that a provider has carried out and the books do not have, as after a restore: rebuilds and books them
  for the day they were carried out on, all in one proposal. What cannot be booked is listed with the reason.
${COMMON}`

const acts = {
  book: {
    kind: 'book-payment',
    needs: ['customer', 'loanNo', 'amount', 'receivedOn', 'reference'],
  },
  match: { kind: 'match-transfer', needs: ['provider', 'day', 'orderNo', 'customer', 'loanNo'] },
  reverse: { kind: 'reverse-payment', needs: ['customer', 'paymentNo', 'day', 'cause'] },
  move: { kind: 'move-payment', needs: ['customer', 'paymentNo', 'toLoan'] },
  waive: { kind: 'waive-amount', needs: ['customer', 'loanNo', 'part', 'amount'] },
  refund: { kind: 'refund-amount', needs: ['customer', 'loanNo', 'amount'] },
  explain: { kind: 'close-small-difference', needs: ['provider', 'day', 'orderNo', 'resolution'] },
  close: { kind: 'close-difference', needs: ['provider', 'day', 'orderNo', 'resolution'] },
} as const
type ActName = keyof typeof acts

/** The option of each parameter. */
const optionOf = {
  customer: 'customer',
  loanNo: 'loan',
  amount: 'amount',
  receivedOn: 'day',
  day: 'day',
  reference: 'reference',
  provider: 'provider',
  orderNo: 'order',
  paymentNo: 'payment',
  toLoan: 'to',
  part: 'part',
  cause: 'cause',
  resolution: 'as-what',
} as const
type Parameter = keyof typeof optionOf

type Options = { readonly staff: StaffOptions } & (
  | { readonly command: 'list' }
  | (BookOptions & { readonly command: 'book-lost' })
  | {
      readonly command: 'act'
      readonly kind: (typeof acts)[ActName]['kind']
      readonly parameters: Readonly<Record<string, unknown>>
      readonly reason: string
      readonly isDryRun: boolean
    }
)

/** `npm run payments`. */
export const paymentsCommand: StaffCommand<Options> = {
  usage: PAYMENTS,
  readOptions: (words) =>
    readOptions(words, ['book', 'match', 'reverse', 'move', 'refund', 'waive']),
  run,
}

const namedActs = ['list', 'explain', 'match', 'close'] as const
export const differenceActs = [...namedActs, 'book'] as const

/** `npm run reconcile` with an act. */
export const differencesCommand: StaffCommand<Options> = {
  usage: DIFFERENCES,
  readOptions: (words) =>
    words[0] === 'book' ? readBookOptions(words) : readOptions(words, namedActs),
  run,
}

function readBookOptions(words: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...staffOptions,
      day: text,
      all: { type: 'boolean', default: false },
      reason: text,
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const { day, reason, all, 'dry-run': isDryRun } = values
  if (reason === undefined) throw new Error('--reason says why.')
  if (day !== undefined && all) throw new Error('It is one day (--day) or all of them (--all).')
  if (day !== undefined && !isLocalDate(day)) throw new Error(`${day} is not a calendar date.`)
  return { command: 'book-lost', staff: staffOptionsOf(values), day, reason, isDryRun }
}

const text = { type: 'string' } as const

function readOptions(words: readonly string[], names: readonly (ActName | 'list')[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...staffOptions,
      customer: text,
      loan: text,
      amount: text,
      day: text,
      reference: text,
      provider: text,
      order: text,
      payment: text,
      to: text,
      part: text,
      cause: text,
      'as-what': text,
      reason: text,
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const [first, second] = positionals
  const name = names.find((one) => one === first)
  if (name === undefined) throw new Error(`It is one of ${names.join(', ')}.`)
  const staff = staffOptionsOf(values)
  if (name === 'list') return { command: 'list', staff }
  if (values.reason === undefined) throw new Error('--reason says why.')
  const { kind, needs } = acts[name]
  const given = {
    ...values,
    ...(name === 'explain' && { 'as-what': 'explained' }),
    ...(name === 'move' && second !== undefined && { payment: second }),
  }
  const parameters = Object.fromEntries(
    needs.map((parameter: Parameter) => [
      parameter,
      valueOf(parameter, given[optionOf[parameter]]),
    ]),
  )
  return {
    command: 'act',
    staff,
    kind,
    parameters,
    reason: values.reason,
    isDryRun: values['dry-run'],
  }
}

function valueOf(parameter: Parameter, value: string | undefined): unknown {
  if (value === undefined) throw new Error(`--${optionOf[parameter]} is missing.`)
  if (parameter !== 'amount') return value
  const amount = parseYuan(value)
  if (!amount.ok) throw new Error(`${value} is not an amount such as 1200.00.`)
  return amount.value
}

async function run(
  services: StaffServices,
  staff: StaffMember,
  options: Options,
): Promise<readonly string[]> {
  if (options.command === 'list') return listDifferences(services)
  if (options.command === 'book-lost') return bookLost(services, staff, options)
  const { kind, parameters, reason } = options
  const input = { kind, parameters, reason }
  if (options.isDryRun) return ['Would change:', ...(await rehearse(services, staff, input)).lines]
  if (services.kinds.find((one) => one.kind === kind)?.isAlone) {
    const { lines, result } = await actAlone(services, staff, input)
    return [`Done. ${result}`.trim(), ...lines]
  }
  const { proposalNo, lines } = await propose(services, staff, input)
  return [`Proposed as ${proposalNo}. Another member of staff approves it.`, ...lines]
}
