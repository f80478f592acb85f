import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import {
  bankBook,
  clearing,
  confirmed,
  drawn,
  dueOf,
  moveDays,
  newPayer,
  newRepaySeqNo,
  orderNoOf,
  paid,
  paymentCode,
  placed,
  stateOf,
  sendCallback,
  type Payer,
} from './testing/payer.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.stop())
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

async function debitsOf(repaySeqNo: string) {
  const orderNo = await orderNoOf(product, repaySeqNo)
  return (await bankBook(product, 'debit')).filter((debit) => debit.orderNo === orderNo)
}

describe('paying by card', () => {
  it('pays the next bill with a code: one debit of the quoted amount and an SMS', async () => {
    const payer = await newPayer(product)
    const { amount } = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    const repaySeqNo = await paid(product, payer, dueOf(payer, 1))
    expect(await payer.client.api.repayment.result({ repaySeqNo })).toMatchObject({
      state: 'paid',
      amount,
      payBy: 'card',
      lastFour: payer.card.lastFour,
      settledLoanNos: [],
    })
    expect(await debitsOf(repaySeqNo)).toMatchObject([
      { amountFen: String(amount), state: 'done', timesOrdered: 1 },
    ])
    expect((await firstOpen(payer))?.n).toBe(2)
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('已入账')
    expect(await clearing(product)).toBe(0n)
  })

  it('pays an overdue bill with its penalty as quoted', async () => {
    const payer = await newPayer(product)
    await moveDays(product, 50)
    const quote = await payer.client.api.repayment.quote({ aim: dueOf(payer, 1) })
    expect(quote.parts.penalty).toBeGreaterThan(0n)
    const repaySeqNo = await paid(product, payer, dueOf(payer, 1))
    expect(await debitsOf(repaySeqNo)).toMatchObject([{ amountFen: String(quote.amount) }])
    const { payment, allocations } = await payer.client.api.repayment.payment({
      paymentNo: `${repaySeqNo}-1`,
    })
    expect(payment).toMatchObject({ kind: 'due', amount: quote.amount, overpaid: 0n })
    expect(allocations).toEqual(quote.lines.map(({ loanNo, n, parts }) => ({ loanNo, n, parts })))
    expect((await payer.client.api.repayment.overview({})).overdue).toBe(0n)
  })

  it('pays bills of two loans with one debit and two payments', async () => {
    const payer = await newPayer(product)
    const second = await drawn(product, payer)
    const aim = {
      kind: 'due' as const,
      picks: [payer.loanNo, second].map((loanNo) => ({ loanNo, n: 1 })),
    }
    const { amount } = await payer.client.api.repayment.quote({ aim })
    const repaySeqNo = await paid(product, payer, aim)
    expect(await debitsOf(repaySeqNo)).toMatchObject([{ amountFen: String(amount) }])
    const { payments } = await payer.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    expect(payments.flatMap(({ loanNos }) => loanNos).toSorted()).toEqual(
      [payer.loanNo, second].toSorted(),
    )
    expect(payments.reduce((total, one) => total + one.amount, 0n)).toBe(amount)
  })

  it('needs no code for a card with a debit agreement', async () => {
    const payer = await newPayer(product)
    const { api } = payer.client
    const { cardId } = payer.card
    const { debitNo } = await api.cards.startDebitAgreement({ cardId })
    const [message] = (await inboxFor('授权轻舟')).filter(({ code }) => code !== undefined)
    const wrong = await api.cards.confirmDebitAgreement({ debitNo, dynamicCode: '00000' })
    expect(wrong.isSigned).toBe(false)
    const dynamicCode = message?.code ?? ''
    expect(await api.cards.confirmDebitAgreement({ debitNo, dynamicCode })).toEqual({
      isSigned: true,
    })
    expect(await api.cards.hasDebitAgreement({ cardId })).toEqual({ isSigned: true })

    const aim = dueOf(payer, 1)
    const { quoteId } = await api.repayment.quote({ aim })
    const repaySeqNo = newRepaySeqNo()
    const placing = { repaySeqNo, aim, quoteId, payBy: 'card' as const, cardId }
    expect(await api.repayment.place(placing)).toMatchObject({ needsCode: false })
    await api.repayment.confirm({ repaySeqNo })
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
  })

  it('signs a debit agreement by a retry when the first answer was lost', async () => {
    const { client, card } = await newPayer(product)
    const { cards } = client.api
    const { debitNo } = await cards.startDebitAgreement({ cardId: card.cardId })
    const [message] = await inboxFor('授权轻舟')
    const signing = { debitNo, dynamicCode: message?.code ?? '' }
    await setFault(product, { provider: 'bank', cutAfter: true })
    await expectRefusal(cards.confirmDebitAgreement(signing), { kind: 'outside-unavailable' })
    await setFault(product, { provider: 'bank', cutAfter: false })
    expect(await cards.confirmDebitAgreement(signing)).toEqual({ isSigned: true })
    const other = await newPayer(product)
    await expectRefusal(other.client.api.cards.confirmDebitAgreement(signing), {
      kind: 'sms-code-void',
    })
  })

  it('debits nothing without a code or with a wrong one', async () => {
    const payer = await newPayer(product)
    const repaySeqNo = await placed(payer, { aim: dueOf(payer, 1) })
    const { confirm } = payer.client.api.repayment
    await expectRefusal(confirm({ repaySeqNo }), { kind: 'verification-needed' })
    const code = await paymentCode(product, payer)
    const wrong = code === '12345' ? '54321' : '12345'
    await expect(confirm({ repaySeqNo, dynamicCode: wrong })).rejects.toMatchObject({})
    await waitForBank(product)
    expect(await stateOf(payer, repaySeqNo)).toBe('confirming')
    expect(await debitsOf(repaySeqNo)).toEqual([])
    // A retry after a lost answer returns the state.
    await confirm({ repaySeqNo, dynamicCode: code })
    expect(await confirm({ repaySeqNo, dynamicCode: code })).toEqual({ state: 'processing' })
  })
})

async function inboxFor(words: string) {
  const response = await fetch(`${product.sandbox.url}/inbox?limit=20`)
  // The sandbox routes define the shape of this answer.
  const { messages } = (await response.json()) as { messages: { text: string; code?: string }[] }
  return messages.filter(({ text }) => text.includes(words))
}

describe('a card payment with faults', () => {
  it('books nothing when the bank declines, sends the reason, and can be repeated', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', decline: true })
    const repaySeqNo = await paid(product, payer, dueOf(payer, 1))
    expect(await payer.client.api.repayment.result({ repaySeqNo })).toMatchObject({
      state: 'failed',
      reason: '银行暂不受理该笔交易',
    })
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('未成功')
    expect((await firstOpen(payer))?.n).toBe(1)
    await setFault(product, { provider: 'bank', decline: false })
    expect(await stateOf(payer, await paid(product, payer, dueOf(payer, 1)))).toBe('paid')
  })

  it('queries a bank that debited without an answer, and sends the order once', async () => {
    const payer = await newPayer(product)
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', cutAfter: true })
    await product.runTasks()
    expect(await stateOf(payer, repaySeqNo)).toBe('processing')
    expect((await payer.client.api.repayment.overview({})).order).toMatchObject({ repaySeqNo })
    await setFault(product, { provider: 'bank', cutAfter: false })
    product.advance(60)
    await product.runTasks()
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
    expect(await debitsOf(repaySeqNo)).toMatchObject([{ timesOrdered: 1 }])
  })

  it('sends the order once after the bank was down', async () => {
    const payer = await newPayer(product)
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    await setFault(product, { provider: 'bank', down: true })
    await product.runTasks()
    product.advance(30)
    await product.runTasks()
    await setFault(product, { provider: 'bank', down: false })
    product.advance(60)
    await waitForBank(product, 60)
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
    expect(await debitsOf(repaySeqNo)).toMatchObject([{ timesOrdered: 1, state: 'done' }])
  })

  it('books one payment for callbacks in any order, repeated, early and late', async () => {
    const payer = await newPayer(product)
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    await product.runTasks()
    const orderNo = await orderNoOf(product, repaySeqNo)
    // The bank has not decided yet, whatever the callback says.
    expect(await sendCallback(product, 'transfer', { orderNo, state: 'done' })).toBe(200)
    expect(await stateOf(payer, repaySeqNo)).toBe('processing')
    product.advance(5)
    const notices = (['done', 'processing', 'declined', 'done', 'unknown'] as const).map(
      (state) => ({ orderNo, state }),
    )
    const tellAll = () => notices.map((notice) => sendCallback(product, 'transfer', notice))
    await Promise.all([...tellAll(), product.runTasks()])
    await Promise.all(tellAll())
    expect(await stateOf(payer, repaySeqNo)).toBe('paid')
    const { payments } = await payer.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    expect(payments).toHaveLength(1)
    expect(await clearing(product)).toBe(0n)
  })

  it('refuses forged callbacks, and ignores those of unknown orders', async () => {
    const payer = await newPayer(product)
    await setFault(product, { provider: 'bank', settleMs: 600_000 })
    const repaySeqNo = await confirmed(product, payer, dueOf(payer, 1))
    await product.runTasks()
    const notice = { orderNo: await orderNoOf(product, repaySeqNo), state: 'done', amountFen: '1' }
    expect(await sendCallback(product, 'transfer', notice, { secret: 'guessed' })).toBe(401)
    expect(await sendCallback(product, 'transfer', notice)).toBe(200)
    expect(await sendCallback(product, 'transfer', { orderNo: repaySeqNo, state: 'done' })).toBe(
      200,
    )
    expect(await sendCallback(product, 'transfer', { ...notice, state: 'gone' })).toBe(400)
    expect(await stateOf(payer, repaySeqNo)).toBe('processing')
  })
})
