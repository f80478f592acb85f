import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, localDate } from '@qingzhou/domain/calendar/local-date'
import { partnerRowText } from '@qingzhou/domain/funding/partner-rows'
import { quoteDraw } from '@qingzhou/domain/draws/draw-request'
import { valueOf } from '@qingzhou/domain/specimen'
import { conventionsUnder, dayRules } from '@qingzhou/domain/cost/cost-cap'
import {
  consolidateLoans,
  listDatedRows,
  listPartnerRows,
  readActs,
  readDatedRows,
  readLoans,
  replayActs,
} from '@qingzhou/lending/index'
import {
  anyDraw,
  cardId,
  catchRefusal,
  customerWithLoan,
  firstDay,
  onlyLoan,
  openBooks,
  type Books,
} from '@qingzhou/lending/testing/books'
import { approve, propose, type Acting } from '#features/proposals/index.ts'
import { openOffice, type Office } from '#features/proposals/testing/office.ts'
import { readDatedGaps } from './index.ts'

let books: Books
let office: Office
let agent: Acting
let reviewer: Acting
beforeAll(async () => {
  books = await openBooks()
  office = await openOffice(books)
  agent = await office.newMember(['operator'])
  reviewer = await office.newMember(['reviewer'])
})
afterAll(() => books.close())

const proposeRows = (...rows: string[]) =>
  propose(office.deps, agent, {
    kind: 'record-dated-rows',
    parameters: { rows: rows.join('\n') },
    reason: '央行公告',
  })

async function record(...rows: string[]): Promise<string> {
  const { proposalNo } = await proposeRows(...rows)
  const { state } = await approve(office.deps, reviewer, { proposalNo })
  expect(state).toBe('done')
  return proposalNo
}

const insert = (kind: string, day: string, proposal: string) =>
  books.deps.database.query(
    `INSERT INTO dated_rows (kind, day, value, proposal_no) VALUES ($1, $2, 1, $3)`,
    [kind, day, proposal],
  )

const countRows = async () => (await listDatedRows(books.deps.database)).length

describe('dated rows', { timeout: 60_000 }, () => {
  it('[J1] are recorded when another member of staff approves them, and name their proposal', async () => {
    const before = await countRows()
    const { proposalNo, lines } = await proposeRows('prime-rate 2026-01-20 3.05%')
    expect(lines).toEqual(['一年期 LPR：2026-01-20 起 3.0500%（原 2025-05-20 起 3.0000%）'])
    expect(await countRows()).toBe(before)
    const own = approve(office.deps, agent, { proposalNo })
    expect((await catchRefusal(own))?.kind).toMatch(/own-proposal|staff-not-allowed/)
    expect(await countRows()).toBe(before)
    expect(await approve(office.deps, reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    const rows = await listDatedRows(books.deps.database)
    const newest = rows.findLast(({ kind }) => kind === 'prime-rate')
    expect(newest).toMatchObject({ kind: 'prime-rate', value: 30_500n, proposalNo })
  })

  it('[J2] a wrong row refuses its whole file, by its text, and nothing is written', async () => {
    const before = await countRows()
    const wrong: [string[], string][] = [
      [['calendar 2027-10-01 holiday', 'calendar 2027-13-01 holiday'], 'day-malformed'],
      [['calendar 2027-10-01 holiday', 'calendar 2027-10-01 workday'], 'twice'],
      [['libor 2027-10-01 5%'], 'kind-unknown'],
      [['cost-cap 2027-01-01 20%'], 'below-price'],
      [['cost-cap 2027-01-01 24.01%'], 'above-law'],
      [['cost-cap 2026-01-14 23.9%'], 'day-past'],
    ]
    for (const [rows, reason] of wrong) {
      const refusal = await catchRefusal(proposeRows(...rows))
      expect(refusal).toMatchObject({ kind: 'dated-row-refused', reason })
      expect(refusal).toMatchObject({
        row: expect.stringContaining(rows.at(-1)?.slice(0, 15) ?? ''),
      })
    }
    expect(await countRows()).toBe(before)
  })

  it('[J2] are never changed, and a day that has passed takes none', async () => {
    for (const change of [
      `UPDATE dated_rows SET value = 1 WHERE kind = 'prime-rate'`,
      `DELETE FROM dated_rows`,
      `TRUNCATE dated_rows`,
    ]) {
      await expect(books.owner.query(change)).rejects.toThrow('dated_rows is append-only')
      await expect(books.deps.database.query(change)).rejects.toThrow(/permission denied/)
    }
    await expect(insert('cost-cap', '2026-01-14', 'P1')).rejects.toThrow('has not passed')
    await expect(insert('prime-rate', '2019-12-20', 'P1')).rejects.toThrow('has not passed')
    await expect(insert('due-days', '2026-02-01', '')).rejects.toThrow('names its proposal')
  })

  it('[J2] a later row of the same day supersedes one of a day to come', async () => {
    await record('cost-cap 2026-12-01 23.9%')
    await record('cost-cap 2026-12-01 23.8%')
    const ofDay = (await readDatedRows(books.deps.database)).filter(
      ({ day }) => day === '2026-12-01',
    )
    expect(ofDay.map(({ value }) => value)).toEqual([238_000n])
    const listed = (await listDatedRows(books.deps.database)).filter(
      ({ day }) => day === '2026-12-01',
    )
    expect(listed.map(({ isSuperseded }) => isSuperseded)).toEqual([true, false])
  })

  it('[J3] a gap ends with the row that was missing', async () => {
    await books.moveTo(localDate('2026-02-24'))
    expect(await readDatedGaps(books.deps.database)).toEqual([
      'prime-rate: no row since 2026-01-20; the rate of 2026-02-20 is missing',
    ])
    await record('prime-rate 2026-02-20 3.05%')
    expect(await readDatedGaps(books.deps.database)).toEqual([])
  })

  it('[C10] due dates of a loan move off holidays from the day of the setting on, and a replay agrees', async () => {
    const early = await customerWithLoan(books)
    await record(
      'calendar 2026-03-24 holiday',
      'calendar 2026-03-25 holiday',
      'due-days 2026-02-24 next-working-day',
    )
    const { customer } = await customerWithLoan(books)
    const { loan } = await onlyLoan(books, customer)
    expect(loan.instalments[0]?.dueDate).toBe('2026-03-26')
    const unmoved = (await onlyLoan(books, early.customer)).loan
    expect(unmoved.instalments[0]?.dueDate).toBe('2026-03-24')
    expect(loan.instalments.map(({ due }) => due)).toEqual(
      unmoved.instalments.map(({ due }) => due),
    )

    const { database } = books.deps
    const dated = await readDatedRows(database)
    const rules = dayRules('consumer-finance', { on: loan.start, dated })
    expect(conventionsUnder(rules).closedDays).toContain('2026-03-25')
    const quoted = quoteDraw({ ...anyDraw, annualRatePpm: 144_000n, today: loan.start, rules })
    expect(loan).toEqual(valueOf(quoted).loan)

    await books.moveTo(addDays(localDate('2026-03-26'), 20))
    const loanNos = (await readLoans(database, customer)).map(({ loanNo }) => loanNo)
    const plan = { loanNos, months: 12, cardId }
    const { loanNo } = await consolidateLoans(books.deps, books.actOf(customer), plan)
    const stored = await readLoans(database, customer)
    const replayed = replayActs(await readActs(database, customer), stored).get(loanNo)
    const booked = stored.find((one) => one.loanNo === loanNo)?.loan
    expect(booked?.instalments.map(({ dueDate }) => dueDate)).toContain('2026-08-17')
    expect(booked?.conventions.closedDays).toContain('2026-08-16')
    expect(replayed).toMatchObject({ kind: 'loan', loan: { instalments: booked?.instalments } })
    expect(firstDay < loan.start).toBe(true)
  })
})

const proposePartners = (...rows: string[]) =>
  propose(office.deps, agent, {
    kind: 'record-funding-partners',
    parameters: { rows: rows.join('\n') },
    reason: '合作协议',
  })
const termsRow = (share: string) =>
  `near-bank 2027-01-01 name=近洲银行 licence=B0002H0001 shares=103001:20000.00:${share} own=30% customer=50000.00 total=900000.00 otherwise=own`

describe('rows of funding partners', { timeout: 60_000 }, () => {
  it('[Z1, Z2] are recorded together when another member of staff approves them, or none is', async () => {
    const { database } = books.deps
    const wrong = ['near-bank 2027-02-01 paused', termsRow('20%')]
    expect(await catchRefusal(proposePartners(...wrong))).toMatchObject({
      kind: 'dated-row-refused',
      row: wrong[0],
    })
    expect(await listPartnerRows(database)).toEqual([])
    expect(await catchRefusal(proposePartners('near-bank 2027-02-01 closed'))).toMatchObject({
      kind: 'dated-row-refused',
      reason: 'value-malformed',
    })

    const { proposalNo, lines } = await proposePartners(
      termsRow('60%'),
      'near-bank 2027-06-01 paused',
    )
    expect(lines).toEqual([
      '出资方 near-bank：2027-01-01 起 近洲银行（许可证 B0002H0001），消费贷 20,000.00 元起 60%，自有不低于 30%，单一客户 50,000.00 元，总额 900,000.00 元，不出资时由本公司出资',
      '出资方 near-bank：2027-06-01 起暂停新增',
    ])
    expect(await approve(office.deps, reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    const listed = await listPartnerRows(database)
    expect(listed.map((row) => [partnerRowText(row), row.proposalNo])).toEqual([
      [termsRow('60%'), proposalNo],
      ['near-bank 2027-06-01 paused', proposalNo],
    ])
  })
})
