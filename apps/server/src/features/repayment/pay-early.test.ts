import { describe, expect, it } from 'vitest'
import { fen, sum } from '@qingzhou/domain/money/money'
import { findLimit } from '@qingzhou/lending/index'
import { waitForBank } from '#features/loans/testing/borrower.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { startProductForFile } from '#testing/product.ts'
import {
  confirmCardPayment,
  dueOf,
  moveDays,
  newPayer,
  newOrderRequestNo,
  makeCardPayment,
  paymentCode,
  placeOrder,
  readOrderState,
} from './testing/payer.ts'

const product = startProductForFile()

describe('paying early', () => {
  it('[7.098] paying early in full settles the loan as quoted, saves the future interest and releases the limit', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    await moveDays(product, 10)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const quote = await repayment.quote({ aim })
    const owed = sum(
      (await repayment.plan({ loanNo: payer.loanNo })).instalments.map(({ amount }) => amount),
    )
    expect(quote.saving).toBe(owed - quote.amount)
    expect(quote.saving).toBeGreaterThan(0n)
    expect(quote.after?.every(({ state }) => state === 'settled')).toBe(true)

    const requestNo = await makeCardPayment(product, payer, aim)
    expect(await repayment.result({ requestNo })).toMatchObject({
      state: 'paid',
      amount: quote.amount,
      settledLoanNos: [payer.loanNo],
    })
    const limit = await findLimit(product.services.database, payer.customer)
    expect(limit?.used).toBe(0n)
    const after = await repayment.plan({ loanNo: payer.loanNo })
    expect(after.loan).toMatchObject({ state: 'settled', payoff: 0n, principalLeft: 0n })
  })

  it('[7.099] paying early in part results in the plan that was quoted', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    await moveDays(product, 5)
    const aim = { kind: 'earlyPart', loanNo: payer.loanNo, amount: fen(2_000_00n) } as const
    const quote = await repayment.quote({ aim })
    expect(quote.amount).toBe(fen(2_000_00n))
    expect(quote.saving).toBeGreaterThan(0n)
    const requestNo = await makeCardPayment(product, payer, aim)
    expect(await readOrderState(payer, requestNo)).toBe('paid')
    expect((await repayment.plan({ loanNo: payer.loanNo })).instalments).toEqual(quote.after)
  })

  for (const keep of ['term', 'instalment'] as const) {
    it(`paying early in part keeping the ${keep} quotes, places and books the same plan`, async () => {
      const payer = await newPayer(product)
      const { repayment } = payer.client.api
      await moveDays(product, 5)
      const { loanNo } = payer
      const aim = { kind: 'earlyPart', loanNo, amount: fen(2_000_00n), keep } as const
      const quote = await repayment.quote({ aim })
      const { before = [], after = [] } = quote
      const requestNo = await makeCardPayment(product, payer, aim)
      expect(await readOrderState(payer, requestNo)).toBe('paid')
      expect((await repayment.plan({ loanNo })).instalments).toEqual(after)

      const openOf = (plan: typeof after) => plan.filter(({ state }) => state !== 'settled')
      const [last, lastBefore] = [openOf(after).at(-1), before.at(-1)]
      const [second, secondBefore] = [after[1]?.amount ?? 0n, before[1]?.amount ?? 0n]
      if (keep === 'term') {
        expect(last?.dueDate).toBe(lastBefore?.dueDate)
        expect(second).toBeLessThan(secondBefore)
      } else {
        expect(openOf(after).length).toBeLessThan(before.length)
        expect(openOf(after).every(({ amount }) => amount <= secondBefore)).toBe(true)
      }
    })
  }

  it('paying early in part has a separate quote for each choice, and refuses an order with the other quote', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const part = { kind: 'earlyPart', loanNo: payer.loanNo, amount: fen(2_000_00n) } as const
    const record = { ...part, keep: 'instalment' } as const
    const [byTerm, byInstalment] = await Promise.all([
      repayment.quote({ aim: { ...part, keep: 'term' } }),
      repayment.quote({ aim: record }),
    ])
    expect(byInstalment.quoteId).not.toBe(byTerm.quoteId)
    expect(byInstalment.saving).toBeGreaterThan(byTerm.saving)
    const placing = {
      requestNo: newOrderRequestNo(),
      payBy: 'card',
      cardId: payer.card.cardId,
    } as const
    const crossed = repayment.place({ ...placing, aim: record, quoteId: byTerm.quoteId })
    await expectRefusal(crossed, { kind: 'repayment-quote-outdated' })
  })

  it('paying early in part closes an order when another payment has changed the plan since the quote', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const aim = { kind: 'earlyPart', loanNo: payer.loanNo, amount: fen(2_000_00n) } as const
    const overtaken = await placeOrder(payer, { aim })
    await makeCardPayment(product, payer, dueOf(payer, 1))
    const dynamicCode = await paymentCode(product, payer)
    expect(await repayment.confirm({ requestNo: overtaken, dynamicCode })).toEqual({
      state: 'closed',
    })
  })

  it('is refused for an amount that is too small or exceeds the debt', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const part = (amount: bigint) =>
      repayment.quote({ aim: { kind: 'earlyPart', loanNo: payer.loanNo, amount: fen(amount) } })
    await expect(part(1n)).rejects.toMatchObject({ name: 'CallRefused' })
    await expect(part(6_000_00n)).rejects.toMatchObject({ name: 'CallRefused' })
    await expect(part(100_000_00n)).rejects.toMatchObject({ name: 'CallRefused' })
  })

  it('refuses yesterday’s quote at placement, and closes its order at confirmation', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const { quoteId } = await repayment.quote({ aim })
    const before = await placeOrder(payer, { aim })
    await moveDays(product, 1)
    const { cardId } = payer.card
    const placing = { requestNo: newOrderRequestNo(), aim, quoteId, payBy: 'card' as const, cardId }
    await expectRefusal(repayment.place(placing), { kind: 'repayment-quote-outdated' })
    const dynamicCode = await paymentCode(product, payer)
    expect(await repayment.confirm({ requestNo: before, dynamicCode })).toEqual({
      state: 'closed',
    })
    expect(await repayment.confirm({ requestNo: before })).toEqual({ state: 'closed' })
  })

  it('books money that arrives a day late to what is due and refunds the rest', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    await moveDays(product, 32)
    const aim = { kind: 'earlyFull', loanNo: payer.loanNo } as const
    const { amount } = await repayment.quote({ aim })
    const requestNo = await confirmCardPayment(product, payer, aim)
    await moveDays(product, 1)
    await waitForBank(product)
    const { state, refundNo = '' } = await repayment.result({ requestNo })
    expect(state).toBe('partly')
    const { payment } = await repayment.payment({ paymentNo: `${requestNo}-1` })
    const refund = await repayment.refund({ refundNo })
    expect(payment).toMatchObject({ amount, overpaid: refund.amount })
    expect((await repayment.overview({})).overdue).toBe(0n)
  })

  it('refuses a later bill before an older one, and bills that are not payable yet', async () => {
    const payer = await newPayer(product)
    const { repayment } = payer.client.api
    await moveDays(product, 40)
    const older = { kind: 'older-instalment-first', n: 1 } as const
    await expectRefusal(repayment.quote({ aim: dueOf(payer, 2) }), older)
    await expect(repayment.quote({ aim: dueOf(payer, 1, 2, 3) })).rejects.toMatchObject({
      name: 'CallRefused',
    })
    const { lines } = await repayment.quote({ aim: dueOf(payer, 1, 2) })
    expect(lines.map(({ n }) => n)).toEqual([1, 2])
    expect(
      await readOrderState(payer, await makeCardPayment(product, payer, dueOf(payer, 1, 2))),
    ).toBe('paid')
    await expect(repayment.quote({ aim: dueOf(payer, 1) })).rejects.toMatchObject({
      name: 'CallRefused',
    })
  })
})
