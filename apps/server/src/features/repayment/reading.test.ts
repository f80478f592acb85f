import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addMonths, compactDate } from '@qingzhou/domain/calendar/local-date'
import { sum, yuan } from '@qingzhou/domain/money/money'
import { balancesOf } from '#lending/ledger/index.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { dueOf, moveDays, newPayer, paid, type Payer } from './testing/payer.ts'

let product: TestProduct
let payer: Payer
beforeAll(async () => {
  product = await startTestProduct()
  payer = await newPayer(product)
})
afterAll(() => product.stop())

const partsOf = (parts: { fee: bigint; penalty: bigint; interest: bigint; principal: bigint }) =>
  parts.fee + parts.penalty + parts.interest + parts.principal

describe('repayment views', () => {
  it('before the due date show nothing due, the first bill as next, and the whole debt as outstanding', async () => {
    const { repayment } = payer.client.api
    const overview = await repayment.overview({})
    const today = await product.services.businessDate()
    expect(overview).toMatchObject({ today, dueNow: 0n, overdue: 0n, daysOverdue: 0, penalty: 0n })
    expect(overview.nextDueDate).toBe(addMonths(today, 1))
    expect(overview.principalLeft).toBe(6_000_00n)
    const all = await repayment.allDue({})
    expect(all.total).toBe(sum(all.months.map(({ amount }) => amount)))
    expect(all.loans[0]?.instalments).toHaveLength(6)
    const bill = await repayment.currentBill({})
    expect(bill.total).toBe(overview.nextAmount)
    expect(partsOf(bill.parts)).toBe(bill.total)
  })

  it('of an overdue bill show its days, its penalty to date and the cost of one more day', async () => {
    const { repayment } = payer.client.api
    await moveDays(product, 41)
    const before = await repayment.overview({})
    expect(before.daysOverdue).toBeGreaterThan(3)
    expect(before.penalty).toBeGreaterThan(0n)
    expect(before.dueNow).toBe(before.overdue)
    await moveDays(product, 1)
    const after = await repayment.overview({})
    expect(after.penalty - before.penalty).toBe(before.penaltyADay)
    expect(after.loans).toMatchObject([{ state: 'overdue', next: { n: 1 } }])
    const bill = await repayment.currentBill({})
    expect(bill).toMatchObject({ total: after.dueNow, daysOverdue: after.daysOverdue })
    expect(bill.instalments).toMatchObject([{ n: 1, state: 'overdue' }])
  })

  it('explain every amount of a loan by ledger entries', async () => {
    const { repayment } = payer.client.api
    const { loanNo, customer } = payer
    const {
      explained,
      loan,
      charged,
      open,
      paid: settled,
      waived,
    } = await repayment.loan({ loanNo })
    const books = await balancesOf(product.services.database, { customer, loanNo })
    for (const part of ['fee', 'penalty', 'interest', 'principal'] as const) {
      const last = explained[part].at(-1)?.balance ?? '0.00'
      expect(last).toBe(yuan(books[part]))
      expect(open[part]).toBe(charged[part] - settled[part] - waived[part])
    }
    expect(books.principal).toBe(open.principal)
    expect(books.penalty).toBe(open.penalty)
    expect(loan.principalLeft).toBe(open.principal)
    expect(explained.principal[0]).toMatchObject({ event: '放款' })
  })

  it('show what was paid in a month, and a state for each instalment of the plan', async () => {
    const { repayment } = payer.client.api
    await paid(product, payer, dueOf(payer, 1))
    const { instalments } = await repayment.plan({ loanNo: payer.loanNo })
    expect(instalments.map(({ state }) => state)).toEqual([
      'settled',
      'upcoming',
      'upcoming',
      'upcoming',
      'upcoming',
      'upcoming',
    ])
    const dueDate = instalments[0]?.dueDate
    if (!dueDate) throw new Error(`loan ${payer.loanNo}: no first instalment`)
    const month = await repayment.month({ month: compactDate(dueDate).slice(0, 6) })
    expect(month).toMatchObject({ open: 0n, instalments: [{ n: 1, state: 'settled' }] })
    expect(month.total).toBe(sum(month.instalments.map((one) => sum(Object.values(one.paid)))))
  })

  it('filter and page the payment history', async () => {
    const { repayment } = payer.client.api
    const due = await repayment.paymentHistory({ filter: 'due', pageNo: 1 })
    expect(due.payments).toHaveLength(1)
    const { lastFour } = payer.card
    expect(due.payments).toMatchObject([{ kind: 'due', loanNos: [payer.loanNo], lastFour }])
    const early = await repayment.paymentHistory({ filter: 'early', pageNo: 1 })
    expect(early).toEqual({ payments: [], hasMore: false })
    const loans = await repayment.loanHistory({ filter: 'open', pageNo: 1 })
    expect(loans).toMatchObject({ hasMore: false, counts: { all: 1, open: 1, settled: 0 } })
    expect((await repayment.loanHistory({ filter: 'all', pageNo: 9 })).loans).toEqual([])
  })

  it('answer the payment app’s mini page with the bills of a period', async () => {
    const { client } = payer
    const { repayment } = client.api
    const { total } = await repayment.allDue({})
    const channel = client.common['extendChannelCode']
    client.common['extendChannelCode'] = '000000000003'
    expect((await repayment.billsByPeriod({ period: 'all' })).total).toBe(total)
    const stranger = product.client()
    stranger.common['extendChannelCode'] = '000000000003'
    const asked = stranger.api.repayment.billsByPeriod({ period: 'all' })
    await expect(asked).rejects.toMatchObject({ answer: { code: 'QZ0010' } })
    client.common['extendChannelCode'] = channel
  })
})
