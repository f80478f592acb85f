import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { messagesTo, setFault } from '#features/onboarding/testing/visitor.ts'
import { sendRefund } from './send-refund.ts'
import {
  bankBook,
  readClearingBalance,
  confirmCardPayment,
  moveDays,
  newPayer,
  paymentCode,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
const WELL = { decline: false, down: false, silent: false, duplicate: false, cutAfter: false }

/** Makes an early repayment that arrives a day late, so that all of it is refunded. */
async function overpaid(): Promise<{ payer: Payer; refundNo: string }> {
  const payer = await newPayer(product)
  const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
  const requestNo = await confirmCardPayment(product, payer, aim)
  await moveDays(product, 1)
  return { payer, refundNo: `${requestNo}-1` }
}

const refundOf = ({ client }: Payer, refundNo: string) => client.api.repayment.refund({ refundNo })

async function readSentBack(refundNo: string) {
  const refunds = await bankBook(product, 'refund')
  return refunds.filter(({ orderNo }) => orderNo.startsWith(`${refundNo}-`)).toReversed()
}

describe.each(['gateway', 'unionpay'])('a refund by the bank %s', { timeout: 60_000 }, (bank) => {
  beforeAll(async () => {
    product = await startTestProduct({ BANK: bank })
  })
  afterAll(() => product.stop())
  afterEach(() => setFault(product, { provider: 'bank', ...WELL }))

  it('[7.104] goes from owed to sent to returned, and sends an SMS', async () => {
    const { payer, refundNo } = await overpaid()
    await waitForBank(product)
    const { state, timeline, amount } = await refundOf(payer, refundNo)
    expect([state, timeline.map((step) => step.state)]).toEqual(['sent', ['owed', 'sent']])
    await waitForBank(product, 60)
    const returned = await refundOf(payer, refundNo)
    expect(returned.state).toBe('returned')
    expect(returned.timeline.map((step) => step.state)).toEqual(['owed', 'sent', 'returned'])
    expect(await readSentBack(refundNo)).toMatchObject([
      { amountFen: String(amount), state: 'done' },
    ])
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain('已退回')
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is returned to each of two customers with the same order number', async () => {
    const requestNo = '5'.repeat(32)
    const payers = [await newPayer(product), await newPayer(product)]
    for (const payer of payers) {
      const { repayment } = payer.client.api
      const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
      const { quoteId } = await repayment.quote({ aim })
      const { cardId } = payer.card
      await repayment.place({ requestNo, aim, quoteId, payBy: 'card', cardId })
      const dynamicCode = await paymentCode(product, payer)
      await repayment.confirm({ requestNo, dynamicCode })
    }
    await moveDays(product, 1)
    for (const _ of [1, 2]) await waitForBank(product, 60)
    for (const payer of payers) {
      expect((await refundOf(payer, `${requestNo}-1`)).state).toBe('returned')
    }
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('a refund that the bank declines is due again and retried six hours later', async () => {
    const { payer, refundNo } = await overpaid()
    await waitForBank(product, 1)
    await setFault(product, { provider: 'bank', decline: true })
    for (const _ of [1, 2]) await waitForBank(product, 60)
    expect((await refundOf(payer, refundNo)).timeline.map((step) => step.state)).toEqual([
      'owed',
      'sent',
      'failed',
    ])
    await setFault(product, { provider: 'bank', decline: false })
    product.advance(6 * 3_600)
    await waitForBank(product, 60)
    expect((await refundOf(payer, refundNo)).state).toBe('returned')
    expect((await readSentBack(refundNo)).map(({ state }) => state)).toEqual(['declined', 'done'])
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it.each([
    ['sends no notice', { silent: true }],
    ['sends its notice twice', { duplicate: true }],
    ['is cut off after the order arrived', { cutAfter: true }],
  ])('is made once when the bank %s', async (_, fault) => {
    const { payer, refundNo } = await overpaid()
    await waitForBank(product, 1)
    await setFault(product, { provider: 'bank', ...fault })
    await waitForBank(product, 60)
    await setFault(product, { provider: 'bank', ...WELL })
    for (const _ of [1, 2]) await waitForBank(product, 60)
    expect((await refundOf(payer, refundNo)).state).toBe('returned')
    expect(await readSentBack(refundNo)).toMatchObject([{ state: 'done' }])
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is sent once by concurrent runs, and late callbacks change nothing', async () => {
    const { payer, refundNo } = await overpaid()
    const { customer } = payer
    await setFault(product, { provider: 'bank', settleMs: 0 })
    await waitForBank(product, 1)
    const key = { customer, refundNo }
    await Promise.all([1, 2, 3, 4].map(() => sendRefund(product.services, key)))
    await waitForBank(product, 60)
    const [{ wireNo } = { wireNo: '' }] = await readSentBack(refundNo)
    expect(wireNo).toMatch(/^[0-9A-Za-z]{8,32}$/)
    const notice = { orderNo: wireNo, state: 'declined' }
    expect(await sendCallback(product, 'transfer', notice)).toBe(200)
    const { state, timeline } = await refundOf(payer, refundNo)
    expect(state).toBe('returned')
    expect(timeline).toHaveLength(3)
    expect(await readSentBack(refundNo)).toHaveLength(1)
    await setFault(product, { provider: 'bank', settleMs: 1_000 })
  })
})
