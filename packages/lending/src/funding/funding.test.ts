import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import type { PartnerRow, PartnerTerms } from '@qingzhou/domain/funding/partner-rows'
import { fen, type Money } from '@qingzhou/domain/money/money'
import { specimenPartner } from '@qingzhou/domain/specimen'
import { reserveDraw } from '#draws/approve-draw.ts'
import { releaseDraw } from '#draws/end-draw.ts'
import { repayInFull } from '#payments/payments.ts'
import {
  anyDraw,
  booksForTests,
  cardId,
  catchRefusal,
  customerWithLimit,
  customerWithLoan,
  firstDay,
  onlyLoan,
  type Books,
} from '#testing/books.ts'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readExposures, readLoanPartners } from './loan-partner-store.ts'
import { insertPartnerRows, listPartnerRows, readPartnerRows } from './partner-row-store.ts'

let books: Books
beforeAll(async () => {
  books = await booksForTests()
})

const farTerms = specimenPartner.terms
const amount = fen(30_000_00n)

async function record(changes: Partial<PartnerTerms>, row: Partial<PartnerRow> = {}) {
  if (!farTerms) throw new Error('the sample partner has terms')
  const terms = { ...farTerms, totalMax: fen(1_000_000_000_00n), ...changes }
  const rows = [{ ...specimenPartner, day: firstDay, terms, ...row }]
  await insertPartnerRows(books.deps.database, { rows, proposalNo: 'P1' })
}

const partnersOf = async (customer: CustomerNo, loanNo: string) =>
  (await readLoanPartners(books.deps.database, customer)).get(loanNo) ?? []

async function totalOf(partnerNo = 'far-bank'): Promise<Money> {
  const exposures = await readExposures(books.deps.database, undefined)
  return exposures.find((one) => one.partnerNo === partnerNo)?.total ?? fen(0n)
}

const reserve = async (customer: CustomerNo) => {
  const act = books.actOf(customer)
  return reserveDraw(books.deps, act, { ...anyDraw, amount })
}

describe('the partners of a draw', { timeout: 60_000 }, () => {
  it('[Z3] are stored with it, and stay when the terms of the partner change', async () => {
    const alone = await customerWithLoan(books, { amount })
    await record({})
    const shared = await customerWithLoan(books, { amount })
    const small = await customerWithLoan(books, { amount: fen(20_000_00n) })
    await record({}, { state: 'paused', terms: undefined })
    const after = await customerWithLoan(books, { amount })
    expect(await partnersOf(alone.customer, alone.loanNo)).toEqual([])
    expect(await partnersOf(small.customer, small.loanNo)).toEqual([])
    expect(await partnersOf(after.customer, after.loanNo)).toEqual([])
    expect(await partnersOf(shared.customer, shared.loanNo)).toMatchObject([
      { partnerNo: 'far-bank', sharePpm: 600_000n, amount: 18_000_00n },
    ])
    const change = `UPDATE loan_partners SET share_ppm = 1`
    await expect(books.deps.database.query(change)).rejects.toThrow(/permission denied/)
  })

  it('[Z3] draws reserved at once never take a partner over its limit', async () => {
    const totalMax = fen((await totalOf()) + 2n * 18_000_00n)
    await record({ customerMax: fen(20_000_00n), totalMax })
    const customers = await Promise.all([1, 2, 3, 4, 5].map(() => customerWithLimit(books)))
    const draws = await Promise.all(
      customers.map(async (customer) => ({ customer, ...(await reserve(customer)) })),
    )
    const shared = draws.filter(({ partners }) => partners)
    expect(shared).toHaveLength(2)
    expect(shared[0]?.partners).toEqual([{ partnerNo: 'far-bank', sharePpm: 600_000n }])

    const [one] = shared
    if (!one) throw new Error('no draw with a partner')
    await releaseDraw(books.deps, books.actOf(one.customer), { drawNo: one.drawNo })
    expect((await reserve(one.customer)).partners).toHaveLength(1)
  })

  it('[Z3] what was repaid is room again, and one customer has a limit of its own', async () => {
    await record({ customerMax: fen(18_000_00n) })
    const { customer, loanNo } = await customerWithLoan(books, { amount, limit: fen(90_000_00n) })
    const before = await totalOf()
    expect((await reserve(customer)).partners).toBeUndefined()
    const { loan } = await onlyLoan(books, customer)
    const payment = { loanNo, amount: payoffOn(firstDay, loan), cardId }
    await repayInFull(books.deps, books.actOf(customer), payment)
    expect(await totalOf()).toBe(before - 18_000_00n)
    expect((await reserve(customer)).partners).toHaveLength(1)
  })

  it('[Z4] a draw that its partner does not take is refused where the partner says so', async () => {
    await record({ otherwise: 'refuse', customerMax: fen(1n), totalMax: await totalOf() })
    const customer = await customerWithLimit(books)
    expect(await catchRefusal(reserve(customer))).toEqual({ kind: 'no-funding-partner' })
  })
})

describe('the rows of partners', { timeout: 60_000 }, () => {
  it('[Z2] are never changed, and a day that has passed takes none', async () => {
    for (const change of [
      `UPDATE funding_partner_rows SET state = 'ended'`,
      'DELETE FROM funding_partner_rows',
      'TRUNCATE funding_partner_rows',
    ]) {
      await expect(books.owner.query(change)).rejects.toThrow('append-only')
      await expect(books.deps.database.query(change)).rejects.toThrow(/permission denied/)
    }
    await expect(record({}, { day: addDays(firstDay, -1) })).rejects.toThrow('has not passed')
  })

  it('[Z1] the last one of a day counts, and every one is listed', async () => {
    const day = localDate('2027-01-01')
    await record({ ownPpmMin: 350_000n }, { day })
    await record({}, { day, state: 'ended', terms: undefined })
    const stored = await readPartnerRows(books.deps.database)
    expect(stored.filter((row) => row.day === day)).toEqual([
      { partnerNo: 'far-bank', day, state: 'ended' },
    ])
    const listed = (await listPartnerRows(books.deps.database)).filter((row) => row.day === day)
    expect(listed.map(({ isSuperseded }) => isSuperseded)).toEqual([true, false])
    expect(listed[0]?.terms?.ownPpmMin).toBe(350_000n)
  })
})
