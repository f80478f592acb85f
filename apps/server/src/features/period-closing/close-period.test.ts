import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, type LocalDate } from '@qingzhou/domain/calendar/local-date'
import { fen } from '@qingzhou/domain/money/money'
import { BY_TRANSFER, bookPastPayment } from '@qingzhou/lending/index'
import { catchRefusal } from '@qingzhou/lending/testing/books'
import { createDatabase, type PoolDatabase } from '@qingzhou/platform/database/pool'
import { approve, propose, type Acting } from '#features/proposals/index.ts'
import { openOffice, type Office } from '#features/proposals/testing/office.ts'
import { moveDays, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()
let owner: PoolDatabase
let payer: Payer
let office: Office
let agent: Acting
let reviewer: Acting
let today: LocalDate
let until: LocalDate
beforeAll(async () => {
  owner = createDatabase(product.config.databaseUrl, { max: 1, onIdleError: () => {} })
  payer = await newPayer(product)
  office = await openOffice({ deps: product.services })
  agent = await office.newMember(['operator'])
  reviewer = await office.newMember(['reviewer'])
  today = await moveDays(product, 10)
  until = addDays(today, -1)
})
afterAll(() => owner.close())

const proposeClosing = (day: LocalDate) =>
  propose(office.deps, agent, {
    kind: 'close-period',
    parameters: { until: day },
    reason: '月末关账',
  })

const insertPosting = (day: LocalDate) =>
  owner.query(
    `INSERT INTO ledger_postings (customer_no, loan_no, transaction_no, event, business_date, against, fee_fen,
                                  penalty_fen, interest_fen, principal_fen, refunds_payable_fen, bank_fen)
     VALUES ($2, $3, 'late', 'late', $1, 'clearing', 0, 0, 0, 0, 0, 1)`,
    [day, payer.customer, payer.loanNo],
  )

describe('closing a period of the books', { timeout: 60_000 }, () => {
  it('[X12] is refused for a day that is not summed, and while the ledgers differ', async () => {
    expect(await catchRefusal(proposeClosing(today))).toEqual({
      kind: 'period-not-closable',
      until: today,
      obstacle: 'day-not-booked',
    })
    await owner.query(`INSERT INTO ledger_days VALUES ($1, 'fee', 'planted', '', 1, 0)`, [until])
    const refusal = await catchRefusal(proposeClosing(until))
    await owner.query('ALTER TABLE ledger_days DISABLE TRIGGER refuse_change')
    await owner.query(`DELETE FROM ledger_days WHERE product = 'planted'`)
    await owner.query('ALTER TABLE ledger_days ENABLE TRIGGER refuse_change')
    expect(refusal).toMatchObject({ kind: 'period-not-closable', obstacle: 'difference-open' })
  })

  it('[X12] is done by two members of staff, once, and never undone', async () => {
    const { proposalNo, lines } = await proposeClosing(until)
    expect(lines[0]).toBe(`关账至 ${until}`)
    expect((await catchRefusal(approve(office.deps, agent, { proposalNo })))?.kind).toMatch(
      /own-proposal|staff-not-allowed/,
    )
    expect(await approve(office.deps, reviewer, { proposalNo })).toMatchObject({ state: 'done' })
    expect(await catchRefusal(proposeClosing(until))).toMatchObject({ obstacle: 'already-closed' })
    const { database } = product.services
    await expect(database.query('DELETE FROM period_closings')).rejects.toThrow('permission denied')
    await expect(owner.query('DELETE FROM period_closings')).rejects.toThrow('append-only')
    await expect(
      owner.query(`INSERT INTO period_closings (until, proposal_no) VALUES ($1, 'P')`, [today]),
    ).rejects.toThrow('cannot be closed')
  })

  it('[X12] a closed day takes no entry, even from manual SQL', async () => {
    await expect(insertPosting(until)).rejects.toThrow(`the books of ${until} are closed`)
    await expect(
      owner.query(
        `INSERT INTO ledger_accruals (customer_no, loan_no, business_date, fee_fen, penalty_fen, interest_fen)
         VALUES ('late', 'late', $1, 0, 0, 1)`,
        [until],
      ),
    ).rejects.toThrow(`the books of ${until} are closed`)
    await expect(
      owner.query(`INSERT INTO ledger_days VALUES ($1, 'fee', 'late', '', 1, 1)`, [until]),
    ).rejects.toThrow(`the books of ${until} are closed`)
  })

  it('[X12] a payment for a closed day is an entry of today, and the loan keeps its day', async () => {
    const { customer, loanNo } = payer
    const on = addDays(until, -3)
    const act = { customer, requestNo: 'past-payment', actor: 'staff' }
    const answer = await bookPastPayment(product.services, act, {
      loanNo,
      cardId: BY_TRANSFER,
      act: { do: 'pay', on, amount: fen(100_00n) },
    })
    expect(answer.isInPast).toBe(true)
    const posted = await owner.query(
      `SELECT DISTINCT business_date FROM ledger_postings WHERE transaction_no = 'past-payment'`,
    )
    expect(posted).toEqual([{ business_date: today }])
    const paid = await owner.query(`SELECT paid_on FROM payments WHERE payment_no = 'past-payment'`)
    expect(paid).toEqual([{ paid_on: on }])
    const next = await moveDays(product, 1)
    const { proposalNo } = await proposeClosing(addDays(next, -1))
    expect(await approve(office.deps, reviewer, { proposalNo })).toMatchObject({ state: 'done' })
  })
})
