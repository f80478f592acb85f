import { beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, setFault } from '#features/onboarding/testing/visitor.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  dueOf,
  newPayer,
  newOrderRequestNo,
  readOrderNo,
  makeCardPayment,
  paymentCode,
  placeOrder,
  readOrderState,
  type Payer,
} from './testing/payer.ts'

const product = startProductForFile()
let payer: Payer
let other: Payer
beforeAll(async () => {
  payer = await newPayer(product)
  other = await newPayer(product)
})

describe('another customer’s order', () => {
  it('gets the same error as a missing one, as do their loan, payment and refund', async () => {
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1) })
    const { repayment } = other.client.api
    const unknown = { kind: 'payment-unknown' } as const
    const { loanNo } = payer
    await expectRefusal(repayment.result({ requestNo }), unknown)
    await expectRefusal(repayment.confirm({ requestNo }), unknown)
    await expectRefusal(repayment.createWalletOrder({ requestNo }), unknown)
    await expectRefusal(repayment.walletOrder({ requestNo }), unknown)
    await expectRefusal(repayment.payment({ paymentNo: requestNo }), unknown)
    await expectRefusal(repayment.refund({ refundNo: requestNo }), { kind: 'refund-unknown' })
    await expectRefusal(repayment.plan({ loanNo }), { kind: 'loan-unknown' })
    await expectRefusal(repayment.loan({ loanNo }), { kind: 'loan-unknown' })
    await expectRefusal(repayment.quote({ aim: dueOf(payer, 1) }), { kind: 'loan-unknown' })
    const { payments } = await repayment.paymentHistory({ filter: 'all', loanNo, pageNo: 1 })
    expect(payments).toEqual([])
  })

  it('can have the same number: both are paid separately', async () => {
    const requestNo = newOrderRequestNo()
    for (const one of [payer, other]) {
      const aim = dueOf(one, 1)
      const { quoteId } = await one.client.api.repayment.quote({ aim })
      const { cardId } = one.card
      await one.client.api.repayment.place({ requestNo, aim, quoteId, payBy: 'card', cardId })
      const dynamicCode = await paymentCode(product, one)
      await one.client.api.repayment.confirm({ requestNo, dynamicCode })
    }
    await waitForBank(product, 60)
    expect([
      await readOrderState(payer, requestNo),
      await readOrderState(other, requestNo),
    ]).toEqual(['paid', 'paid'])
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('cannot be paid with their card', async () => {
    const aim = dueOf(other, 2)
    const { repayment } = other.client.api
    const { cardId } = payer.card
    const placing = { requestNo: newOrderRequestNo(), aim, quoteId: 'no-quote', cardId }
    await expectRefusal(repayment.place({ ...placing, payBy: 'card' }), { kind: 'card-unknown' })
  })
})

describe('an order number', () => {
  it('identifies one order, however often it is placed, and is refused for another order', async () => {
    const mine = await newPayer(product)
    const { repayment } = mine.client.api
    const aim = dueOf(mine, 1)
    const { quoteId } = await repayment.quote({ aim })
    const requestNo = newOrderRequestNo()
    const placing = { requestNo, aim, quoteId, payBy: 'card' as const, cardId: mine.card.cardId }
    const answers = await Promise.all([1, 2, 3, 4].map(() => repayment.place(placing)))
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['confirming']))
    await expectRefusal(repayment.place({ ...placing, payBy: 'wallet' }), { kind: 'number-taken' })
  })

  it.each(['short', 'a'.repeat(41), 'auto-20261115-x-1', 'with space', '../../etc'])(
    'an order number is refused when invalid: %s',
    async (requestNo) => {
      const aim = dueOf(payer, 2)
      const placing = { requestNo, aim, quoteId: 'a-quote-of-nothing', payBy: 'wallet' as const }
      await expect(payer.client.api.repayment.place(placing)).rejects.toMatchObject({})
    },
  )
})

describe('orders from two phones', () => {
  it('cause one debit when two orders for one bill are confirmed concurrently', async () => {
    const mine = await newPayer(product)
    const { repayment } = mine.client.api
    const orders = [
      await placeOrder(mine, { aim: dueOf(mine, 1) }),
      await placeOrder(mine, { aim: { kind: 'earlyFull', loanNo: mine.loanNo } }),
    ]
    const dynamicCode = await paymentCode(product, mine)
    await mine.client.api.onboarding.checkPurposeCode({ purpose: 'payment', dynamicCode })
    const ends = await Promise.allSettled(
      orders.map((requestNo) => repayment.confirm({ requestNo })),
    )
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await waitForBank(product)
    const states = await Promise.all(orders.map((requestNo) => readOrderState(mine, requestNo)))
    expect(states.toSorted()).toEqual(['confirming', 'paid'])
    const numbers = await Promise.all(orders.map((order) => readOrderNo(product, order)))
    const debits = (await bankBook(product, 'debit')).filter((one) => numbers.includes(one.orderNo))
    expect(debits).toHaveLength(1)
  })

  it('are closed without a debit when another order has paid the bill', async () => {
    const mine = await newPayer(product)
    const { repayment } = mine.client.api
    const late = await placeOrder(mine, { aim: dueOf(mine, 1) })
    expect(await readOrderState(mine, await makeCardPayment(product, mine, dueOf(mine, 1)))).toBe(
      'paid',
    )
    const dynamicCode = await paymentCode(product, mine)
    expect(await repayment.confirm({ requestNo: late, dynamicCode })).toEqual({ state: 'closed' })
    const orderNo = await readOrderNo(product, late)
    expect((await bankBook(product, 'debit')).map((debit) => debit.orderNo)).not.toContain(orderNo)
  })

  it('are confirmed one at a time: the second is refused while the first is in progress', async () => {
    const mine = await newPayer(product)
    const { repayment } = mine.client.api
    const first = await confirmCardPayment(product, mine, dueOf(mine, 1))
    const second = await placeOrder(mine, { aim: dueOf(mine, 1) })
    const dynamicCode = await paymentCode(product, mine)
    await expectRefusal(repayment.confirm({ requestNo: second, dynamicCode }), {
      kind: 'payment-running',
    })
    await setFault(product, { provider: 'bank', decline: true })
    await waitForBank(product, 60)
    await setFault(product, { provider: 'bank', decline: false })
    expect(await readOrderState(mine, first)).toBe('failed')
    // The refusal came before the code was checked, so the code can still be used.
    expect(await repayment.confirm({ requestNo: second, dynamicCode })).toEqual({
      state: 'processing',
    })
  })
})
