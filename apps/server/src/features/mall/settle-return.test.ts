import { describe, expect, it } from 'vitest'
import { readLoans } from '@qingzhou/lending/index'
import { newBorrower } from '#features/loans/testing/borrower.ts'
import { endOrder, startCollecting } from '#features/repayment/orders/order-write-store.ts'
import { readClearingBalance, dueOf, placeOrder } from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { ProviderFault } from '@qingzhou/platform/provider-fault'
import { isAnyStatementWaiting } from '@qingzhou/platform/testing/lock-waits'
import { startProductForFile } from '#testing/product.ts'
import { findMallOrder } from './mall-order-store.ts'
import { settleReturn } from './follow-purchase.ts'
import { buyItem, giveBack, runRounds, markAtMall, readMallOrder } from './testing/shopper.ts'

const product = startProductForFile()

async function newShopper() {
  const borrower = await newBorrower(product)
  return { ...borrower, ...(await buyItem(product, borrower)) }
}

describe('the refund of a purchase', { timeout: 60_000 }, () => {
  it('is accepted only for the transfer of this order', async () => {
    const shopper = await newShopper()
    const { customer, loanNo, orderNo } = shopper
    const { database } = product.services
    const order = await findMallOrder(database, { customer, orderNo })
    if (!order) throw new Error(`order ${orderNo} not found`)
    // Our own payment to the mall: completed, and of the same amount.
    const lie = { state: 'returned', returnNo: loanNo, reason: undefined } as const
    await expect(settleReturn(product.services, order, lie)).rejects.toThrow(ProviderFault)
    expect((await readMallOrder(shopper, orderNo)).state).toBe('ordered')
    const [loan] = await readLoans(database, customer)
    expect(loan).toMatchObject({ loanNo, reversedOn: undefined })
  })

  it('waits for a payment that starts at the same moment', async () => {
    const shopper = await newShopper()
    const { customer, loanNo, orderNo } = shopper
    const { database } = product.services
    await markAtMall(product, orderNo, 'delivered')
    await sendCallback(product, 'mallOrder', { orderNo, state: 'delivered' })
    await giveBack(shopper, orderNo)
    await markAtMall(product, orderNo, 'returned')
    const requestNo = await placeOrder(shopper, { aim: dueOf(shopper, 1) })
    const isWaiting = () => isAnyStatementWaiting(database)
    let returning: Promise<unknown> = Promise.resolve()
    await database.inTransaction(async (tx) => {
      // Same lock order as a payment order: the loan first.
      const key = [customer, loanNo]
      await tx.query('SELECT FROM loans WHERE customer_no = $1 AND loan_no = $2 FOR UPDATE', key)
      returning = sendCallback(product, 'mallOrder', { orderNo, state: 'returned' })
      await expect.poll(isWaiting, { timeout: 10_000 }).toBe(true)
      await startCollecting(tx, { customer, requestNo }, product.services.now())
    })
    await returning
    expect((await readMallOrder(shopper, orderNo)).state).toBe('returning')
    const failed = { state: 'failed', settledAt: product.services.now() } as const
    await database.inTransaction((tx) => endOrder(tx, { customer, requestNo }, failed))
    await runRounds(product, 6)
    expect((await readMallOrder(shopper, orderNo)).state).toBe('returned')
    expect(await readClearingBalance(product)).toBe(0n)
  })
})
