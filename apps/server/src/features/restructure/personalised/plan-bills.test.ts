import { describe, expect, it } from 'vitest'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { confirmCardPayment, dueOf } from '#features/repayment/testing/payer.ts'
import {
  newLatePayer,
  readyToSign,
  type LatePayer,
} from '#features/restructure/testing/late-payer.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile()

/** Whether a plan is offered: in the overview, on the current bill, and in the list of loans. */
async function readOffered({ client }: LatePayer): Promise<boolean[]> {
  const { repayment, restructure } = client.api
  const { loans } = await restructure.bills({})
  return [
    (await repayment.overview({})).mayJoin,
    (await repayment.currentBill({})).mayJoin,
    loans.some(({ refusal }) => refusal === undefined),
  ]
}

const yes = [true, true, true]
const no = [false, false, false]

describe('the offer of a consolidation plan', { timeout: 60_000 }, () => {
  it('[7.113] covers overdue loans, but not loans that are already a plan', async () => {
    const payer = await newLatePayer(product)
    expect(await readOffered(payer)).toEqual(yes)
    await payer.client.api.restructure.sign(await readyToSign(product, payer))
    expect(await readOffered(payer)).toEqual(no)
    await skipDays(product.services, 40)
    expect((await payer.client.api.repayment.overview({})).daysOverdue).toBeGreaterThan(0)
    expect(await readOffered(payer)).toEqual(no)
  })

  it('stays while at least one loan has no payment in progress', async () => {
    const payer = await newLatePayer(product)
    const [first = '', billConversion = ''] = payer.loanNos
    await confirmCardPayment(product, payer, dueOf({ ...payer, loanNo: first }, 1))
    expect(await readOffered(payer)).toEqual(yes)
    await product.services.database.query(
      `UPDATE loans SET origin = 'consolidation-plan' WHERE customer_no = $1 AND loan_no = $2`,
      [payer.customer, billConversion],
    )
    expect(await readOffered(payer)).toEqual(no)
  })
})

it('loans of two lenders are labelled and cannot join one plan', async () => {
  const payer = await newLatePayer(product)
  const { restructure } = payer.client.api
  const [first = '', billConversion = ''] = payer.loanNos
  await product.services.database.query(
    `UPDATE loans SET lender = 'bank' WHERE customer_no = $1 AND loan_no = $2`,
    [payer.customer, billConversion],
  )
  const { loans } = await restructure.bills({})
  const lenders = new Map(loans.map(({ loan, lender }) => [loan.loanNo, lender]))
  expect([lenders.get(first), lenders.get(billConversion)]).toEqual(['consumer-finance', 'bank'])
  for (const choose of [false, true]) {
    const both = restructure.quote({ loanNos: [first, billConversion], months: 12, choose })
    await expectRefusal(both, { kind: 'plan-lenders-differ' })
  }
  for (const loanNo of [first, billConversion]) {
    const { quote } = await restructure.quote({ loanNos: [loanNo], months: 12 })
    expect(quote.loanNos).toEqual([loanNo])
  }
}, 60_000)
