import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openBooks, customerWithLoan, firstDay, type Books } from '#testing/books.ts'
import { changeLoanField } from '#testing/loan-field.ts'
import { instalmentFields, termFields } from './loan-fields.ts'

let books: Books
let loanNo: string
beforeAll(async () => {
  books = await openBooks()
  await books.moveTo(firstDay)
  ;({ loanNo } = await customerWithLoan(books))
})
afterAll(() => books.close())

const update = (change: string) =>
  books.owner.query(`UPDATE loans SET ${change} WHERE loan_no = $1`, [loanNo])

const amounts = instalmentFields.filter((name) => /_(open|paid|waived)_fen$/.test(name))
const optional = ['late_rate_ppm_max', 'coupon_kind', 'coupon_value', 'closed_days']

describe('the database refuses an instalment', () => {
  it.each([
    ...[...amounts, 'deferral_interest_fen' as const].map((field) => [field, '-1'] as const),
    ['period_from', ''],
    ['period_to', ''],
    ['period_days360', ''],
    ['period_days360', '0'],
    ['period_to', '2020-01-01'],
  ] as const)(
    'the database refuses an instalment with the %s “%s”, wherever it stands in the plan',
    async (field, value) => {
      for (const n of [1, 12]) {
        const change = changeLoanField(books.owner, loanNo, { n, field, to: () => value })
        await expect(change).rejects.toThrow('instalment_sound')
      }
    },
  )

  it('the database refuses an instalment whose period has no day', async () => {
    const period = { n: 1, field: 'period_to', to: () => firstDay } as const
    await expect(changeLoanField(books.owner, loanNo, period)).rejects.toThrow('instalment_sound')
  })

  it('the database refuses an instalment that is null', async () => {
    await expect(update('instalments[2] = NULL')).rejects.toThrow('instalment_sound')
  })
})

describe('the database refuses a loan', () => {
  it.each(termFields.filter((name) => !optional.includes(name)))(
    'the database refuses a loan without the %s in its terms',
    async (field) => {
      const change = changeLoanField(books.owner, loanNo, { field, to: () => '' })
      await expect(change).rejects.toThrow('loans_sound')
    },
  )

  it.each([
    "origin = 'gift'",
    "product = '1'",
    'amount_fen = 0',
    'annual_rate_ppm = -1',
    'limit_used_fen = -1',
    'is_settled = true',
    'next_due_on = NULL',
    'first_open = NULL',
    'first_open = 0',
    'first_open = 13',
    "is_settled = true, next_due_on = NULL, first_open = NULL, instalments = '{}'",
  ])('the database refuses a loan with %s', async (change) => {
    await expect(update(change)).rejects.toThrow('loans_sound')
  })
})

describe('the fields of a loan', () => {
  it.each([
    ['instalment_fields', instalmentFields],
    ['loan_terms', termFields],
  ])('the fields of a loan of %s are those of its type, in its order', async (type, names) => {
    const rows = await books.owner.query<{ name: string }>(
      `SELECT attname::text AS name FROM pg_attribute
        WHERE attrelid = $1::regclass AND attnum > 0 ORDER BY attnum`,
      [type],
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
  })
})
