import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { disburseLoan, moveDays, newPayer, type Payer } from '#features/repayment/testing/payer.ts'
import { startTestProduct, type TestProduct } from '#testing/product.ts'
import { actOf, approveNow, catchMessage, newMember, type Member } from './testing/desk.ts'

let product: TestProduct
let agent: Member
let reviewer: Member
let payer: Payer
let other: string
beforeAll(async () => {
  product = await startTestProduct()
  agent = await newMember(product, ['operator'])
  reviewer = await newMember(product, ['reviewer'])
})
beforeEach(async () => {
  payer = await newPayer(product)
  other = await disburseLoan(product, payer)
})
afterAll(() => product.stop())

async function proposeAct(kind: string, parameters: Record<string, string>): Promise<string> {
  const act = actOf(kind, { customer: payer.customer, ...parameters })
  return (await agent.calls.propose(act)).proposalNo
}

async function isMoved(proposalNo: string): Promise<boolean> {
  return (await reviewer.calls.one({ proposalNo })).proposal.isMoved
}

describe('the base of a proposal', { timeout: 120_000 }, () => {
  it('[V3] is the loan of the act: acts on other loans and on the limit leave it as it was', async () => {
    const { loanNo } = payer
    await moveDays(product, 1)
    const cut = { annualRatePpm: '7.2', from: await product.services.businessDate() }
    const open = [
      await proposeAct('cut-rate', { loanNo, ...cut }),
      await proposeAct('cut-rate', { loanNo: other, ...cut }),
      await proposeAct('raise-limit', { amount: '60000.00' }),
      await proposeAct('grant-forbearance', { loanNo, days: '20' }),
    ]
    const [first = '', second = '', limit = '', forbearance = ''] = open
    expect((await reviewer.calls.one({ proposalNo: first })).base).toEqual({
      of: 'loan',
      version: '0',
    })
    for (const proposalNo of [forbearance, second, limit]) {
      expect(await approveNow(reviewer, proposalNo)).toMatchObject({ state: 'done' })
    }
    // The forbearance changed the loan of the first.
    expect(await isMoved(first)).toBe(true)
    expect(await catchMessage(approveNow(reviewer, first))).toContain('规则 V3')
    const shown = await reviewer.calls.one({ proposalNo: first })
    expect(shown.baseNow).toEqual({ of: 'loan', version: '1' })
  })

  it('[V3] is the state and the amount of the limit, not what is in use', async () => {
    const raise = await proposeAct('raise-limit', { amount: '60000.00' })
    await disburseLoan(product, payer)
    expect(await isMoved(raise)).toBe(false)
    await agent.calls.perform(
      actOf('lower-limit', { customer: payer.customer, amount: '40000.00' }),
    )
    expect(await isMoved(raise)).toBe(true)
    const shown = await reviewer.calls.one({ proposalNo: raise })
    expect([shown.base, shown.baseNow]).toEqual([
      { of: 'limit', version: '0' },
      { of: 'limit', version: '1' },
    ])
  })

  it('[V3] is both loans of a correction, and the loans of a payment that is taken back', async () => {
    const { loanNo } = payer
    const day = await product.services.businessDate()
    const money = { loanNo, amount: '100.00', receivedOn: day, reference: 'BASE-000001' }
    const booked = await proposeAct('book-payment', money)
    await approveNow(reviewer, booked)
    const move = await proposeAct('move-payment', { paymentNo: booked, toLoan: other })
    const forbearance = await proposeAct('grant-forbearance', { loanNo: other, days: '20' })
    expect(await isMoved(move)).toBe(false)
    await approveNow(reviewer, forbearance)
    expect(await isMoved(move)).toBe(true)
  })

  it('[V3] covers all books for an act on the customer', async () => {
    const copy = await proposeAct('hand-out-data', {})
    await agent.calls.perform(
      actOf('lower-limit', { customer: payer.customer, amount: '40000.00' }),
    )
    expect(await isMoved(copy)).toBe(true)
    const { base } = await reviewer.calls.one({ proposalNo: copy })
    expect(base?.of).toBe('books')
  })
})
