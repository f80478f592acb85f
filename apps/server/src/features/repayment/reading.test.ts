import { beforeAll, describe, expect, it } from 'vitest'
import { addMonths, compactDate } from '@qingzhou/domain/calendar/local-date'
import { sum, yuan } from '@qingzhou/domain/money/money'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { startProductForFile } from '#testing/product.ts'
import {
  executeDraw,
  newBorrower,
  readyToApply,
  waitForBank,
} from '#features/loans/testing/borrower.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import {
  confirmCardPayment,
  disburseLoan,
  dueOf,
  moveDays,
  newPayer,
  makeCardPayment,
  placeOrder,
  type Payer,
} from './testing/payer.ts'

const product = startProductForFile()
let payer: Payer
beforeAll(async () => {
  payer = await newPayer(product)
})

const partsOf = (parts: { fee: bigint; penalty: bigint; interest: bigint; principal: bigint }) =>
  parts.fee + parts.penalty + parts.interest + parts.principal

describe('repayment views', () => {
  it('[7.101] repayment views before the due date show nothing due, the first bill as next, and the whole debt as outstanding', async () => {
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

  it('repayment views of an overdue bill show its days, its penalty to date and the cost of one more day', async () => {
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
    const books = await readBalances(product.services.database, { customer, loanNo })
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

  it('[7.100] show what was paid in a month, and a state for each instalment of the plan', async () => {
    const { repayment } = payer.client.api
    await makeCardPayment(product, payer, dueOf(payer, 1))
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

  it('[7.102] filter and page the payment history', async () => {
    const { repayment } = payer.client.api
    const due = await repayment.paymentHistory({ filter: 'due', pageNo: 1 })
    expect(due.payments).toHaveLength(1)
    const { lastFour } = payer.card
    expect(due.payments).toMatchObject([{ kind: 'due', loanNos: [payer.loanNo], lastFour }])
    const early = await repayment.paymentHistory({ filter: 'early', pageNo: 1 })
    expect(early).toEqual({ payments: [], hasMore: false })
  })

  it('[7.133] answer the payment app’s mini page with the bills of a period', async () => {
    const { client } = payer
    const { repayment } = client.api
    const { total } = await repayment.allDue({})
    const channel = client.common['channel']
    client.common['channel'] = '000000000003'
    expect((await repayment.billsByPeriod({ period: 'all' })).total).toBe(total)
    const stranger = product.client()
    stranger.common['channel'] = '000000000003'
    const request = stranger.api.repayment.billsByPeriod({ period: 'all' })
    await expect(request).rejects.toMatchObject({ answer: { code: 'QZ0010' } })
    client.common['channel'] = channel
  })
})

const everything = { kind: 'all', state: 'all', period: 'all', pageNo: 1 } as const

describe('the record of transactions', () => {
  const lists = async (request: Partial<Parameters<typeof ask>[0]> = {}) =>
    (await ask({ ...everything, ...request })).transactions.map(
      ({ kind, state }) => `${kind} ${state}`,
    )
  const ask = (request: Parameters<Payer['client']['api']['repayment']['loanHistory']>[0]) =>
    person.client.api.repayment.loanHistory(request)
  let person: Payer

  it('[7.103] lists draws: disbursed, declined by the bank, and cancelled without verification', async () => {
    const borrower = await newBorrower(product)
    expect(await borrower.client.api.repayment.loanHistory(everything)).toEqual({
      transactions: [],
      hasMore: false,
    })
    await borrower.client.api.loans.apply(await readyToApply(borrower))
    person = { ...borrower, loanNo: '' }
    expect(await lists()).toEqual(['draw unconfirmed'])
    product.advance(31 * 60)
    await product.runTasks()
    await setFault(product, { provider: 'bank', decline: true })
    await executeDraw(product, borrower)
    await waitForBank(product)
    await setFault(product, { provider: 'bank', decline: false })
    person = { ...borrower, loanNo: await disburseLoan(product, borrower) }
    const { transactions } = await ask({ ...everything, kind: 'draw' })
    const { loanNo, card } = person
    const { lastFour } = card
    expect(transactions).toMatchObject([
      { state: 'done', amount: 6_000_00n, loanNo, purposeName: '日常消费', lastFour },
      { state: 'failed', amount: 12_000_00n, reason: '银行暂不受理该笔交易' },
      { state: 'cancelled', amount: 12_000_00n, reason: expect.stringContaining('超时') },
    ])
    expect(transactions[1]?.loanNo).toBeUndefined()
  })

  it('lists repayments that were declined, paid, left unconfirmed and outdated', async () => {
    await setFault(product, { provider: 'bank', decline: true })
    await makeCardPayment(product, person, dueOf(person, 1))
    await setFault(product, { provider: 'bank', decline: false })
    const requestNo = await makeCardPayment(product, person, dueOf(person, 1))
    await placeOrder(person, { aim: { kind: 'earlyFull', loanNo: person.loanNo }, payBy: 'wallet' })
    const { transactions } = await ask({ ...everything, kind: 'repayment' })
    expect(transactions).toMatchObject([
      { state: 'unconfirmed', paymentKind: 'earlyFull', app: 'wallet' },
      { state: 'done', paymentKind: 'due', paymentNo: `${requestNo}-1` },
      { state: 'failed', paymentKind: 'due', reason: '银行暂不受理该笔交易' },
    ])
    const paymentNo = transactions[1]?.paymentNo ?? ''
    const { payment } = await person.client.api.repayment.payment({ paymentNo })
    expect(payment.amount).toBe(transactions[1]?.amount)
    await moveDays(product, 1)
    expect((await lists({ kind: 'repayment' }))[0]).toBe('repayment cancelled')
  })

  it('lists a refund beside the repayment it comes from', async () => {
    const { loanNo } = person
    await confirmCardPayment(product, person, { kind: 'earlyFull', loanNo })
    await moveDays(product, 1)
    await waitForBank(product)
    expect((await lists()).slice(0, 2)).toEqual(['refund processing', 'repayment done'])
    await waitForBank(product, 60)
    expect(await lists({ kind: 'refund' })).toEqual(['refund done'])
  })

  it('filters by state and period, pages without repeating, and shows nothing of other people', async () => {
    const all = await lists()
    expect(await lists({ state: 'failed' })).toEqual(
      all.filter((line) => /failed|cancelled/.test(line)),
    )
    expect(await lists({ state: 'processing' })).toEqual([])
    expect(await lists({ period: 'month' })).toEqual(all)
    await moveDays(product, 40)
    expect(await lists({ period: 'month' })).toEqual([])
    expect(await lists({ period: 'quarter' })).toEqual(all)
    for (const _ of Array.from({ length: 6 })) {
      await placeOrder(person, { aim: dueOf(person, 2), payBy: 'messenger' })
    }
    const first = await ask(everything)
    const second = await ask({ ...everything, pageNo: 2 })
    expect([first.transactions.length, first.hasMore, second.hasMore]).toEqual([10, true, false])
    const numbers = [...first.transactions, ...second.transactions].map((one) => one.transactionNo)
    expect(new Set(numbers).size).toBe(all.length + 6)
    const others = await payer.client.api.repayment.loanHistory(everything)
    expect(others.transactions.filter((one) => numbers.includes(one.transactionNo))).toEqual([])
    expect(await ask({ ...everything, pageNo: 9 })).toEqual({ transactions: [], hasMore: false })
  })

  it('lists a settled loan in the history of loans, and no open one', async () => {
    const { settledLoans } = person.client.api.repayment
    expect(await settledLoans({ pageNo: 1 })).toEqual({ loans: [], hasMore: false })
    await makeCardPayment(product, person, { kind: 'earlyFull', loanNo: person.loanNo })
    expect(await settledLoans({ pageNo: 1 })).toMatchObject({
      loans: [{ loanNo: person.loanNo, state: 'settled' }],
      hasMore: false,
    })
  })
})
