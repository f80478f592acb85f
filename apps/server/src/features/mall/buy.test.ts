import { afterEach, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { findLimit, readLoans } from '@qingzhou/lending/index'
import { newBorrower, waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { readClearingBalance } from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  atMall,
  buyItem,
  changePrice,
  confirmedPurchase,
  runRounds,
  mallTransfers,
  markAtMall,
  readMallOrder,
  readyToBuy,
} from './testing/shopper.ts'

const product = startProductForFile()
afterEach(async () => {
  const well = { down: false, decline: false, cutAfter: false, failNext: 0 }
  await setFault(product, { provider: 'mall', ...well })
  await setFault(product, { provider: 'bank', ...well })
})

describe('the offers of the mall', () => {
  it('are public, with monthly payments at the highest rate', async () => {
    const { offers } = await product.client().api.mall.offers({})
    expect(offers.length).toBeGreaterThanOrEqual(6)
    const bicycle = offers.find(({ offerNo }) => offerNo === 'bicycle-city')
    expect(bicycle).toMatchObject({ price: 1599_00n, picture: 'bicycle' })
    expect(bicycle?.instalments.map(({ months }) => months)).toEqual([3, 6, 9, 12, 24])
    for (const { months, monthly, totalInterest, annualCost } of bicycle?.instalments ?? []) {
      expect(monthly).toBeGreaterThan(1599_00n / BigInt(months))
      expect(totalInterest).toBeGreaterThan(0n)
      expect(annualCost).toBeLessThanOrEqual(240_000n)
    }
  })

  it('are quoted to a borrower at their own rate, with the amounts of their own quote', async () => {
    const { client } = await newBorrower(product)
    const { offers } = await client.api.mall.offers({})
    const bicycle = offers.find(({ offerNo }) => offerNo === 'bicycle-city')
    const year = bicycle?.instalments.find(({ months }) => months === 12)
    const quote = await client.api.loans.quote({
      amount: fen(1599_00n),
      months: 12,
      method: 'equal-instalments',
      productNo: '900001',
    })
    expect(bicycle?.isOwnRate).toBe(true)
    expect(year).toMatchObject({
      monthly: quote.firstAmount,
      totalInterest: quote.totalInterest,
      annualCost: quote.annualCost,
    })
  })
})

describe('a purchase', { timeout: 60_000 }, () => {
  it('pays the mall, orders there, and becomes a loan of exactly the price', async () => {
    const borrower = await newBorrower(product)
    const { orderNo, drawNo, loanNo } = await buyItem(product, borrower)
    const [loan] = await readLoans(product.services.database, borrower.customer)
    expect(loan).toMatchObject({ loanNo, product: '900001', purpose: 'shopping' })
    expect(loan?.loan.amount).toBe(1599_00n)
    expect(await mallTransfers(product, loanNo)).toMatchObject([
      { kind: 'disbursement', amountFen: '159900', state: 'done', timesOrdered: 1 },
    ])
    const delivery = { recipient: '沈青禾', mobile: '13805716021' }
    expect(await atMall(product, orderNo)).toMatchObject([{ state: 'ordered', delivery }])
    expect(await readMallOrder(borrower, orderNo)).toMatchObject({
      delivery,
      state: 'ordered',
      name: '青石通勤自行车',
      price: 1599_00n,
      months: 6,
      next: { n: 1 },
      isReturnable: true,
    })
    expect(await borrower.client.api.loans.result({ drawNo })).toMatchObject({
      state: 'paid',
      isPurchase: true,
    })
    expect(await readClearingBalance(product)).toBe(0n)
    const texts = (await messagesTo(product, borrower.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('付给商城'))).toHaveLength(1)
  })

  it('is one order if repeated with the same requestNo, even after a price change', async () => {
    const borrower = await newBorrower(product)
    const buying = await readyToBuy(borrower, { offerNo: 'washer-10' })
    const first = await borrower.client.api.mall.buy(buying)
    await changePrice(product, 'washer-10', '259900')
    expect(await borrower.client.api.mall.buy(buying)).toEqual(first)
    const other = borrower.client.api.mall.buy({ ...buying, months: 12 })
    await expectRefusal(other, { kind: 'number-taken' })
    const another = borrower.client.api.mall.buy({ ...buying, offerNo: 'sofa-3' })
    await expectRefusal(another, { kind: 'number-taken' })
    const { orders } = await borrower.client.api.mall.orders({ act: 'read', pageNo: 1 })
    expect(orders).toMatchObject([{ orderNo: first.orderNo, state: 'verifying' }])
    await changePrice(product, 'washer-10', '249900')
  })

  it('is refused at a price that was not shown', async () => {
    const borrower = await newBorrower(product)
    const buying = await readyToBuy(borrower, { offerNo: 'fridge-520' })
    await changePrice(product, 'fridge-520', '469900')
    await expectRefusal(borrower.client.api.mall.buy(buying), { kind: 'quote-outdated' })
    await changePrice(product, 'fridge-520', '459900')
    const gone = borrower.client.api.mall.buy({ ...buying, offerNo: 'gone' })
    await expectRefusal(gone, { kind: 'mall-offer-unknown' })
    const { orders } = await borrower.client.api.mall.orders({ act: 'read', pageNo: 1 })
    expect(orders).toEqual([])
  })

  it('is cancelled and releases the limit if the bank declines', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'bank', decline: true })
    const { orderNo } = await confirmedPurchase(product, borrower)
    await waitForBank(product)
    expect(await readMallOrder(borrower, orderNo)).toMatchObject({
      state: 'failed',
      isReturnable: false,
      reason: '银行暂不受理该笔交易',
    })
    const limit = await findLimit(product.services.database, borrower.customer)
    expect(limit?.used).toBe(0n)
    expect(await atMall(product, orderNo)).toEqual([])
  })

  it('is reversed if the mall is sold out: the mall refunds the price, and the loan is reversed', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'mall', decline: true })
    const { orderNo, loanNo } = await buyItem(product, borrower)
    await runRounds(product)
    const order = await readMallOrder(borrower, orderNo)
    expect(order).toMatchObject({ state: 'returned', reason: expect.stringContaining('售罄') })
    expect(order.next).toBeUndefined()
    const limit = await findLimit(product.services.database, borrower.customer)
    expect(limit?.used).toBe(0n)
    const [loan] = await readLoans(product.services.database, borrower.customer)
    expect(loan).toMatchObject({ loanNo, reversedOn: expect.any(String) })
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is ordered once at the mall despite lost answers, outages and concurrent callbacks', async () => {
    const borrower = await newBorrower(product)
    await setFault(product, { provider: 'mall', cutAfter: true })
    const { orderNo } = await confirmedPurchase(product, borrower)
    await waitForBank(product)
    await setFault(product, { provider: 'mall', cutAfter: false, down: true })
    await runRounds(product)
    expect((await readMallOrder(borrower, orderNo)).state).toBe('paying')
    await setFault(product, { provider: 'mall', down: false })
    product.advance(60)
    await Promise.all(
      [1, 2, 3].map(() => sendCallback(product, 'mallOrder', { orderNo, state: 'sent' })),
    )
    await runRounds(product)
    expect((await readMallOrder(borrower, orderNo)).state).toBe('ordered')
    expect(await atMall(product, orderNo)).toHaveLength(1)
  })

  it('is repaid in equal instalments only', async () => {
    const { client } = await newBorrower(product)
    const terms = { amount: fen(1599_00n), months: 6 } as const
    const request = { ...terms, method: 'equal-principal', productNo: '900001' } as const
    await expectRefusal(client.api.loans.quote(request), { kind: 'method-not-offered' })
  })
})

describe('callbacks of the mall', { timeout: 60_000 }, () => {
  it('require a valid signature, and the state is read from the mall itself', async () => {
    const borrower = await newBorrower(product)
    const { orderNo } = await buyItem(product, borrower)
    await markAtMall(product, orderNo, 'sent')
    const lie = { orderNo, state: 'delivered' } as const
    expect(await sendCallback(product, 'mallOrder', lie, { secret: 'another secret' })).toBe(401)
    expect((await readMallOrder(borrower, orderNo)).state).toBe('ordered')
    expect(await sendCallback(product, 'mallOrder', lie)).toBe(200)
    expect((await readMallOrder(borrower, orderNo)).state).toBe('sent')
    expect(await sendCallback(product, 'mallOrder', { orderNo: 'nobodys', state: 'sent' })).toBe(
      200,
    )
    expect(await sendCallback(product, 'mallOrder', { orderNo, state: 'eaten' })).toBe(400)
  })

  it('may come late, twice and out of order, and without them the state is polled', async () => {
    const borrower = await newBorrower(product)
    const { orderNo } = await buyItem(product, borrower)
    await markAtMall(product, orderNo, 'sent')
    await markAtMall(product, orderNo, 'delivered')
    for (const state of ['delivered', 'sent', 'delivered', 'ordered']) {
      await sendCallback(product, 'mallOrder', { orderNo, state })
      expect((await readMallOrder(borrower, orderNo)).state).toBe('delivered')
    }
    const other = await buyItem(product, borrower)
    await markAtMall(product, other.orderNo, 'sent')
    product.advance(6 * 3600)
    await product.runTasks()
    expect((await readMallOrder(borrower, other.orderNo)).state).toBe('sent')
    const texts = (await messagesTo(product, borrower.phone)).map(({ text }) => text)
    expect(texts.filter((text) => text.includes('已送达'))).toHaveLength(1)
  })
})
