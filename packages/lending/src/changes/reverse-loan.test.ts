import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '@qingzhou/domain/calendar/local-date'
import { noParts } from '@qingzhou/domain/loans/loan'
import { fen, ZERO, subtract } from '@qingzhou/domain/money/money'
import { payoffOn } from '@qingzhou/domain/repayment/early-repayment'
import { waiverTermsOn } from '@qingzhou/domain/waiver/waiver'
import type { CustomerNo } from '@qingzhou/platform/ids'
import { readBalances } from '#ledger/index.ts'
import { advanceRefund, confirmTransfer } from '#payments/transfers.ts'
import { drawLoan } from '#testing/draw-loan.ts'
import { consolidateLoans, convertLoanBill } from './convert.ts'
import { findLimit } from '#limits/limit-store.ts'
import { readLoans } from '#loans/loan-store.ts'
import { offerWaiver, payWithWaiver } from '#payments/waivers.ts'
import { receivePayment, repayInFull } from '#payments/payments.ts'
import { recordReturn, reverseLoan } from './reverse-loan.ts'
import {
  anyDraw,
  customerWithLimit,
  customerWithLoan,
  firstDay,
  booksForTests,
  onlyLoan,
  catchRefusal,
  rowCounts,
} from '#testing/books.ts'

const books = await booksForTests()

const undo = (customer: CustomerNo, loanNo: string, requestNo?: string) =>
  reverseLoan(books.deps, books.actOf(customer, requestNo), { loanNo })

const purchase = { ...anyDraw, product: '900001', purpose: 'shopping' } as const

async function buyGoods() {
  await books.moveTo(firstDay)
  const customer = await customerWithLimit(books)
  const { loanNo } = await drawLoan(books.deps, books.actOf(customer), purchase)
  return { customer, loanNo }
}

/** The balance of each ledger account of a customer. */
async function accountsOf(customer: CustomerNo): Promise<Record<string, bigint>> {
  const rows = await books.owner.query<{ account: string; total: bigint }>(
    `SELECT account, sum(amount)::bigint AS total
       FROM (SELECT debit_account, amount_fen FROM ledger_entries WHERE customer_no = $1
             UNION ALL
             SELECT credit_account, -amount_fen FROM ledger_entries WHERE customer_no = $1)
         AS moves (account, amount)
      GROUP BY account HAVING sum(amount) <> 0`,
    [customer],
  )
  return Object.fromEntries(rows.map(({ account, total }) => [account, total]))
}

describe('the reversal of a loan whose goods were returned', () => {
  it('[H3] is a purchase: a cash loan is neither returned nor undone, and nothing is written', async () => {
    await books.moveTo(firstDay)
    const { customer, loanNo } = await customerWithLoan(books)
    const before = await rowCounts(books)
    for (const event of ['asked', 'called-off'] as const) {
      const noted = recordReturn(books.deps, books.actOf(customer), { loanNo, event })
      expect(await catchRefusal(noted)).toEqual({ kind: 'loan-without-goods' })
    }
    expect(await catchRefusal(undo(customer, loanNo))).toEqual({ kind: 'loan-without-goods' })
    expect(await rowCounts(books)).toEqual(before)
  })

  it('[H1, H2] clears all accounts of the loan and refunds to each card what it paid', async () => {
    const { customer, loanNo } = await buyGoods()
    const { deps } = books
    const pay = (day: typeof firstDay, amount: bigint, cardId: string) =>
      books
        .moveTo(day)
        .then(() =>
          receivePayment(deps, books.actOf(customer), { loanNo, amount: fen(amount), cardId }),
        )
    const { overpaid } = await pay(addMonths(firstDay, 1), 2_000_00n, 'card-1')
    await pay(addDays(addMonths(firstDay, 2), 20), 500_00n, 'card-2')
    await books.moveTo(addDays(addMonths(firstDay, 2), 40))

    const first = await undo(customer, loanNo, 'mall-1')
    expect(first).toEqual({
      loanNo,
      amount: 12_000_00n,
      refunds: [
        { refundNo: 'mall-1-1', amount: 2_000_00n - overpaid },
        { refundNo: 'mall-1-2', amount: 500_00n },
      ],
    })
    expect(await undo(customer, loanNo, 'mall-1')).toEqual(first)
    expect(await readBalances(deps.database, { customer, loanNo })).toEqual(noParts)
    expect((await findLimit(deps.database, customer))?.used).toBe(0n)
    const [stored] = await readLoans(deps.database, customer)
    expect(stored).toMatchObject({ reversedOn: addDays(addMonths(firstDay, 2), 40) })
    // Disbursement, both repayments and the mall's refund stay in clearing until the bank confirms
    // them.
    expect(await accountsOf(customer)).toEqual({
      clearing: 2_500_00n,
      'refunds-payable': -2_500_00n,
    })
  })

  it('[H2, G9] leaves clearing empty once the bank has confirmed all transfers and refunds have arrived', async () => {
    const { customer, loanNo } = await buyGoods()
    const { deps, actOf } = books
    await books.moveTo(addMonths(firstDay, 1))
    const payment = { loanNo, amount: fen(300_00n), cardId: 'card-1' }
    await receivePayment(deps, actOf(customer, 'paid-1'), payment)
    const returned = { kind: 'return', transferNo: loanNo } as const
    const tooEarly = confirmTransfer(deps, actOf(customer), returned)
    expect(await catchRefusal(tooEarly)).toEqual({ kind: 'transfer-unknown' })
    const { refunds } = await undo(customer, loanNo)
    for (const { refundNo } of refunds) {
      await advanceRefund(deps, actOf(customer), { refundNo, event: 'sent' })
      await advanceRefund(deps, actOf(customer), { refundNo, event: 'returned' })
      await confirmTransfer(deps, actOf(customer), { kind: 'refund', transferNo: refundNo })
    }
    await confirmTransfer(deps, actOf(customer), { kind: 'disbursement', transferNo: loanNo })
    await confirmTransfer(deps, actOf(customer), { kind: 'collection', transferNo: 'paid-1' })
    for (const _ of [1, 2]) await confirmTransfer(deps, actOf(customer), returned)
    expect(await accountsOf(customer)).toEqual({})
  })

  it('[H1] takes back what a waiver gave up, where it was', async () => {
    const { customer, loanNo } = await buyGoods()
    const { deps, actOf } = books
    const today = addMonths(firstDay, 3)
    await books.moveTo(today)
    const terms = { penaltySharePpm: 1_000_000n, interestSharePpm: 500_000n, lastDay: today }
    const { offerNo } = await offerWaiver(deps, actOf(customer), { ...terms, loanNo })
    const { loan } = await onlyLoan(books, customer)
    const amount = waiverTermsOn(today, { loan, offer: terms }).toPay
    const payment = { loanNo, amount, cardId: 'card-1', offerNo }
    await payWithWaiver(deps, actOf(customer), payment)
    expect(Object.keys(await accountsOf(customer))).toEqual(
      expect.arrayContaining(['waived', 'penalty-income', 'interest-income']),
    )
    await undo(customer, loanNo)
    const payable = subtract(ZERO, amount)
    expect(await accountsOf(customer)).toEqual({ clearing: amount, 'refunds-payable': payable })
  })

  it('[H3] works for a settled loan, and only once', async () => {
    const { customer, loanNo } = await buyGoods()
    const { deps, actOf } = books
    const amount = payoffOn(firstDay, (await onlyLoan(books, customer)).loan)
    await repayInFull(deps, actOf(customer), { loanNo, amount, cardId: 'card-1' })
    const { refunds } = await undo(customer, loanNo)
    expect(refunds.map((refund) => refund.amount)).toEqual([amount])
    expect(await catchRefusal(undo(customer, loanNo))).toEqual({ kind: 'nothing-owed' })
  })

  it('[H3] is refused for a converted loan and for a loan of another customer', async () => {
    const { customer, loanNo } = await buyGoods()
    const { deps, actOf } = books
    const { loanNo: own } = await drawLoan(deps, actOf(customer), anyDraw)
    const { loanNo: second } = await convertLoanBill(deps, actOf(customer), {
      loanNo: own,
      months: 3,
    })
    const stranger = await customerWithLimit(books)
    await books.moveTo(addMonths(firstDay, 2))
    const joining = { loanNos: [loanNo], months: 12, cardId: 'card-1' }
    const { loanNo: plan } = await consolidateLoans(deps, actOf(customer), joining)
    const before = await rowCounts(books)
    expect(await catchRefusal(undo(customer, loanNo))).toEqual({ kind: 'nothing-owed' })
    for (const one of [plan, own, second]) {
      expect(await catchRefusal(undo(customer, one))).toEqual({ kind: 'loan-without-goods' })
    }
    expect(await catchRefusal(undo(stranger, loanNo))).toEqual({ kind: 'loan-unknown' })
    expect(await rowCounts(books)).toEqual(before)
  })
})
