import { parseArgs } from 'node:util'

import { parseYuan, type Money } from '@qingzhou/domain/money/money'
import { searchKeys, type SearchKey } from '@qingzhou/server/features/support/index.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'

export const USAGE = `npm run customer -- find --phone 1… | --identity … | --card … | --loan … | --order … | --provider …
npm run customer -- show <customer> [--unmask --reason …]
npm run customer -- block <customer> --for stolen-phone|fraud|court|death|bankruptcy --reason …
npm run customer -- unblock <customer> --for fraud|court|death|bankruptcy --reason …          (two people)
npm run customer -- return-access <customer> --phone 1… --reason …                            (two people)
npm run customer -- freeze <customer> --reason …
npm run customer -- reopen <customer> --reason …                                              (two people)
npm run customer -- lower <customer> --amount 5000 --reason …
npm run customer -- raise <customer> --amount 20000 --reason …                                (two people)
npm run customer -- face <customer> --to <folder>
npm run customer -- face-pass <customer> --picture <file> --reason …                          (two people)
npm run customer -- face-refuse <customer> --reason …
npm run customer -- unlock <customer> --reason …                                              (two people)
npm run customer -- documents <customer>
npm run customer -- send <customer> --document <number> --reason …
npm run customer -- data <customer> --reason …                                                (two people)
npm run customer -- export <proposal> --to <file>
npm run customer -- erase <customer> --reason …                                               (two people)
  Each with --as <username> [--password-file <file>] [--code <code of the app>] and, for an act, --dry-run, which says
  what would change. An act of two people is a proposal that another member of staff approves: npm run proposals.
  A value "-" is read from the standard input, so that no phone or card number is in the history of the shell. Every
  search and every look is in the staff log. docs/support.md explains each case. DATABASE_URL says which database;
  without it, the one that comes along, under DATA_DIR.`

/** The commands that are one act of a kind of `features/console/proposals/kinds.ts`. */
const actKinds = {
  block: 'block-customer',
  unblock: 'end-block',
  'return-access': 'return-access',
  freeze: 'freeze-limit',
  reopen: 'reopen-limit',
  lower: 'lower-limit',
  raise: 'raise-limit',
  'face-refuse': 'refuse-face',
  unlock: 'unlock-password',
  send: 'send-document',
  data: 'hand-out-data',
  erase: 'erase-customer',
} as const
type ActName = keyof typeof actKinds

export type Options = { readonly staff: StaffOptions } & (
  | { readonly command: 'find'; readonly by: SearchKey; readonly value: string }
  | {
      readonly command: 'show'
      readonly customer: string
      readonly unmaskFor: string | undefined
    }
  | {
      readonly command: 'act'
      readonly kind: (typeof actKinds)[ActName]
      readonly parameters: Readonly<Record<string, string | Money>>
      readonly reason: string
      readonly isDryRun: boolean
    }
  | { readonly command: 'face'; readonly customer: string; readonly to: string }
  | {
      readonly command: 'face-pass'
      readonly customer: string
      readonly picture: string
      readonly reason: string
    }
  | { readonly command: 'documents'; readonly customer: string }
  | { readonly command: 'export'; readonly proposalNo: string; readonly to: string }
)

/** Parses the command line; a mistake is reported before anything is asked or changed. */
export function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      ...staffOptions,
      ...textOptions,
      unmask: { type: 'boolean', default: false },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  const staff = staffOptionsOf(values)
  const [name, subject] = positionals
  if (name === 'find') return { command: 'find', staff, ...searchOf(values) }
  if (name === 'export') {
    return { command: 'export', staff, proposalNo: subjectOf(subject), to: need(values, 'to') }
  }
  const customer = subjectOf(subject)
  switch (name) {
    case 'show':
      return {
        command: name,
        staff,
        customer,
        unmaskFor: values.unmask ? need(values, 'reason') : undefined,
      }
    case 'face':
      return { command: name, staff, customer, to: need(values, 'to') }
    case 'face-pass':
      return {
        command: name,
        staff,
        customer,
        picture: need(values, 'picture'),
        reason: need(values, 'reason'),
      }
    case 'documents':
      return { command: name, staff, customer }
    default:
      return { staff, isDryRun: values['dry-run'], ...actOf(name, { customer, values }) }
  }
}

const textOptions = {
  phone: { type: 'string' },
  identity: { type: 'string' },
  card: { type: 'string' },
  loan: { type: 'string' },
  order: { type: 'string' },
  provider: { type: 'string' },
  customer: { type: 'string' },
  name: { type: 'string' },
  for: { type: 'string' },
  amount: { type: 'string' },
  reason: { type: 'string' },
  picture: { type: 'string' },
  document: { type: 'string' },
  to: { type: 'string' },
} as const

type Texts = { readonly [Name in keyof typeof textOptions]?: string | undefined }

function actOf(
  name: string | undefined,
  { customer, values }: { readonly customer: string; readonly values: Texts },
) {
  // The names of a constant object are exactly its own.
  const known = Object.keys(actKinds) as ActName[]
  const act = known.find((one) => one === name)
  if (act === undefined) throw new Error(`There is no command ${name ?? ''}.`)
  const parameters = { customer, ...parametersOf(act, values) }
  const reason = need(values, 'reason')
  return { command: 'act', kind: actKinds[act], parameters, reason } as const
}

function parametersOf(act: ActName, values: Texts): Record<string, string | Money> {
  if (act === 'block' || act === 'unblock') return { reason: need(values, 'for') }
  if (act === 'return-access') return { phone: need(values, 'phone') }
  if (act === 'send') return { documentNo: need(values, 'document') }
  if (act !== 'lower' && act !== 'raise') return {}
  const amount = parseYuan(need(values, 'amount'))
  if (!amount.ok) throw new Error('--amount is an amount in yuan.')
  return { amount: amount.value }
}

function searchOf(values: Texts): { readonly by: SearchKey; readonly value: string } {
  const given = searchKeys.filter((key) => values[key] !== undefined)
  const [by] = given
  if (by === undefined || given.length > 1) {
    throw new Error(`Search by one of ${searchKeys.map((key) => `--${key}`).join(', ')}.`)
  }
  return { by, value: need(values, by) }
}

function subjectOf(text: string | undefined): string {
  if (text !== undefined && /^[A-Za-z0-9-]{1,40}$/.test(text)) return text
  throw new Error('Name the customer by number; npm run customer -- find finds it.')
}

function need(values: Texts, name: keyof Texts): string {
  const value = values[name]
  if (value !== undefined && value.trim() !== '') return value
  throw new Error(`--${name} is missing.`)
}
