import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

import { datedKinds, datedRowText, type DatedKind } from '@qingzhou/domain/dated/dated-rows'
import { partnerRowText } from '@qingzhou/domain/funding/partner-rows'
import { listDatedRows, listPartnerRows, type RecordedDatedRow } from '@qingzhou/lending/index'
import {
  readDatedGaps,
  recordDatedRows,
  recordFundingPartners,
} from '@qingzhou/server/features/dated-rows/index.ts'
import { propose } from '@qingzhou/server/features/proposals/index.ts'
import type { StaffMember } from '@qingzhou/platform/caller'
import type { StaffCommand, StaffServices } from '../staff/staff-command.ts'
import { staffOptions, staffOptionsOf, type StaffOptions } from '../staff/sign-in-at-terminal.ts'

const USAGE = `npm run rates -- list [--kind ${datedKinds.join('|')}] --as <username>
npm run rates -- add prime-rate 2026-12-20 3.05% --reason 人民银行公告 --as <username>
npm run rates -- import holidays-2027.txt --reason 国务院办公厅通知 --as <username>
  What applies by day. list shows every row with its proposal, and what is missing. add and import propose rows, which
  another member of staff approves (npm run proposals); a row is never changed, one of the same day supersedes it.
    prime-rate <day> <rate>                        the one-year loan prime rate as published
    cost-cap <day> <rate>                          the highest all-in cost that the lender itself allows
    due-days <day> as-planned|next-working-day     whether due dates of new plans move off closed days
    calendar <day> holiday|workday                 a public holiday, or a weekend day that is worked
    provision-<class> <day> <share>                what is provided for a class: pass, special-mention, substandard, …
    default-stage-<n> <day> <share>                the probability of default of stage 1, 2 or 3
    loss-given-default <day> <share>               what is lost of a loan that defaults
    value-added-tax <day> <rate>                   the tax within interest, penalty and fees
    partner <no> <day> name=… licence=… shares=<product>:<from yuan>:<share>,… own=<least own share>
      customer=<yuan> total=<yuan> otherwise=own|refuse
                                                   who funds loans of a product, from an amount on, together with the
                                                   lender; the most outstanding of one customer and in total; and
                                                   whether the lender funds alone what the partner does not take
    partner <no> <day> paused|ended                the partner takes nothing new, for a time or for good
  A file has one row a line, of partners or of the others; a line that begins with # and an empty line are skipped.
  All rows are recorded, or none.
  The password is asked for at the terminal, or read from the first line of --password-file; --code is the code of the
  authenticator app. DATABASE_URL says which database; without it, the one that comes along, under DATA_DIR.`

type Options = { readonly staff: StaffOptions } & (
  | { readonly act: 'list'; readonly kind: DatedKind | undefined }
  | {
      readonly act: 'propose'
      readonly kind: string
      readonly rows: string
      readonly reason: string
    }
)

/** `npm run rates`. */
export const ratesCommand: StaffCommand<Options> = { usage: USAGE, readOptions, run }

function readOptions(words: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: { ...staffOptions, kind: { type: 'string' }, reason: { type: 'string' } },
  })
  const staff = staffOptionsOf(values)
  const [act, ...rest] = positionals
  if (act === 'list') return { act, staff, kind: kindOf(values.kind) }
  if (act !== 'add' && act !== 'import') {
    throw new Error(act === undefined ? 'What is to be done?' : `There is no command ${act}.`)
  }
  const rows = act === 'add' ? rest.join(' ') : rowsOfFile(rest)
  if (!values.reason) throw new Error('--reason says where the rows come from.')
  return { act: 'propose', staff, ...kindAndRows(rows), reason: values.reason }
}

const PARTNER = 'partner '

/** Rows of partners are proposed without the word that tells them from the others. */
function kindAndRows(rows: string): { kind: string; rows: string } {
  const lines = rows.split('\n')
  const ofPartners = lines.filter((line) => line.startsWith(PARTNER))
  if (ofPartners.length === 0) return { kind: recordDatedRows.kind, rows }
  if (ofPartners.length < lines.length) throw new Error('A file has rows of partners, or others.')
  const partners = ofPartners.map((line) => line.slice(PARTNER.length))
  return { kind: recordFundingPartners.kind, rows: partners.join('\n') }
}

function kindOf(text: string | undefined): DatedKind | undefined {
  const kind = datedKinds.find((one) => one === text)
  if (kind || text === undefined) return kind
  throw new Error(`--kind is one of ${datedKinds.join(', ')}.`)
}

function rowsOfFile([path, ...more]: readonly string[]): string {
  if (path === undefined || more.length > 0) throw new Error('import takes one file.')
  const lines = readFileSync(path, 'utf8').split(/\r?\n/)
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).join('\n')
}

async function run(
  services: StaffServices,
  staff: StaffMember,
  options: Options,
): Promise<readonly string[]> {
  const { database } = services
  if (options.act === 'list') {
    const rows = await listDatedRows(database)
    const partners = options.kind === undefined ? await listPartnerRows(database) : []
    const gaps = await readDatedGaps(database)
    const listed = rows.filter(({ kind }) => options.kind === undefined || kind === options.kind)
    return [
      ...listed.map((row) => lineOf(datedRowText(row), row)),
      ...partners.map((row) => lineOf(`${PARTNER}${partnerRowText(row)}`, row)),
      ...gaps.map((gap) => `missing: ${gap}`),
    ]
  }
  const { kind, rows, reason } = options
  const input = { kind, parameters: { rows }, reason }
  const { proposalNo, lines } = await propose(services, staff, input)
  return [
    ...lines,
    `Proposed as ${proposalNo}. Another member of staff approves it: npm run proposals -- approve ${proposalNo}`,
  ]
}

type RecordedRow = Pick<RecordedDatedRow, 'proposalNo' | 'recordedAt' | 'isSuperseded'>

function lineOf(text: string, { proposalNo = '-', recordedAt, isSuperseded }: RecordedRow): string {
  const state = isSuperseded ? ' superseded' : ''
  return `${text} ${proposalNo} ${recordedAt.toISOString().slice(0, 10)}${state}`
}
