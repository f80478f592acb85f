import { afterEach, describe, expect, it } from 'vitest'
import { fen } from '@qingzhou/domain/money/money'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { newBorrower, waitForBank } from '#features/loans/testing/borrower.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  disburseLoan,
  dueOf,
  moveDays,
  newPayer,
  readOrderNo,
  makeCardPayment,
  paymentCode,
  placeOrder,
  readOrderState,
  type Payer,
} from './testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'

const product = startProductForFile()
afterEach(() => setFault(product, { ...bankIsWell, provider: 'bank' }))

const bankIsWell = {
  down: false,
  delayMs: 0,
  failNext: 0,
  settleMs: 1_000,
  decline: false,
  cutAfter: false,
}

const firstOpen = async ({ client, loanNo }: Payer) =>
  (await client.api.repayment.plan({ loanNo })).loan.next

async function debitsOf(requestNo: string) {
  const orderNo = await readOrderNo(product, requestNo)
  return (await bankBook(product, 'debit')).filter((debit) => debit.orderNo === orderNo)
}

describe('paying by card', () => {
  it('[7.097] pays the next bill with a code: one debit of the quoted amount and an SMS', async () => {
    const payer = await newPayer(product)
    const { amount } = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    expect(await payer.client.api.repayment.result({ requestNo })).toMatchObject({
      state: 'paid',
      amount,
      payBy: 'card',
      lastFour: payer.card.lastFour,
      settledLoanNos: [],
      paymentNo: `${requestNo}-1`,
    })
    expect(await debitsOf(requestNo)).toMatchObject([
      { amountFen: String(amount), state: 'done', timesOrdered: 1 },
    ])
    expect((await firstOpen(payer))?.n).toBe(2)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('已入账')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('pays an overdue bill with its penalty as quoted', async () => {
    const payer = await newPayer(product)
    await moveDays(product, 50)
    const quote = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    expect(quote.parts.penalty).toBeGreaterThan(0n)
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    expect(await debitsOf(requestNo)).toMatchObject([{ amountFen: String(quote.amount) }])
    const { payment, allocations } = await payer.client.api.repayment.payment({
      paymentNo: `${requestNo}-1`,
    })
    expect(payment).toMatchObject({ kind: 'due', amount: quote.amount, overpaid: 0n })
    expect(allocations).toEqual(quote.lines.map(({ loanNo, n, parts }) => ({ loanNo, n, parts })))
    expect((await payer.client.api.repayment.overview({})).overdue).toBe(0n)
  })

  it('pays bills of two loans with one debit and two payments', async () => {
    const payer = await newPayer(product)
    const second = await disburseLoan(product, payer)
    const aim = {
      kind: 'due' as const,
      picks: [payer.loanNo, second].map((loanNo) => ({ loanNo, n: 1 })),
    }
    const { amount } = await payer.client.api.repayment.quote({ aim })
    const requestNo = await makeCardPayment(product, payer, aim)
    expect(await debitsOf(requestNo)).toMatchObject([{ amountFen: String(amount) }])
    const { payments } = await payer.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    expect(payments.flatMap(({ loanNos }) => loanNos).toSorted()).toEqual(
      [payer.loanNo, second].toSorted(),
    )
    expect(payments.reduce((total, one) => total + one.amount, 0n)).toBe(amount)
  })

  it('debits nothing without a code or with a wrong one', async () => {
    const payer = await newPayer(product)
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1) })
    const { confirm } = payer.client.api.repayment
    await expectRefusal(confirm({ requestNo }), { kind: 'verification-needed' })
    const code = await paymentCode(product, payer)
    const wrong = code === '12345' ? '54321' : '12345'
    await expect(confirm({ requestNo, dynamicCode: wrong })).rejects.toMatchObject({})
    await waitForBank(product)
    expect(await readOrderState(payer, requestNo)).toBe('confirming')
    expect(await debitsOf(requestNo)).toEqual([])
    // A retry after a lost answer returns the state.
    await confirm({ requestNo, dynamicCode: code })
    expect(await confirm({ requestNo, dynamicCode: code })).toEqual({ state: 'processing' })
  })
})

/** Another bank of the card, with a limit of 50,000 yuan a payment and a day. */
async function moveCardToBank({ card }: Payer, bankCode = 'BJBANK'): Promise<void> {
  const { database } = product.services
  await database.query('UPDATE cards SET bank_code = $2 WHERE card_id = $1', [
    card.cardId,
    bankCode,
  ])
}

/** The card pays without a code; other tests cover the signing. */
async function agreeToDebits({ customer, card }: Payer): Promise<void> {
  await product.services.database.query(
    `INSERT INTO debit_agreements (customer_no, debit_no, card_id, state, requested_at, signed_at)
     VALUES ($1, 'agreed-in-a-test', $2, 'signed', $3, $3)`,
    [customer, card.cardId, product.services.now()],
  )
}

const aimOf = (loanNo: string) => ({ kind: 'earlyFull', loanNo }) as const
const isRefused = ({ status }: PromiseSettledResult<unknown>) => status === 'rejected'

describe('the limits of a card’s bank', { timeout: 60_000 }, () => {
  it('refuse an amount above the limit of one payment, and say the limit', async () => {
    const limit = fen(50_000_00n)
    const payer = await newPayer(product, { amount: limit })
    await moveDays(product, 5)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    await expectRefusal(placeOrder(payer, { aim }), { kind: 'card-single-limit', limit })
    const requestNo = await placeOrder(payer, { aim, payBy: 'wallet' })
    expect(await readOrderState(payer, requestNo)).toBe('confirming')
  })

  it('let one of two concurrent payments use the rest of the day, and start at zero the next day', async () => {
    const borrower = await newBorrower(product, { limit: fen(100_000_00n) })
    const wish = { amount: fen(40_000_00n) }
    const first = await disburseLoan(product, borrower, wish)
    const second = await disburseLoan(product, borrower, wish)
    const payer = { ...borrower, loanNo: first }
    await moveCardToBank(payer)
    await agreeToDebits(payer)
    const { repayment } = payer.client.api
    const orders = [
      { loanNo: first, requestNo: await placeOrder(payer, { aim: aimOf(first) }) },
      { loanNo: second, requestNo: await placeOrder(payer, { aim: aimOf(second) }) },
    ]
    const answers = await Promise.allSettled(
      orders.map(({ requestNo }) => repayment.confirm({ requestNo })),
    )
    expect(answers.filter(isRefused)).toHaveLength(1)
    const refused = orders[answers.findIndex(isRefused)]
    const confirm = repayment.confirm({ requestNo: refused?.requestNo ?? '' })
    const left = fen(10_000_00n)
    const dayUsed = { kind: 'card-day-limit', limit: fen(50_000_00n), left } as const
    await expectRefusal(confirm, dayUsed)
    await waitForBank(product)
    const aim = aimOf(refused?.loanNo ?? '')
    expect((await repayment.quote({ aim })).cards).toMatchObject([{ leftToday: left }])
    await expectRefusal(placeOrder(payer, { aim }), dayUsed)
    await moveDays(product, 1)
    expect((await repayment.quote({ aim })).cards).toMatchObject([{ leftToday: fen(50_000_00n) }])
    const requestNo = await placeOrder(payer, { aim })
    expect(await repayment.confirm({ requestNo })).toEqual({ state: 'processing' })
  })

  it('may be lower at the bank, which declines with its own code', async () => {
    const payer = await newPayer(product)
    const response = await fetch(`${product.sandbox.url}/bank/cards`)
    // The sandbox routes define the shape of this answer.
    const { cards } = (await response.json()) as { cards: { cardNumber: string }[] }
    const ours = cards.findLast(({ cardNumber }) => cardNumber.endsWith(payer.card.lastFour))
    await fetch(`${product.sandbox.url}/bank/limits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cardNumber: ours?.cardNumber, singleFen: '100', dayFen: '100' }),
    })
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    expect(await payer.client.api.repayment.result({ requestNo })).toMatchObject({
      state: 'failed',
      reason: '超过银行单笔限额，请换一张卡或减少还款金额',
    })
  })
})

describe('giving up a card payment', () => {
  it('closes an unconfirmed order, and is refused once the order is at the bank', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const requestNo = await placeOrder(payer, { aim: dueOf(payer, 1) })
    expect(await repayment.cancel({ requestNo })).toEqual({ state: 'closed' })
    expect(await repayment.confirm({ requestNo })).toEqual({ state: 'closed' })
    const atBank = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await expectRefusal(repayment.cancel({ requestNo: atBank }), { kind: 'payment-at-bank' })
    const { order } = await repayment.quote({ aim: dueOf(payer, 1) })
    expect(order).toMatchObject({ requestNo: atBank, canGoOn: false, canGiveUp: false })
    await waitForBank(product)
    expect(await repayment.cancel({ requestNo: atBank })).toEqual({ state: 'paid' })
  })
})

describe('a card payment with faults', () => {
  it('books nothing when the bank declines, sends the reason, and can be repeated', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    const requestNo = await makeCardPayment(product, payer, dueOf(payer, 1))
    expect(await payer.client.api.repayment.result({ requestNo })).toMatchObject({
      state: 'failed',
      reason: '银行暂不受理该笔交易',
    })
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('未成功')
    expect((await firstOpen(payer))?.n).toBe(1)
    await setFault(product, { provider: 'bank', decline: false })
    expect(
      await readOrderState(payer, await makeCardPayment(product, payer, dueOf(payer, 1))),
    ).toBe('paid')
  })

  it('queries a bank that debited without an answer, and sends the order once', async () => {
    const payer = await newPayer(product)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', cutAfter: true })
    await product.runTasks()
    expect(await readOrderState(payer, requestNo)).toBe('processing')
    expect((await payer.client.api.repayment.overview({})).order).toMatchObject({ requestNo })
    await setFault(product, { provider: 'bank', cutAfter: false })
    product.advance(60)
    await product.runTasks()
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await debitsOf(requestNo)).toMatchObject([{ timesOrdered: 1 }])
  })

  it('sends the order once after the bank was down', async () => {
    const payer = await newPayer(product)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', down: true })
    await product.runTasks()
    product.advance(30)
    await product.runTasks()
    await setFault(product, { provider: 'bank', down: false })
    product.advance(60)
    await waitForBank(product, 60)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect(await debitsOf(requestNo)).toMatchObject([{ timesOrdered: 1, state: 'done' }])
  })

  it('books one payment for callbacks in any order, repeated, early and late', async () => {
    const payer = await newPayer(product)
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await product.runTasks()
    const orderNo = await readOrderNo(product, requestNo)
    // The bank has not decided yet, whatever the callback says.
    expect(await sendCallback(product, 'transfer', { orderNo, state: 'done' })).toBe(200)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
    product.advance(5)
    const notices = (['done', 'processing', 'declined', 'done', 'unknown'] as const).map(
      (state) => ({ orderNo, state }),
    )
    const tellAll = () => notices.map((notice) => sendCallback(product, 'transfer', notice))
    await Promise.all([...tellAll(), product.runTasks()])
    await Promise.all(tellAll())
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    const { payments } = await payer.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    expect(payments).toHaveLength(1)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('refuses forged callbacks, and ignores those of unknown orders', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', settleMs: 600_000 })
    const requestNo = await confirmCardPayment(product, payer, dueOf(payer, 1))
    await product.runTasks()
    const notice = { orderNo: await readOrderNo(product, requestNo), state: 'done', amountFen: '1' }
    expect(await sendCallback(product, 'transfer', notice, { secret: 'guessed' })).toBe(401)
    expect(await sendCallback(product, 'transfer', notice)).toBe(200)
    expect(await sendCallback(product, 'transfer', { orderNo: requestNo, state: 'done' })).toBe(200)
    expect(await sendCallback(product, 'transfer', { ...notice, state: 'gone' })).toBe(400)
    expect(await readOrderState(payer, requestNo)).toBe('processing')
  })
})
