import { expect } from 'vitest'
import { isSettled } from '@qingzhou/domain/loans/loan'
import { sum } from '@qingzhou/domain/money/money'
import { findLimit, readLoans } from '@qingzhou/lending/index'
import { newBorrower, type TestBorrower } from '#features/loans/testing/borrower.ts'
import { readOrders } from '#features/mall/read-orders.ts'
import { setFault } from '#features/onboarding/testing/visitor.ts'
import { readClearingBalance, confirmCardPayment } from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { CallRefused } from '#testing/client.ts'
import type { TestProduct } from '#testing/product.ts'
import {
  atMall,
  confirmedPurchase,
  giveBack,
  mallTransfers,
  markAtMall,
  readMallOrder,
} from './shopper.ts'

/** An event in a borrower's purchases. `which` selects an order. */
export type ShoppingEvent = {
  readonly kind: 'buy' | 'give-back' | 'pay' | 'sent' | 'delivered' | 'returned' | 'notice' | 'run'
  readonly which: number
  readonly mall: 'well' | 'down' | 'cutAfter' | 'decline'
}

export type Shopping = {
  readonly product: TestProduct
  readonly borrower: TestBorrower
  readonly orders: string[]
}

export async function beginShopping(product: TestProduct): Promise<Shopping> {
  return { product, borrower: await newBorrower(product), orders: [] }
}

/** Runs an event. Refusals are expected; any other error fails the test. */
export async function shop(shopping: Shopping, event: ShoppingEvent): Promise<void> {
  const { product } = shopping
  const { mall } = event
  await setFault(product, { provider: 'mall', ...WELL, ...(mall !== 'well' && { [mall]: true }) })
  try {
    await happen(shopping, event)
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error
  }
  await product.runTasks()
}

const WELL = { down: false, cutAfter: false, decline: false }

async function happen(shopping: Shopping, { kind, which, mall }: ShoppingEvent): Promise<void> {
  const { product, borrower, orders } = shopping
  if (kind === 'run') return product.advance(600)
  if (kind === 'buy') {
    // While the mall is down, its offers are unknown.
    if (mall === 'down') return
    const { orderNo } = await confirmedPurchase(product, borrower, { offerNo: 'phone-basic' })
    orders.push(orderNo)
    return
  }
  const orderNo = orders[which % Math.max(orders.length, 1)]
  if (orderNo === undefined) return
  switch (kind) {
    case 'give-back':
      return void (await giveBack(borrower, orderNo))
    case 'pay':
      return pay(shopping, orderNo)
    case 'notice':
      return void (await sendCallback(product, 'mallOrder', { orderNo, state: 'returned' }))
    default:
      await markAtMall(product, orderNo, kind)
  }
}

async function pay({ product, borrower }: Shopping, orderNo: string): Promise<void> {
  const { loanNo, next } = await readMallOrder(borrower, orderNo)
  if (loanNo === undefined || !next) return
  const aim = { kind: 'due', picks: [{ loanNo, n: next.n }] } as const
  await confirmCardPayment(product, { ...borrower, loanNo }, { ...aim, picks: [...aim.picks] })
}

/** Clears all faults and checks that every order is settled to the fen. */
export async function expectAllSettled({ product, borrower, orders }: Shopping): Promise<void> {
  const { database } = product.services
  const { customer } = borrower
  await setFault(product, { provider: 'mall', ...WELL })
  for (let round = 0; round < 6; round += 1) {
    product.advance(6 * 3_600)
    await product.runTasks()
  }
  const loans = await readLoans(database, customer)
  for (const orderNo of orders) {
    // The session has expired by then, so read without one.
    const { orders: read } = await readOrders(product.services, customer, { pageNo: 1, orderNo })
    const [order] = read
    if (!order) throw new Error(`order ${orderNo} not found`)
    const loan = loans.find(({ loanNo }) => loanNo === order.loanNo)
    const [there, ...more] = await atMall(product, orderNo)
    expect(more).toEqual([])
    expect(order.state).toBe(there?.state ?? 'failed')
    const back = await mallTransfers(product, `${orderNo}return`)
    const isUndone = order.state === 'returned'
    expect(back.map(({ amountFen }) => amountFen)).toEqual(isUndone ? [String(order.price)] : [])
    expect(loan?.reversedOn !== undefined).toBe(isUndone)
    if (loan && isUndone) expect(isSettled(loan.loan)).toBe(true)
  }
  const limit = await findLimit(database, customer)
  expect(limit?.used).toBe(sum(loans.map(({ limitUsed }) => limitUsed)))
  expect(await readClearingBalance(product)).toBe(0n)
  await expectRefundsSent(product)
}

async function expectRefundsSent({ services }: TestProduct): Promise<void> {
  const waiting = await services.database.query(
    `SELECT refund_no FROM refunds WHERE state <> 'returned'`,
  )
  expect(waiting).toEqual([])
}
