import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { patient } from '#features/identity/testing/applicant.ts'
import { findLimit, readLoans, receivePayment } from '#lending/index.ts'
import {
  confirmByCode,
  newBorrower,
  readyToApply,
  waitForBank,
} from '#features/loans/testing/borrower.ts'
import { bought, giveBack, letRun, markAtMall } from '#features/mall/testing/shopper.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { refundOwed } from '#features/repayment/refunds/refund-later.ts'
import {
  bankBook,
  clearing,
  confirmed,
  newPayer,
  paid,
  tellNotice,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import type { Client } from '#testing/client.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { aboutToLeave, left, newRequestNo } from './testing/leaver.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct(patient)
})
afterAll(() => product.stop())

const api = ({ client }: { readonly client: Client }) => client.api['limit-cancellation']

async function obstaclesOf(one: { readonly client: Client }): Promise<(string | undefined)[]> {
  const { limits } = await api(one).limits({})
  expect(limits).toMatchObject([{ canCancel: limits[0]?.obstacles.length === 0 }])
  return limits.flatMap(({ obstacles }) => obstacles.map(({ kind }) => kind))
}

const inFull = ({ loanNo }: Pick<Payer, 'loanNo'>) => ({ kind: 'earlyFull', loanNo }) as const

describe('what stands in the way', { timeout: 90_000 }, () => {
  it('is a debt, with what it takes to settle it, and the cancellation says so', async () => {
    const payer = await newPayer(product)
    const { limits } = await api(payer).limits({})
    const [obstacle] = limits[0]?.obstacles ?? []
    expect(obstacle).toMatchObject({ kind: 'debt' })
    expect(obstacle?.says).toMatch(/1 笔借款未结清，今日结清共需 6,000\.\d{2} 元/)
    await aboutToLeave(product, payer)
    const cancelling = api(payer).cancel({ requestNo: newRequestNo() })
    await expect(cancelling).rejects.toThrow('1 笔借款未结清')
    // The code was not used up by a no.
    expect(await api(payer).currentStep({})).toMatchObject({ isConfirmed: true })
    await paid(product, payer, inFull(payer))
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('is a draw that runs, until it is known what became of it', async () => {
    const borrower = await newBorrower(product)
    const request = await readyToApply(borrower)
    const { loanSeqNo } = await borrower.client.api.loans.apply(request)
    expect(await obstaclesOf(borrower)).toEqual(['draw'])
    await confirmByCode(product, borrower)
    await borrower.client.api.loans.execute({ loanSeqNo })
    expect(await obstaclesOf(borrower)).toEqual(['draw'])
    await waitForBank(product)
    expect(await obstaclesOf(borrower)).toEqual(['debt'])
  })

  it('is a payment on its way, beside the debt it pays', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', settleMs: 60_000 })
    await confirmed(product, payer, inFull(payer))
    await product.runTasks()
    expect(await obstaclesOf(payer)).toEqual(['debt', 'order'])
    await setFault(product, { provider: 'bank', settleMs: 2_000 })
    await waitForBank(product, 61)
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('is money on its way back', async () => {
    const payer = await newPayer(product)
    await paid(product, payer, inFull(payer))
    await overpay(payer)
    expect(await obstaclesOf(payer)).toEqual(['refund'])
    await waitForBank(product, 61)
    expect(await obstaclesOf(payer)).toEqual([])
  })

  it('is a purchase on its way back, until its money is there', async () => {
    const shopper = await paidShopper()
    const { orderNo } = shopper
    await markAtMall(product, orderNo, 'delivered')
    await tellNotice(product, 'mallOrder', { orderNo, state: 'delivered' })
    expect(await obstaclesOf(shopper)).toEqual([])
    await giveBack(shopper, orderNo)
    expect(await obstaclesOf(shopper)).toEqual(['purchase'])
    await markAtMall(product, orderNo, 'returned')
    await letRun(product, 6)
    await waitForBank(product, 61)
    expect(await obstaclesOf(shopper)).toEqual([])
  })

  it('is an application under review, once the limit has run out', async () => {
    const borrower = await newBorrower(product)
    const { customer } = borrower
    await product.services.database.query(
      `UPDATE applications SET step = 'underReview' WHERE customer_no = $1`,
      [customer],
    )
    expect(await obstaclesOf(borrower)).toEqual(['application'])
  })
})

describe('money that comes late', { timeout: 90_000 }, () => {
  it('goes back to the card by itself, without anybody signed in', async () => {
    const payer = await newPayer(product)
    await paid(product, payer, inFull(payer))
    await left(product, payer)
    const before = await bankBook(product, 'refund')
    await overpay(payer)
    await waitForBank(product, 61)
    const after = await bankBook(product, 'refund')
    expect(after.length - before.length).toBe(1)
    expect(after[0]).toMatchObject({ amountFen: '10000', state: 'done' })
    const [kept] = await readLoans(product.services.database, payer.customer)
    expect(kept?.loanNo).toBe(payer.loanNo)
  })
})

describe('goods that the mall takes back late', { timeout: 90_000 }, () => {
  it('are refunded though the limit has ended, and open nothing again', async () => {
    const shopper = await paidShopper()
    const { customer, orderNo, loanNo } = shopper
    const before = await clearing(product)
    await left(product, shopper)
    await markAtMall(product, orderNo, 'returned')
    await tellNotice(product, 'mallOrder', { orderNo, state: 'returned' })
    await letRun(product, 6)
    await waitForBank(product, 61)
    const { database } = product.services
    const loans = await readLoans(database, customer)
    expect(loans).toMatchObject([{ loanNo, reversedOn: expect.any(String) }])
    expect(await findLimit(database, customer)).toMatchObject({ state: 'cancelled', used: 0n })
    expect(await clearing(product)).toBe(before)
  })
})

/** Somebody who has bought something and owes nothing for it any more. */
async function paidShopper() {
  const borrower = await newBorrower(product)
  const shopper = { ...borrower, ...(await bought(product, borrower)) }
  await paid(product, shopper, inFull(shopper))
  return shopper
}

/** Money has come in for a loan that owes nothing. */
async function overpay({ customer, loanNo, card }: Payer): Promise<void> {
  const { services } = product
  const requestNo = `late-${loanNo}`
  const act = { customer, requestNo, actor: 'system' }
  const amount = fen(100_00n)
  await receivePayment(services, act, { loanNo, amount, cardId: card.cardId })
  await services.database.inTransaction((tx) =>
    refundOwed(tx, services, { customer, refundNo: requestNo }),
  )
}
