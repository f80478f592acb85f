import { describe, expect, it } from 'vitest'
import { add, fen, subtract, ZERO } from '@qingzhou/domain/money/money'
import { lapseOffers, readLoans, grantForbearanceOnLoan } from '@qingzhou/lending/index'
import { explain } from '@qingzhou/lending/ledger/index'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal, messagesTo, countMessages } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import {
  readClearingBalance,
  newPayer,
  newOrderRequestNo,
  readOrderNo,
  paymentCode,
  readOrderState,
} from '#features/repayment/testing/payer.ts'
import { sendCallback } from '#testing/send-callback.ts'
import { startProductForFile } from '#testing/product.ts'
import { newDebtor, type Debtor } from './testing/debtor.ts'

const product = startProductForFile()

const offerOf = async ({ client }: Debtor) => (await client.api.waiver.offer({})).offers[0]

/** Places the order in the messaging app and leaves its page open. */
async function placeOrder({ client, offerNo }: Debtor) {
  const requestNo = newOrderRequestNo()
  await client.api.waiver.pay({ requestNo, offerNo, payBy: 'messenger' })
  const { url } = await client.api.repayment.createWalletOrder({ requestNo })
  return { requestNo, url }
}

/** Submits the decision of the app's page without a browser. */
async function press(url: string, decision: 'pay' | 'cancel'): Promise<void> {
  const page = new URL(url.replace(/^\/sandbox/, ''), product.sandbox.url)
  await fetch(`${page.origin}${page.pathname}-decide`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ticket: page.searchParams.get('ticket') ?? '', decision }),
  })
}

/** The waived amount of a debtor's loan, from the ledger. */
async function waivedAmounts({ customer, loanNo }: Debtor): Promise<bigint> {
  const parts = await explain(product.services.database, { customer, loanNo })
  const lines = [...parts.penalty.lines, ...parts.interest.lines, ...parts.principal.lines]
  return lines.reduce((sum, line) => sum - (line.against === 'waived' ? line.amount : 0n), 0n)
}

const stillLate = async ({ client }: Debtor) =>
  (await client.api.repayment.channelBills({ which: 'all' })).overdue

describe('a waiver offer', () => {
  it('[7.106] shows the due, waived and payable amounts, and settles the overdue debt once paid', async () => {
    const debtor = await newDebtor(product)
    const offer = await offerOf(debtor)
    if (!offer) throw new Error(`customer ${debtor.customer}: no waiver offer`)
    expect(offer).toMatchObject({ state: 'open', offerNo: debtor.offerNo })
    expect(offer.daysOverdue).toBeGreaterThan(30)
    expect(offer.waivedTotal).toBe(offer.waived.penalty + offer.waived.interest)
    expect(offer.payable).toBe(offer.dueTotal - offer.waivedTotal)
    expect(offer.dueTotal).toBe(await stillLate(debtor))

    const { requestNo, url } = await placeOrder(debtor)
    expect(await offerOf(debtor)).toMatchObject({ state: 'paying', requestNo })
    const again = debtor.client.api.waiver.pay({
      requestNo: newOrderRequestNo(),
      offerNo: debtor.offerNo,
      payBy: 'wallet',
    })
    await expectRefusal(again, { kind: 'payment-running' })
    await press(url, 'pay')
    await waitForBank(product)
    expect(await debtor.client.api.repayment.result({ requestNo })).toMatchObject({
      state: 'paid',
      amount: offer.payable,
      overpaid: 0n,
    })
    const { due, waived, dueTotal, waivedTotal, payable } = offer
    const paid = { state: 'paid', due, waived, dueTotal, waivedTotal, payable }
    expect(await offerOf(debtor)).toMatchObject(paid)
    expect(await stillLate(debtor)).toBe(0n)
    expect(await waivedAmounts(debtor)).toBe(waivedTotal)
    expect(await readClearingBalance(product)).toBe(0n)
    const texts = (await messagesTo(product, debtor.phone)).map(({ text }) => text)
    expect(texts[0]).toContain('按减免方案减免')
    const { payments } = await debtor.client.api.repayment.paymentHistory({
      filter: 'all',
      pageNo: 1,
    })
    expect(payments[0]).toMatchObject({ kind: 'waiver', amount: payable, app: 'messenger' })
    const paymentNo = payments[0]?.paymentNo ?? ''
    expect(await debtor.client.api.repayment.payment({ paymentNo })).toMatchObject({ waived })
  })

  it('can be paid by card, once for repeated requests', async () => {
    const debtor = await newDebtor(product)
    const { client, card, offerNo } = debtor
    const paying = {
      requestNo: newOrderRequestNo(),
      offerNo,
      payBy: 'card',
      cardId: card.cardId,
    } as const
    const taps = await Promise.all([1, 2, 3].map(() => client.api.waiver.pay(paying)))
    expect(new Set(taps.map(({ requestNo }) => requestNo)).size).toBe(1)
    const shown = await client.api.waiver.offer({})
    expect(shown.cards).toMatchObject([{ cardId: card.cardId, leftToday: fen(200_000_00n) }])
    const { requestNo } = paying
    const dynamicCode = await paymentCode(product, debtor)
    await client.api.repayment.confirm({ requestNo, dynamicCode })
    await waitForBank(product)
    expect(await readOrderState(debtor, requestNo)).toBe('paid')
    const { offers, cards } = await client.api.waiver.offer({})
    const left = subtract(fen(200_000_00n), offers[0]?.payable ?? ZERO)
    expect(cards).toMatchObject([{ leftToday: left }])
    const other = client.api.waiver.pay({ ...paying, requestNo: newOrderRequestNo() })
    await expectRefusal(other, { kind: 'offer-taken' })
  })

  it('a waiver offer of all that is overdue is taken up by confirming it, once', async () => {
    const wish = { method: 'interest-first' } as const
    const debtor = await newDebtor(product, { sharePpm: 1_000_000n, wish })
    const { client, offerNo } = debtor
    expect((await offerOf(debtor))?.payable).toBe(0n)
    const confirmed = { requestNo: newOrderRequestNo(), offerNo, payBy: 'messenger' } as const
    expect(await client.api.waiver.pay(confirmed)).toMatchObject({ state: 'paid' })
    expect(await stillLate(debtor)).toBe(0n)
    expect((await offerOf(debtor))?.state).toBe('paid')
    await expectRefusal(client.api.waiver.pay(confirmed), { kind: 'offer-taken' })
  })

  it('lapses after its last day, and gets the same error for another customer as a missing one', async () => {
    const debtor = await newDebtor(product, { daysGood: 0 })
    const { offerNo } = debtor
    const since = await product.services.businessDate()
    await skipDays(product.services, 1)
    expect(await offerOf(debtor)).toMatchObject({ state: 'lapsed', validUntil: since })
    const paying = { offerNo, payBy: 'messenger' } as const
    const paid = debtor.client.api.waiver.pay({ ...paying, requestNo: newOrderRequestNo() })
    await expectRefusal(paid, { kind: 'offer-lapsed', since })
    const stranger = await newPayer(product)
    const taken = stranger.client.api.waiver.pay({ ...paying, requestNo: newOrderRequestNo() })
    await expectRefusal(taken, { kind: 'offer-unknown' })
    expect((await stranger.client.api.waiver.offer({})).offers).toEqual([])
  })
})

describe('an offer that lapses during its payment', () => {
  it('is used if it was ordered in time, even with late and repeated callbacks', async () => {
    const debtor = await newDebtor(product, { daysGood: 0 })
    const payable = (await offerOf(debtor))?.payable
    const { requestNo, url } = await placeOrder(debtor)
    const today = await skipDays(product.services, 3)
    await lapseOffers(product.services.database, today)
    expect(await offerOf(debtor)).toMatchObject({ state: 'paying' })
    await press(url, 'pay')
    const notice = { orderNo: await readOrderNo(product, requestNo), state: 'done' }
    await countMessages([1, 2, 3].map(() => sendCallback(product, 'appPayment', notice)))
    await waitForBank(product)
    expect(await debtor.client.api.repayment.result({ requestNo })).toMatchObject({
      state: 'paid',
      amount: payable,
      overpaid: 0n,
    })
    const offer = await offerOf(debtor)
    expect(offer).toMatchObject({ state: 'paid', payable })
    // The penalty accrued during the payment is waived as well.
    expect(await waivedAmounts(debtor)).toBe(offer?.waivedTotal)
    expect(await stillLate(debtor)).toBe(0n)
    expect(await readClearingBalance(product)).toBe(0n)
  })

  it('is closed without a debit if its order was placed but not sent in time', async () => {
    const debtor = await newDebtor(product, { daysGood: 0 })
    const { client, offerNo } = debtor
    const requestNo = newOrderRequestNo()
    await client.api.waiver.pay({ requestNo, offerNo, payBy: 'messenger' })
    await skipDays(product.services, 1)
    const opened = client.api.repayment.createWalletOrder({ requestNo })
    await expectRefusal(opened, { kind: 'repayment-quote-outdated' })
    expect(await readOrderState(debtor, requestNo)).toBe('closed')
  })

  it('is open again after a cancelled payment, and lapses after its last day', async () => {
    const debtor = await newDebtor(product, { daysGood: 0 })
    const { url } = await placeOrder(debtor)
    const before = await stillLate(debtor)
    await press(url, 'cancel')
    await waitForBank(product)
    expect(await offerOf(debtor)).toMatchObject({ state: 'open' })
    await skipDays(product.services, 1)
    expect(await offerOf(debtor)).toMatchObject({ state: 'lapsed' })
    expect(await stillLate(debtor)).toBeGreaterThan(before)
  })
})

it('a payment for a debt that has changed meanwhile is booked to what is due, and the rest is refunded', async () => {
  const debtor = await newDebtor(product)
  const { customer, loanNo } = debtor
  const { services } = product
  const { requestNo, url } = await placeOrder(debtor)
  const act = { customer, requestNo: 'relief-of-a-test', actor: 'staff' }
  await grantForbearanceOnLoan(services, act, { loanNo, days: 90 })
  await press(url, 'pay')
  await waitForBank(product)
  await waitForBank(product)
  const result = await debtor.client.api.repayment.result({ requestNo })
  expect(result).toMatchObject({ state: 'partly', overpaid: result.amount })
  const [stored] = await readLoans(services.database, customer)
  expect(stored?.loan.instalments.every(({ paid }) => paid.principal === 0n)).toBe(true)
  expect(await offerOf(debtor)).toBeUndefined()
  const texts = (await messagesTo(product, debtor.phone)).map(({ text }) => text)
  expect(texts.some((text) => text.includes('减免方案未能使用'))).toBe(true)
})

describe('the payable amount of an offer', () => {
  it('is refused if it differs from today’s amount', async () => {
    const { client, offerNo } = await newDebtor(product)
    const shown = (await client.api.waiver.offer({})).offers[0]?.payable ?? ZERO
    const paying = { offerNo, payBy: 'messenger' } as const
    const another = { ...paying, payable: add(shown, fen(1n)), requestNo: newOrderRequestNo() }
    await expectRefusal(client.api.waiver.pay(another), { kind: 'repayment-quote-outdated' })
    const placed = { ...paying, payable: shown, requestNo: newOrderRequestNo() }
    expect(await client.api.waiver.pay(placed)).toMatchObject({ state: 'confirming' })
    const { requestNo } = placed
    expect(await client.api.repayment.result({ requestNo })).toMatchObject({ kind: 'waiver' })
  })
})
