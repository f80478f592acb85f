import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '@qingzhou/domain/calendar/local-date'
import {
  actOf,
  addPicture,
  approveNow,
  catchMessage,
  newMember,
  type Member,
} from '#features/console/proposals/testing/desk.ts'
import { messagesTo } from '#features/onboarding/testing/visitor.ts'
import {
  moveTo,
  newPayer,
  readClearingBalance,
  type Payer,
} from '#features/repayment/testing/payer.ts'
import { readLoans } from '@qingzhou/lending/index'
import { checkBooks } from '@qingzhou/lending/testing/catalogue'
import { startTestProduct, type TestProduct } from '#testing/product.ts'

let product: TestProduct
let agent: Member
let reviewer: Member
beforeAll(async () => {
  product = await startTestProduct()
  agent = await newMember(product, ['operator'])
  reviewer = await newMember(product, ['reviewer'])
})
afterAll(() => product.stop())

async function loanOf({ customer, loanNo }: Payer) {
  const loans = await readLoans(product.services.database, customer)
  const found = loans.find((one) => one.loanNo === loanNo)
  if (!found) throw new Error(`loan ${loanNo} is missing`)
  return found.loan
}

/** A loan whose first instalment is ten days late. */
async function latePayer(): Promise<Payer> {
  const payer = await newPayer(product)
  const { instalments, start } = await loanOf(payer)
  await moveTo(product, addDays(instalments[0]?.dueDate ?? start, 10))
  return payer
}

async function agree(payer: Payer, terms: Record<string, string>) {
  const { customer, loanNo } = payer
  const act = actOf('hardship-plan', { customer, loanNo, ...terms })
  const { proposalNo } = await agent.calls.propose(act)
  await addPicture(agent, { proposalNo, fileName: '失业登记证明.jpg' })
  return approveNow(reviewer, proposalNo)
}

describe('a hardship plan', { timeout: 90_000 }, () => {
  it('[W5, D2] waives the penalty due, moves all instalments and lowers the rate in one decision', async () => {
    const payer = await latePayer()
    const before = await loanOf(payer)
    const { state } = await agree(payer, { days: '60', annualRatePpm: '6', penalty: 'waive' })
    expect(state).toBe('done')
    const after = await loanOf(payer)
    const days = after.instalments.map(({ dueDate }, at) =>
      daysBetween({ from: before.instalments[at]?.dueDate ?? dueDate, to: dueDate }),
    )
    // The later ones follow the first by months.
    expect(days[0]).toBe(60)
    expect(Math.min(...days)).toBeGreaterThan(55)
    expect(after.annualRatePpm).toBe(60_000n)
    expect(after.instalments[0]?.waived.penalty).toBeGreaterThan(0n)
    await checkBooks(product.services.database, payer.customer)
    expect(await readClearingBalance(product)).toBe(0n)
    await product.runTasks()
    const [message] = await messagesTo(product, payer.phone)
    expect(message?.text).toMatch(
      /困难帮扶方案已生效：已减免罚息 \d.*还款日顺延 60 天.*年化利率 6.00%/,
    )
  })

  it('leaves the rate and the penalty alone if it does not change them', async () => {
    const payer = await latePayer()
    const { annualRatePpm } = await loanOf(payer)
    const rate = String(Number(annualRatePpm) / 10_000)
    const { result } = await agree(payer, { days: '30', annualRatePpm: rate, penalty: 'keep' })
    expect(result).toContain(`rate=${annualRatePpm} waived=0`)
    const after = await loanOf(payer)
    expect([after.annualRatePpm, after.instalments[0]?.waived.penalty]).toEqual([annualRatePpm, 0n])
  })

  it('is refused as a whole if one of its parts is', async () => {
    const payer = await latePayer()
    const before = await loanOf(payer)
    const { customer, loanNo } = payer
    const terms = { days: '60', annualRatePpm: '36', penalty: 'waive' }
    const dearer = agent.calls.propose(actOf('hardship-plan', { customer, loanNo, ...terms }))
    expect(await catchMessage(dearer)).toBeDefined()
    expect(await loanOf(payer)).toEqual(before)
  })
})
