import { describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { patient } from '#features/identity/testing/applicant.ts'
import { findLimit, readLoans, receivePayment } from '@qingzhou/lending/index'
import {
  confirmByCode,
  newBorrower,
  readyToApply,
  waitForBank,
} from '#features/loans/testing/borrower.ts'
import { buyItem, giveBack, runRounds, markAtMall } from '#features/mall/testing/shopper.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { recordRefundDue } from '#features/repayment/refunds/send-refund.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  newPayer,
  makeCardPayment,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import type { Client } from '#testing/client.ts'
import { startProductForFile } from '#testing/product.ts'
import { readyToCancel, cancelLimitByCalls, newRequestNo } from './testing/cancellation.ts'

const product = startProductForFile(patient)

const api = ({ client }: { readonly client: Client }) => client.api['limit-cancellation']

async function obstaclesOf(one: { readonly client: Client }): Promise<(string | undefined)[]> {
  const { limits } = await api(one).limits({})
  expect(limits).toMatchObject([{ canCancel: limits[0]?.obstacles.length === 0 }])
  return limits.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind))
}

const inFull = ({ loanNo }: Pick<Payer, 'loanNo'>) => ({ kind: 'earlyFull', loanNo }) as const

describe('the obstacles to cancelling a limit', { timeout: 90_000 }, () => {
  it('include a debt with its payoff amount, which the refusal states', async () => {
    const payer = await newPayer(product)
    const { limits } = await api(payer).limits({})
    const [obstacle] = limits[0]?.obstacles ?? []
    expect(obstacle).toMatchObject({ kind: 'debt' })
    expect(obstacle?.says).toMatch(/1 笔借款未结清，今日结清共需 6,000\.\d{2} 元/)
    await readyToCancel(product, payer)
    const cancelling = api(payer).cancel({ requestNo: newRequestNo() })
    await expect(cancelling).rejects.toThrow('1 笔借款未结清')
    // A refusal does not use up the code.
    expect(await api(payer).currentStep({})).toMatchObject({ isConfirmed: true })
    await makeCardPayment(product, payer, inFull(payer))
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('include a draw in progress, until its result is known', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const { drawNo } = await borrower.client.api.loans.apply(request)
    expect(await obstaclesOf(borrower)).toEqual(['draw'])
    await confirmByCode(product, borrower)
    await borrower.client.api.loans.execute({ drawNo })
    expect(await obstaclesOf(borrower)).toEqual(['draw'])
    await waitForBank(product)
    expect(await obstaclesOf(borrower)).toEqual(['debt'])
  })

  it('include a payment in progress, besides the debt it pays', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', settleMs: 60_000 })
    await confirmCardPayment(product, payer, inFull(payer))
    await product.runTasks()
    expect(await obstaclesOf(payer)).toEqual(['debt', 'order'])
    await setFault(product, { provider: 'bank', settleMs: 2_000 })
    await waitForBank(product, 61)
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('include a refund in progress', async () => {
    const payer = await newPayer(product)
    await makeCardPayment(product, payer, inFull(payer))
    await overpay(payer)
    expect(await obstaclesOf(payer)).toEqual(['refund'])
    await waitForBank(product, 61)
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('include a purchase being returned, until it is refunded', async () => {
    const shopper = await paidShopper()
    const { orderNo } = shopper
    await markAtMall(product, orderNo, 'delivered')
    await sendCallback(product, 'mallOrder', { orderNo, state: 'delivered' })
    expect(await obstaclesOf(shopper)).toEqual([])
    await giveBack(shopper, orderNo)
    expect(await obstaclesOf(shopper)).toEqual(['purchase'])
    await markAtMall(product, orderNo, 'returned')
    await runRounds(product, 6)
    await waitForBank(product, 61)
    expect(await obstaclesOf(shopper)).toEqual([])
  })

  it('include an application under review', async () => {
    const borrower = await newBorrower(product)
    const { customer } = borrower
    await product.services.database.query(
      `UPDATE credit_applications SET step = 'underReview' WHERE customer_no = $1`,
      [customer],
    )
    expect(await obstaclesOf(borrower)).toEqual(['application'])
  })
})

describe('a late payment after the cancellation', { timeout: 90_000 }, () => {
  it('is refunded to the card automatically, without a session', async () => {
    const payer = await newPayer(product)
    await makeCardPayment(product, payer, inFull(payer))
    await cancelLimitByCalls(product, payer)
    const before = await bankBook(product, 'refund')
    await overpay(payer)
    await waitForBank(product, 61)
    const after = await bankBook(product, 'refund')
    expect(after.length - before.length).toBe(1)
    expect(after[0]).toMatchObject({ amountFen: '10000', state: 'done' })
    const [stored] = await readLoans(product.services.database, payer.customer)
    expect(stored?.loanNo).toBe(payer.loanNo)
  })
})

describe('goods returned after the cancellation', { timeout: 90_000 }, () => {
  it('are refunded, and the limit stays cancelled', async () => {
    const shopper = await paidShopper()
    const { customer, orderNo, loanNo } = shopper
    const before = await readClearingBalance(product)
    await cancelLimitByCalls(product, shopper)
    await markAtMall(product, orderNo, 'returned')
    await sendCallback(product, 'mallOrder', { orderNo, state: 'returned' })
    await runRounds(product, 6)
    await waitForBank(product, 61)
    const { database } = product.services
    const loans = await readLoans(database, customer)
    expect(loans).toMatchObject([{ loanNo, reversedOn: expect.any(String) }])
    expect(await findLimit(database, customer)).toMatchObject({ state: 'cancelled', used: 0n })
    expect(await readClearingBalance(product)).toBe(before)
  })
})

/** A customer with a purchase that is fully repaid. */
async function paidShopper() {
  const borrower = await newBorrower(product)
  const shopper = { ...borrower, ...(await buyItem(product, borrower)) }
  await makeCardPayment(product, shopper, inFull(shopper))
  return shopper
}

/** Books a payment for a loan without debt. */
async function overpay({ customer, loanNo, card }: Payer): Promise<void> {
  const { services } = product
  const requestNo = `late-${loanNo}`
  const act = { customer, requestNo, actor: 'system' }
  const amount = fen(100_00n)
  await receivePayment(services, act, { loanNo, amount, cardId: card.cardId })
  await services.database.inTransaction((tx) =>
    recordRefundDue(tx, services, { customer, refundNo: requestNo }),
  )
}
