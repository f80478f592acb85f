import { afterEach, describe, expect, it } from 'vitest'
import { addDays, compactDate, localDate } from '@qingzhou/domain/calendar/local-date'
import { sumOfParts } from '@qingzhou/domain/loans/loan'
import { readBalances } from '@qingzhou/lending/ledger/index'
import { findLimit, consolidateLoans, readLoans } from '@qingzhou/lending/index'
import { newBorrower, waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { readDifferences, reconcileDay } from '#features/reconciliation/index.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  dueOf,
  moveDays,
  makeCardPayment,
} from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  buyItem,
  giveBack,
  runRounds,
  mallTransfers,
  markAtMall,
  readMallOrder,
  readyToBuy,
} from './testing/shopper.ts'

const product = startProductForFile({ BANK: 'unionpay' })
afterEach(async () => {
  const well = { down: false, decline: false, cutAfter: false, settleMs: 1_200 }
  await setFault(product, { provider: 'mall', ...well })
  await setFault(product, { provider: 'bank', ...well })
})

/** A customer with a purchase. */
async function newShopper() {
  const borrower = await newBorrower(product)
  const order = await buyItem(product, borrower)
  return { ...borrower, ...order }
}

type Shopper = Awaited<ReturnType<typeof newShopper>>

async function deliver({ orderNo }: Shopper): Promise<void> {
  await markAtMall(product, orderNo, 'delivered')
  await sendCallback(product, 'mallOrder', { orderNo, state: 'delivered' })
}

/** The loan is fully reversed, in the books and in the used limit. */
async function expectUndone({ customer, loanNo }: Shopper): Promise<void> {
  const { database } = product.services
  expect(sumOfParts(await readBalances(database, { customer, loanNo }))).toBe(0n)
  expect((await findLimit(database, customer))?.used).toBe(0n)
  expect(await readClearingBalance(product)).toBe(0n)
}

const textsTo = async ({ phone }: Shopper) =>
  (await messagesTo(product, phone)).map(({ text }) => text)

describe('returning a purchase', { timeout: 60_000 }, () => {
  it('returning a purchase before shipping cancels the order: no loan, no interest, and the limit is released', async () => {
    const shopper = await newShopper()
    const { orders } = await giveBack(shopper, shopper.orderNo)
    expect(orders).toMatchObject([{ state: 'returning', isReturnable: false, isDelivered: false }])
    await runRounds(product)
    expect(await readMallOrder(shopper, shopper.orderNo)).toMatchObject({ state: 'returned' })
    await expectUndone(shopper)
    expect(await mallTransfers(product, `${shopper.orderNo}return`)).toMatchObject([
      { kind: 'return', amountFen: '159900', state: 'done' },
    ])
    expect((await textsTo(shopper)).filter((text) => text.includes('已退款'))).toHaveLength(1)
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toEqual([])
  })

  it('leaves a reversed loan that is not listed as settled', async () => {
    const shopper = await newShopper()
    const { loanNo, orderNo, client } = shopper
    const { plan, loan, loanHistory, settledLoans, month } = client.api.repayment
    const { instalments } = await plan({ loanNo })
    await giveBack(shopper, orderNo)
    await runRounds(product)
    expect((await loan({ loanNo })).loan).toMatchObject({ loanNo, isReversed: true })
    expect((await settledLoans({ pageNo: 1 })).loans).toEqual([])
    const all = { kind: 'all', state: 'all', period: 'all', pageNo: 1 } as const
    expect((await loanHistory(all)).transactions).toMatchObject([
      { kind: 'draw', state: 'cancelled', loanNo },
    ])
    const dueIn = compactDate(instalments[0]?.dueDate ?? localDate('2026-01-01')).slice(0, 6)
    expect(await month({ month: dueIn })).toMatchObject({ total: 0n, instalments: [] })
  })

  it('is one return if requested concurrently and repeatedly', async () => {
    const shopper = await newShopper()
    await Promise.all([1, 2, 3].map(() => giveBack(shopper, shopper.orderNo)))
    await runRounds(product)
    expect((await giveBack(shopper, shopper.orderNo)).orders).toMatchObject([{ state: 'returned' }])
    for (const state of ['returned', 'ordered', 'returned']) {
      const notice = { orderNo: shopper.orderNo, state, returnNo: 'another' }
      expect(await sendCallback(product, 'mallOrder', notice)).toBe(200)
    }
    await runRounds(product)
    await expectUndone(shopper)
    expect((await textsTo(shopper)).filter((text) => text.includes('已退款'))).toHaveLength(1)
  })

  it('returning a purchase after delivery waits for the goods, and refunds payments to the paying card', async () => {
    const shopper = await newShopper()
    await moveDays(product, 25)
    await makeCardPayment(product, shopper, dueOf(shopper, 1))
    const [payment] = await bankBook(product, 'debit')
    await deliver(shopper)
    await giveBack(shopper, shopper.orderNo)
    await runRounds(product)
    expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returning')
    expect((await textsTo(shopper)).filter((text) => text.includes('没有接受'))).toEqual([])
    await markAtMall(product, shopper.orderNo, 'returned')
    await sendCallback(product, 'mallOrder', { orderNo: shopper.orderNo, state: 'returned' })
    await runRounds(product, 8)
    expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returned')
    await expectUndone(shopper)
    const [refund] = await bankBook(product, 'refund')
    expect(refund).toMatchObject({
      amountFen: payment?.amountFen,
      cardNumber: payment?.cardNumber,
      state: 'done',
    })
  })

  it('waits for a payment in progress, and refunds that as well', async () => {
    const shopper = await newShopper()
    await setFault(product, { provider: 'bank', settleMs: 600_000 })
    await confirmCardPayment(product, shopper, dueOf(shopper, 1))
    await product.runTasks()
    await setFault(product, { provider: 'bank', settleMs: 0 })
    await giveBack(shopper, shopper.orderNo)
    await runRounds(product)
    expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returning')
    product.advance(1_200)
    await runRounds(product, 4)
    product.advance(3_600)
    await runRounds(product, 8)
    expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returned')
    await expectUndone(shopper)
    const debits = (await bankBook(product, 'debit')).filter(({ state }) => state === 'done')
    const refunds = (await bankBook(product, 'refund')).filter(({ state }) => state === 'done')
    const total = (book: typeof debits) =>
      book.reduce((sum, { amountFen }) => sum + BigInt(amountFen), 0n)
    expect(total(refunds)).toBe(total(debits))
  })

  it('is refused while shipping, after the deadline, and for another customer’s order', async () => {
    const shopper = await newShopper()
    const { orderNo } = shopper
    await markAtMall(product, orderNo, 'sent')
    await sendCallback(product, 'mallOrder', { orderNo, state: 'sent' })
    const refusal = { kind: 'mall-order-not-returnable' } as const
    await expectRefusal(giveBack(shopper, orderNo), refusal)
    await deliver(shopper)
    const until = addDays(await product.services.businessDate(), 7)
    expect(await readMallOrder(shopper, orderNo)).toMatchObject({
      isReturnable: true,
      returnableUntil: until,
    })
    await moveDays(product, 8)
    expect(await readMallOrder(shopper, orderNo)).toMatchObject({ isReturnable: false })
    await expectRefusal(giveBack(shopper, orderNo), refusal)
    const other = await newBorrower(product)
    await expectRefusal(giveBack(other, orderNo), { kind: 'mall-order-unknown' })
    const read = other.client.api.mall.orders({ act: 'read', pageNo: 1, orderNo })
    await expectRefusal(read, { kind: 'mall-order-unknown' })
  })

  it('ends if the mall declines, and may be requested again', async () => {
    const shopper = await newShopper()
    await deliver(shopper)
    await setFault(product, { provider: 'mall', decline: true })
    await giveBack(shopper, shopper.orderNo)
    await runRounds(product)
    expect(await readMallOrder(shopper, shopper.orderNo)).toMatchObject({
      state: 'delivered',
      reason: '商家不接受退货',
      isReturnable: true,
    })
    const [loan] = await readLoans(product.services.database, shopper.customer)
    expect(loan).toMatchObject({ returnAskedOn: undefined, reversedOn: undefined })
    expect((await textsTo(shopper))[0]).toContain('没有接受')
    await setFault(product, { provider: 'mall', decline: false })
    await giveBack(shopper, shopper.orderNo)
    await runRounds(product)
    expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returning')
  })

  it('reaches the mall once its connection works, after a lost answer or an outage', async () => {
    const [first, second] = [await newShopper(), await newShopper()]
    await setFault(product, { provider: 'mall', cutAfter: true })
    await giveBack(first, first.orderNo)
    await product.runTasks()
    await setFault(product, { provider: 'mall', cutAfter: false, down: true })
    await giveBack(second, second.orderNo)
    await runRounds(product)
    await setFault(product, { provider: 'mall', down: false })
    for (let round = 0; round < 3; round += 1) {
      product.advance(600)
      await product.runTasks()
    }
    for (const shopper of [first, second]) {
      expect((await readMallOrder(shopper, shopper.orderNo)).state).toBe('returned')
      await expectUndone(shopper)
    }
  })

  it('is refused once the loan was restructured, and a refund is then left to staff', async () => {
    const shopper = await newShopper()
    const { customer, loanNo, orderNo, card } = shopper
    await moveDays(product, 45)
    await deliver(shopper)
    const act = { customer, requestNo: 'joined-by-a-test', actor: 'system' }
    const { cardId } = card
    await consolidateLoans(product.services, act, { loanNos: [loanNo], months: 6, cardId })
    expect(await readMallOrder(shopper, orderNo)).toMatchObject({ isReturnable: false })
    const refusal = { kind: 'mall-order-not-returnable' } as const
    await expectRefusal(giveBack(shopper, orderNo), refusal)
    await markAtMall(product, orderNo, 'returned')
    expect(await sendCallback(product, 'mallOrder', { orderNo, state: 'returned' })).toBe(200)
    expect(product.logged()).toContain('mall.return-not-booked')
    await reconcileDay(product.services, product.services.today())
    expect(await readDifferences(product.services.database, undefined)).toMatchObject([
      { orderNo: `${orderNo}return`, finding: 'missing-with-us', kind: 'return' },
    ])
  })

  it('may be initiated by the mall, even after the loan is repaid', async () => {
    const shopper = await newShopper()
    const aim = { kind: 'earlyFull', loanNo: shopper.loanNo } as const
    await makeCardPayment(product, shopper, aim)
    await waitForBank(product)
    await markAtMall(product, shopper.orderNo, 'returned')
    await sendCallback(product, 'mallOrder', { orderNo: shopper.orderNo, state: 'returned' })
    await runRounds(product, 6)
    expect(await readMallOrder(shopper, shopper.orderNo)).toMatchObject({
      state: 'returned',
      reason: '商城取消了订单',
    })
    await expectUndone(shopper)
  })
})

describe('the order list', { timeout: 60_000 }, () => {
  it('shows newest first, ten per page', async () => {
    const borrower = await newBorrower(product)
    const placed: string[] = []
    for (let count = 0; count < 11; count += 1) {
      const { orderNo } = await borrower.client.api.mall.buy(await readyToBuy(borrower))
      placed.unshift(orderNo)
    }
    const page = async (pageNo: number) => borrower.client.api.mall.orders({ act: 'read', pageNo })
    const [first, second] = [await page(1), await page(2)]
    expect(first.hasMore).toBe(true)
    expect(second.hasMore).toBe(false)
    const listed = [...first.orders, ...second.orders].map(({ orderNo }) => orderNo)
    expect(listed).toEqual(placed)
    // Each order replaced the one before, which was not confirmed.
    const states = first.orders.map(({ state }) => state)
    expect(states).toEqual(['verifying', ...Array.from({ length: 9 }, () => 'failed')])
  })
})
