import { describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { booksForTests, firstDay, loanOn } from '#testing/books.ts'
import { grantForbearanceOnLoan } from './change-terms.ts'
import { consolidateLoans, convertLoanBill } from './convert.ts'

const books = await booksForTests()
const late = localDate('2026-03-27')

async function restructuringsOf(customer: CustomerNo): Promise<string[]> {
  const rows = await books.deps.database.query<{ loan_no: string; restructured_on: string }>(
    `SELECT loan_no, restructured_on FROM restructurings WHERE customer_no = $1 ORDER BY 2, 1`,
    [customer],
  )
  return rows.map((row) => `${row.loan_no} ${row.restructured_on}`)
}

describe('a restructuring', () => {
  it('[X2] is recorded of a loan with forbearance, once a day, and not of one that pays as agreed', async () => {
    const { customer, loanNo } = await loanOn(books, late)
    expect(await restructuringsOf(customer)).toEqual([])
    for (const days of [60, 5]) {
      await grantForbearanceOnLoan(books.deps, books.actOf(customer), { loanNo, days })
    }
    expect(await restructuringsOf(customer)).toEqual([`${loanNo} ${late}`])
  })

  it('[X2] is recorded of the new loan of a consolidation plan', async () => {
    const { customer, loanNo } = await loanOn(books, late)
    const request = { loanNos: [loanNo], months: 24, cardId: 'card-2' }
    const joined = await consolidateLoans(books.deps, books.actOf(customer), request)
    expect(await restructuringsOf(customer)).toEqual([`${joined.loanNo} ${late}`])
  })

  it('[X2] is taken over by the new loan of a converted bill, which is none by itself', async () => {
    const soon = addDays(firstDay, 10)
    const [kept, moved] = [await loanOn(books, soon), await loanOn(books, soon)]
    const convert = ({ customer, loanNo }: typeof kept) =>
      convertLoanBill(books.deps, books.actOf(customer), { loanNo, months: 3 })
    await convert(kept)
    expect(await restructuringsOf(kept.customer)).toEqual([])
    const { customer, loanNo } = moved
    await grantForbearanceOnLoan(books.deps, books.actOf(customer), { loanNo, days: 30 })
    const { loanNo: converted } = await convert(moved)
    expect(await restructuringsOf(customer)).toEqual(
      [`${loanNo} ${soon}`, `${converted} ${soon}`].toSorted(),
    )
  })
})
