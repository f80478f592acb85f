import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { localDate } from '#calendar/local-date.ts'
import { fen, subtract, sum, ZERO } from '#money/money.ts'
import { specimenDated } from '#specimen.ts'
import { bookAccounts, defaultChart, readChart } from './chart.ts'
import {
  bookEntriesOf,
  daysToSum,
  ledgerColumns,
  splitTax,
  sumByAccount,
  type LedgerSum,
} from './general-ledger.ts'

const day = localDate('2026-11-19')
const nothing = Object.fromEntries(ledgerColumns.map((column) => [column, ZERO]))

const rowOf = (
  against: LedgerSum['against'],
  amounts: Partial<LedgerSum['amounts']>,
): LedgerSum => ({
  day,
  event: 'test',
  against,
  product: '103001',
  partners: '',
  // All columns have an amount.
  amounts: { ...nothing, ...amounts } as LedgerSum['amounts'],
})

const anyAmount = fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }).map(fen)
const anyRow = fc
  .record({
    against: fc.constantFrom('clearing', 'income', 'conversion', 'waived', 'coupon-cost'),
    fee: anyAmount,
    penalty: anyAmount,
    interest: anyAmount,
    principal: anyAmount,
    bank: anyAmount,
    refunds: anyAmount,
  })
  .map(({ against, fee, penalty, interest, principal, bank, refunds }) => {
    const charges = { fee, penalty, interest }
    if (against === 'income') return rowOf(against, charges)
    return rowOf(against, { ...charges, principal, bank, 'refunds-payable': refunds })
  })

describe('the journal', () => {
  it('[X9, X10] balances for any rows, entry by entry, and moves each column by its amount', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), (rows) => {
        const entries = bookEntriesOf(rows, specimenDated)
        for (const { lines } of entries) {
          expect(sum(lines.map(({ debit }) => debit))).toBe(sum(lines.map(({ credit }) => credit)))
          for (const { debit, credit } of lines) {
            expect(debit >= 0n && credit >= 0n && (debit === 0n) !== (credit === 0n)).toBe(true)
          }
        }
        const sums = sumByAccount(entries)
        for (const column of ledgerColumns) {
          const moved = sums.filter(({ account }) => account === column)
          expect(sum(moved.map(({ debit, credit }) => subtract(debit, credit)))).toBe(
            sum(rows.map(({ amounts }) => amounts[column])),
          )
        }
      }),
    )
  })

  it('[X9] debits a receivable and credits income without its tax', () => {
    const [entry] = bookEntriesOf([rowOf('income', { interest: fen(106_00n) })], specimenDated)
    expect(entry?.lines).toEqual([
      { account: 'interest', debit: 106_00n, credit: 0n },
      { account: 'interest-income', debit: 0n, credit: 100_00n },
      { account: 'value-added-tax', debit: 0n, credit: 6_00n },
    ])
    expect(bookEntriesOf([rowOf('income', {})], specimenDated)).toEqual([])
  })

  it('[X9] is refused for income of an account that earns none, naming the row', () => {
    const row = rowOf('income', { principal: fen(1n) })
    expect(() => bookEntriesOf([row], specimenDated)).toThrow(
      '[X9] 2026-11-19 test: no income account for principal',
    )
  })

  it.each([
    [106n, 100n],
    [8n, 8n],
    // 9 / 1.06 = 8.49, 10 / 1.06 = 9.43, 27 / 1.06 = 25.47, 53 / 1.06 = 50.
    [9n, 8n],
    [10n, 9n],
    [53n, 50n],
    [-106n, -100n],
    [-9n, -8n],
    [0n, 0n],
  ])('[X10] the income within %i fen is %i at 6 %%', (gross, net) => {
    expect(splitTax(fen(gross), 60_000n)).toEqual({ net, tax: gross - net })
  })

  it('[X10] takes the rate of the day on which the charge is income', () => {
    const later = { kind: 'value-added-tax', day, value: 30_000n } as const
    const row = rowOf('income', { fee: fen(103_00n) })
    const [entry] = bookEntriesOf([row], [...specimenDated, later])
    expect(entry?.lines.at(-1)).toMatchObject({ account: 'value-added-tax', credit: 3_00n })
    expect(() => bookEntriesOf([row], [])).toThrow('[X10] a rate value-added-tax')
  })
})

const textOf = (rows: readonly string[]) => ['account,number,name', ...rows].join('\r\n')
const refusalOf = (text: string) => {
  const reading = readChart(text)
  return reading.ok ? undefined : `${reading.fault.reason}: ${reading.fault.row}`
}

it('[X11] a day is summed once, when the next one is booked, with those missed before it', () => {
  const last = localDate('2026-11-15')
  const from = localDate('2026-11-16')
  expect(daysToSum({ last, booked: day })).toEqual({ from, to: localDate('2026-11-18') })
  expect(daysToSum({ last, booked: from })).toBeUndefined()
  expect(daysToSum({ last: undefined, booked: day })?.to).toBe('2026-11-18')
})

describe('a chart of accounts', () => {
  const lines = bookAccounts.map((account, index) => `${account},1${index},科目${index}`)

  it('[X8] is read from CSV in any order', () => {
    const reading = readChart(`\uFEFF${textOf(lines.toReversed())}\r\n`)
    expect(reading.ok && reading.chart.fee).toEqual({
      number: `1${bookAccounts.indexOf('fee')}`,
      name: `科目${bookAccounts.indexOf('fee')}`,
    })
  })

  it('[X8] gives every account a number of its own where it is ours', () => {
    const rows = bookAccounts.map((account) => {
      const { number, name } = defaultChart[account]
      return `${account},${number},${name}`
    })
    expect(readChart(textOf(rows))).toEqual({ ok: true, chart: defaultChart })
  })

  it.each([
    ['account;number;name', 'header-wrong: account;number;name'],
    [textOf(lines.slice(1)), 'account-missing: bank'],
    [textOf([...lines, 'bank,99,银行']), 'account-twice: bank,99,银行'],
    [textOf(['cash,99,现金', ...lines]), 'account-unknown: cash,99,现金'],
    [textOf(['bank,99']), 'row-malformed: bank,99'],
    [textOf(['bank,九,银行']), 'number-malformed: bank,九,银行'],
    [textOf(['bank,99,银行', 'fee,99,费']), 'number-taken: fee,99,费'],
  ])('[X8] is refused by its row', (text, refusal) => {
    expect(refusalOf(text)).toBe(refusal)
  })
})
