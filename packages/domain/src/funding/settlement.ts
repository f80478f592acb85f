import type { LocalDate } from '#calendar/local-date.ts'
import { fileLine } from '#file-line.ts'
import type { Entry } from '#ledger/entries.ts'
import { add, yuan, ZERO, type Money } from '#money/money.ts'
import type { PartnerRow } from './partner-rows.ts'
import { settledSum, sideOf, splitAccounts, type SplitAccount } from './split-entries.ts'

/** The version of the layout, which docs/partners.md describes. */
const LAYOUT = '1'

/** An entry of a loan that partners share, and the part of one party. */
export interface EntryPart extends Entry {
  readonly loanNo: string
  readonly event: string
  /** The posting that it belongs to. The accrual of a day has none. */
  readonly entryNo?: bigint | undefined
  readonly reverses?: bigint | undefined
  readonly part: Money
}

type AccountSums = { readonly [A in SplitAccount]: Money }

/** What a party has of the entries of a day. [Z8] */
export interface PartySums {
  readonly entries: number
  /** What the party is to receive; below zero, what it is to pay. */
  readonly settled: Money
  readonly debits: AccountSums
  readonly credits: AccountSums
}

const nothing: AccountSums = {
  fee: ZERO,
  penalty: ZERO,
  interest: ZERO,
  principal: ZERO,
  'refunds-payable': ZERO,
}
export const noPartySums: PartySums = {
  entries: 0,
  settled: ZERO,
  debits: nothing,
  credits: nothing,
}

/** The sums of a party with one more entry. [Z8] */
export function addPart(sums: PartySums, entry: Entry & { readonly part: Money }): PartySums {
  const { account, side } = sideOf(entry)
  const key = side === 'debit' ? 'debits' : 'credits'
  return {
    ...sums,
    entries: sums.entries + 1,
    settled: add(sums.settled, settledSum([entry])),
    [key]: { ...sums[key], [account]: add(sums[key][account], entry.part) },
  }
}

/** A partner as its settlement file names it. */
export interface NamedPartner {
  readonly partnerNo: string
  readonly name: string
  readonly licenceNo: string
}

/** The partners to settle a day with: all that had terms by then, also those that take nothing new. [Z8] */
export function partnersToSettle(rows: readonly PartnerRow[], day: LocalDate): NamedPartner[] {
  const known = new Map<string, NamedPartner>()
  const past = rows.filter((row) => row.day <= day)
  for (const { partnerNo, terms } of past.toSorted((one, other) => (one.day < other.day ? -1 : 1)))
    if (terms) known.set(partnerNo, { partnerNo, name: terms.name, licenceNo: terms.licenceNo })
  return [...known.values()]
}

/** The first line of a settlement file. [Z9] */
export function settlementHead({
  partnerNo,
  name,
  licenceNo,
  day,
}: NamedPartner & { readonly day: LocalDate }): string {
  return fileLine('H', LAYOUT, partnerNo, name, licenceNo, day)
}

/** The line of an entry. [Z9] */
export function settlementLine(of: EntryPart): string {
  const numbers = [of.entryNo, of.reverses].map((no) => (no === undefined ? '' : String(no)))
  const accounts = [of.debit, of.credit]
  return fileLine('E', of.loanNo, ...numbers, of.event, ...accounts, yuan(of.amount), yuan(of.part))
}

/** The lines of the sums. [Z9] */
export function settlementSums({ debits, credits }: PartySums): string {
  return splitAccounts
    .map((account) => fileLine('S', account, yuan(debits[account]), yuan(credits[account])))
    .join('')
}

/** The last line, with the SHA-256 of all bytes before it. [Z9] */
export function settlementTrailer({ entries, settled }: PartySums, digest: string): string {
  return fileLine('T', String(entries), yuan(settled), digest)
}
