import { beforeAll, expect, it } from 'vitest'
import { displayYuan, fen } from '@qingzhou/domain/money/money'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal } from '#features/onboarding/testing/visitor.ts'
import { signingCode } from '#features/onboarding/testing/signing-code.ts'
import {
  prepareApplication,
  quoteForbearance,
  texts,
} from '#features/repayment/testing/forbearance-applicant.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile(patient)
let reviewer: TestStaff
beforeAll(async () => {
  reviewer = await newStaff(product, ['reviewer'])
})

it('a forbearance is signed with its cost and the first instalment before and after, and listed for the loan', async () => {
  const wish = { amount: fen(8_000_00n), months: 12 }
  const payer = await newPayer(product, wish)
  const { loanNo, client } = payer
  const { evidenceNo, submission } = await prepareApplication(product, payer)
  const { repayment, agreements } = client.api
  const listed = async () =>
    (await agreements.signedList({ loanNo, pageNo: 1 })).agreements.filter(
      ({ title }) => title === '区域纾困延期还款协议',
    )
  await expectRefusal(
    repayment.applyForForbearance({ ...submission, agreed: [{ code: 'other', version: '1' }] }),
    { kind: 'agreement-needed' },
  )
  expect(await listed()).toEqual([])

  const [shown] = await texts(payer, { loanNo, days: 60 })
  const quote = await quoteForbearance(payer, { loanNo, days: 60 })
  await repayment.applyForForbearance(submission)
  await repayment.applyForForbearance(submission)
  const [signed, ...others] = await listed()
  expect([signed?.loan?.loanNo, others]).toEqual([loanNo, []])
  const text = await agreements.signed({ agreementNo: signed?.agreementNo ?? '' })
  expect(text.blocks).toEqual(shown?.blocks)
  const words = JSON.stringify(text.blocks)
  for (const figure of [quote.cost, quote.amount, quote.newAmount]) {
    expect(words).toContain(`${displayYuan(figure)} 元`)
  }
  expect(words).toContain(quote.dueDate)
  expect(words).toContain(quote.newDueDate)

  // Other days are another agreement: the first one was signed for an application that failed.
  await reviewer.client.api.staff.reviewEvidence({
    evidenceNo,
    round: 1,
    verdict: 'refused',
    reason: '照片看不清，请重拍。',
  })
  const again = await quoteForbearance(payer, { loanNo, days: 30 })
  const changed = { ...submission, days: 30, quoteId: again.quoteId }
  // A code signs once, and nothing is signed without one.
  await expectRefusal(repayment.applyForForbearance(changed), { kind: 'sms-code-void' })
  expect(await listed()).toHaveLength(1)
  await repayment.applyForForbearance({
    ...changed,
    dynamicCode: await signingCode(product, payer),
  })
  expect(await listed()).toHaveLength(2)
})
