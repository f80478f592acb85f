import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '@qingzhou/domain/calendar/local-date'
import { patient } from '#features/identity/testing/applicant.ts'
import { expectRefusal, messagesTo, countMessages } from '#features/onboarding/testing/visitor.ts'
import { openTestEvidence, sendFile } from '#features/evidence/testing/evidence-borrower.ts'
import { skipDays } from '#features/repayment/testing/days.ts'
import { newPayer } from '#features/repayment/testing/payer.ts'
import {
  newLatePayer,
  readyToSign,
  type LatePayer,
} from '#features/restructure/testing/late-payer.ts'
import { newStaff, type TestStaff } from '#testing/staff.ts'
import { startProductForFile } from '#testing/product.ts'

const product = startProductForFile(patient)
let reviewer: TestStaff
beforeAll(async () => {
  reviewer = await newStaff(product, ['reviewer'])
})

/** Opens a document and uploads a photo to it. */
async function prepareSubmission({ client, loanNo }: LatePayer) {
  const { restructure } = client.api
  const { documents } = await restructure.documents({ act: 'open', loanNo })
  const evidenceNo = documents[0]?.evidence.evidenceNo ?? ''
  const { fileNo } = await sendFile(restructure.uploadDocument, { evidenceNo })
  const act = 'submit' as const
  return { act, evidenceNo, note: '店铺停业，收入中断', fileNos: [fileNo] }
}

async function handIn(payer: LatePayer): Promise<string> {
  const submission = await prepareSubmission(payer)
  await payer.client.api.restructure.documents(submission)
  return submission.evidenceNo
}

const review = (evidenceNo: string, verdict: 'approved' | 'refused', round = 1) =>
  reviewer.client.api.staff.reviewEvidence({
    evidenceNo,
    round,
    verdict,
    ...(verdict === 'refused' && { reason: '照片看不清，请重拍。' }),
  })

const quoteOf = async ({ client, loanNos }: LatePayer, months = 37) =>
  (await client.api.restructure.quote({ loanNos: [...loanNos], months })).quote

const needed = { kind: 'plan-document-needed', monthsMax: 36 } as const

describe('a hardship document', { timeout: 60_000 }, () => {
  it('[7.115] is required for more than 36 instalments and valid for 90 days after approval', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    expect(await quoteOf(payer, 36)).toMatchObject({ needsDocument: false })
    expect(await quoteOf(payer)).toMatchObject({ needsDocument: true, hasDocument: false })
    const early = await readyToSign(product, payer, { months: 37 })
    await expectRefusal(restructure.sign(early), needed)

    const evidenceNo = await handIn(payer)
    const { documents } = await restructure.documents({ act: 'read' })
    expect(documents).toMatchObject([
      { evidence: { state: 'toReview', evidenceNo }, note: '店铺停业，收入中断', files: [{}] },
    ])
    await expectRefusal(restructure.sign(early), needed)
    await review(evidenceNo, 'approved')
    const today = await product.services.businessDate()
    const counted = await restructure.documents({ act: 'read' })
    expect(counted.documents[0]?.countsUntil).toBe(addDays(today, 90))
    expect(await quoteOf(payer)).toMatchObject({ hasDocument: true })
    await product.runTasks()
    const texts = (await messagesTo(product, payer.phone)).map(({ text }) => text)
    expect(texts[0]).toContain(`困难证明已通过审核，${addDays(today, 90)}（含当日）前`)

    await skipDays(product.services, 90)
    expect(await quoteOf(payer)).toMatchObject({ hasDocument: true })
    await skipDays(product.services, 1)
    expect(await quoteOf(payer)).toMatchObject({ hasDocument: false })
    const over = await restructure.documents({ act: 'read' })
    expect(over.documents[0]?.countsUntil).toBeUndefined()
    const late = await readyToSign(product, payer, { months: 60 })
    await expectRefusal(restructure.sign(late), needed)
  })

  it('allows a long plan to be signed once approved', async () => {
    const payer = await newLatePayer(product)
    await review(await handIn(payer), 'approved')
    const request = await readyToSign(product, payer, { months: 60 })
    const { loanNo } = await payer.client.api.restructure.sign(request)
    const { plans } = await payer.client.api.restructure.signedPlans({})
    expect(plans).toMatchObject([{ loanNo, months: 60 }])
  })

  it('sends the reason when refused, allows no long plan, and can be submitted again', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const evidenceNo = await handIn(payer)
    await review(evidenceNo, 'refused')
    await product.runTasks()
    expect((await messagesTo(product, payer.phone))[0]?.text).toContain(
      '原因：照片看不清，请重拍。',
    )
    const request = await readyToSign(product, payer, { months: 37 })
    await expectRefusal(restructure.sign(request), needed)

    const again = await prepareSubmission(payer)
    expect(again.evidenceNo).toBe(evidenceNo)
    await restructure.documents(again)
    await review(evidenceNo, 'approved', 2)
    expect(await quoteOf(payer)).toMatchObject({ hasDocument: true })
  })

  it('exists once at a time, also with concurrent requests, and only its owner can submit it', async () => {
    const payer = await newLatePayer(product)
    const { restructure } = payer.client.api
    const [one = '', two = ''] = payer.loanNos
    const opened = await Promise.all(
      [one, one, two, two, one].map((loanNo) => restructure.documents({ act: 'open', loanNo })),
    )
    const evidenceNos = opened.flatMap(({ documents }) =>
      documents.map(({ evidence }) => evidence.evidenceNo),
    )
    expect(new Set(evidenceNos).size).toBe(1)
    const submission = await prepareSubmission(payer)

    const stranger = await newLatePayer(product)
    const theirs = stranger.client.api.restructure
    const unknown = { kind: 'evidence-unknown' } as const
    await expectRefusal(theirs.documents(submission), unknown)
    const upload = sendFile(theirs.uploadDocument, { evidenceNo: submission.evidenceNo })
    await expectRefusal(upload, unknown)
    await expectRefusal(theirs.documents({ act: 'open', loanNo: one }), { kind: 'loan-unknown' })
    expect((await theirs.documents({ act: 'read' })).documents).toEqual([])

    const words = await countMessages([1, 2, 3].map(() => restructure.documents(submission)))
    expect(words.get('ok')).toBe(3)
    const more = restructure.documents({ act: 'open', loanNo: one })
    await expectRefusal(more, { kind: 'document-running' })
  })

  it('cannot be opened without an overdue loan, and other evidence is not accepted for it', async () => {
    const payer = await newPayer(product)
    const { loanNo } = payer
    const { restructure } = payer.client.api
    const open = restructure.documents({ act: 'open', loanNo })
    await expectRefusal(open, { kind: 'plan-not-late' })
    const evidenceNo = await openTestEvidence(product, payer)
    const fileNos = ['0'.repeat(32)]
    const other = restructure.documents({ act: 'submit', evidenceNo, fileNos })
    await expectRefusal(other, { kind: 'evidence-unknown' })
  })
})
