import { assert } from '#assert.ts'
import { addDays, localDate, type LocalDate } from '#calendar/local-date.ts'
import { datedRowOn, type DatedRow } from '#dated/dated-rows.ts'
import { add, divide, fen, subtract, sum, ZERO, type Money } from '#money/money.ts'
import type { BookAccount } from './chart.ts'

const WHOLE_PPM = 1_000_000n

/** The accounts that a row of a loan's ledger debits or credits against one other account. */
export const ledgerColumns = [
  'fee',
  'penalty',
  'interest',
  'principal',
  'refunds-payable',
  'bank',
] as const
export type LedgerColumn = (typeof ledgerColumns)[number]

/** Rows of the ledgers of loans: one of them, or the sum of several of a day. Debits are above zero. */
export type LedgerSum = {
  readonly day: LocalDate
  readonly event: string
  readonly against: 'clearing' | 'income' | 'conversion' | 'waived' | 'coupon-cost'
  readonly product: string
  /** The partners that fund the loans together with the lender, joined by +; empty for none. */
  readonly partners: string
  readonly amounts: Readonly<Record<LedgerColumn, Money>>
}

export type BookLine = {
  readonly account: BookAccount
  readonly debit: Money
  readonly credit: Money
}

/** An entry of the journal: its debits equal its credits. */
export type BookEntry = Pick<LedgerSum, 'day' | 'event' | 'product' | 'partners'> & {
  readonly lines: readonly BookLine[]
}

const incomeOf: Readonly<Partial<Record<LedgerColumn, BookAccount>>> = {
  fee: 'fee-income',
  penalty: 'penalty-income',
  interest: 'interest-income',
}

/** The journal of some sums, one entry for each that moves anything. [X9] */
export function bookEntriesOf(sums: readonly LedgerSum[], dated: readonly DatedRow[]): BookEntry[] {
  return sums.map((one) => entryOf(one, dated)).filter(({ lines }) => lines.length > 0)
}

function entryOf(row: LedgerSum, dated: readonly DatedRow[]): BookEntry {
  const { day, event, product, partners } = row
  const lines = ledgerColumns.flatMap((column) => {
    const amount = row.amounts[column]
    if (amount === ZERO) return []
    return [lineOf(column, amount), ...counterLines(row, { column, amount, dated })]
  })
  const debits = sum(lines.map(({ debit }) => debit))
  const credits = sum(lines.map(({ credit }) => credit))
  assert(debits === credits, `[X9] ${day} ${event}: debits ${debits}, credits ${credits}`)
  return { day, event, product, partners, lines }
}

function counterLines(
  { day, event, against }: LedgerSum,
  {
    column,
    amount,
    dated,
  }: { readonly column: LedgerColumn; readonly amount: Money; readonly dated: readonly DatedRow[] },
): BookLine[] {
  if (against !== 'income') return [lineOf(against, subtract(ZERO, amount))]
  const account = incomeOf[column]
  assert(account !== undefined, `[X9] ${day} ${event}: no income account for ${column}`)
  const rate = datedRowOn(dated, 'value-added-tax', day)
  assert(rate !== undefined, `[X10] a rate value-added-tax is recorded for ${day}`)
  const { net, tax } = splitTax(amount, rate.value)
  const lines = [
    lineOf(account, subtract(ZERO, net)),
    lineOf('value-added-tax', subtract(ZERO, tax)),
  ]
  return lines.filter(({ debit, credit }) => debit !== credit)
}

function lineOf(account: BookAccount, amount: Money): BookLine {
  return amount > 0n
    ? { account, debit: amount, credit: ZERO }
    : { account, debit: ZERO, credit: subtract(ZERO, amount) }
}

/** The income without its tax, rounded half up to a fen, and the tax, which is the rest. [X10] */
export function splitTax(
  gross: Money,
  ratePpm: bigint,
): { readonly net: Money; readonly tax: Money } {
  const net = fen(divide(gross * WHOLE_PPM, WHOLE_PPM + ratePpm, 'half-up'))
  return { net, tax: subtract(gross, net) }
}

/** What an account moved on a day, for a product and its partners. */
export type AccountSum = Pick<LedgerSum, 'day' | 'product' | 'partners'> & BookLine

/** The debits and credits of entries by day, account, product and partners. [X9] */
export function sumByAccount(entries: readonly BookEntry[]): AccountSum[] {
  const sums = new Map<string, AccountSum>()
  for (const { day, product, partners, lines } of entries) {
    for (const { account, debit, credit } of lines) {
      const key = [day, account, product, partners].join('\n')
      const before = sums.get(key) ?? { debit: ZERO, credit: ZERO }
      sums.set(key, {
        day,
        account,
        product,
        partners,
        debit: add(before.debit, debit),
        credit: add(before.credit, credit),
      })
    }
  }
  return [...sums.values()]
}

/** No row of a ledger is older. */
const FIRST_DAY = localDate('2000-01-01')

/**
 * The days to sum when a day is booked: those before it that are not summed yet. The ledger of a day is complete when
 * the next one is booked, because borrowers act on a day after its accruals. [X11]
 */
export function daysToSum({
  last,
  booked,
}: {
  readonly last: LocalDate | undefined
  readonly booked: LocalDate
}): { readonly from: LocalDate; readonly to: LocalDate } | undefined {
  const from = last === undefined ? FIRST_DAY : addDays(last, 1)
  const to = addDays(booked, -1)
  return from > to ? undefined : { from, to }
}
